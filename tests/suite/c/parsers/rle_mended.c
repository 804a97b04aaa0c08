// The twin of rle.c in which its bugs are mended: nothing is reported.
// cflags: -fsanitize=undefined -fno-sanitize=alignment
#define MENDED
#include "rle.c"

// paths: 38
