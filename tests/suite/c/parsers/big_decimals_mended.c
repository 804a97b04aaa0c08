// The twin of big_decimals.c in which its bugs are mended: nothing is reported.
#define MENDED
#include "big_decimals.c"

// paths: 10
