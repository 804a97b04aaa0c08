// The twin of chunks.c in which its bugs are mended: nothing is reported.
// cflags: -fsanitize=undefined
#define MENDED
#include "chunks.c"

// paths: 21
