// The twin of calc.c in which its bugs are mended: nothing is reported.
// cflags: -fsanitize=undefined
#define MENDED
#include "calc.c"

// paths: 89
