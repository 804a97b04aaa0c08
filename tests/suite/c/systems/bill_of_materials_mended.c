// The twin of bill_of_materials.c without its bugs: nothing is reported.
// cflags: -fsanitize=undefined
#define MENDED
#include "bill_of_materials.c"

// paths: 63
