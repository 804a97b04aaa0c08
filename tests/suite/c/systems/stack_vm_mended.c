// The twin of stack_vm.c without its bugs: nothing is reported.
#define MENDED
#include "stack_vm.c"

// paths: 168
