// The twin of lz.c in which its bugs are mended: nothing is reported.
#define MENDED
#include "lz.c"

// paths: 8
