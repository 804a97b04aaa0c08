// The twin of register_vm.c without its bugs: nothing is reported.
// cflags: -fsanitize=undefined
#define MENDED
#include "register_vm.c"

// paths: 34
