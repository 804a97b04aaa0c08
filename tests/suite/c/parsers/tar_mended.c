// The twin of tar.c in which its bugs are mended: nothing is reported.
// cflags: -fsanitize=undefined
#define MENDED
#include "tar.c"

// paths: 14
