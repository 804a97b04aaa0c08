// The twin of rle.c in which its bugs are mended: nothing is reported.
// cflags: -fsanitize=undefined
#define MENDED
#include "rle.c"

// paths: 38
