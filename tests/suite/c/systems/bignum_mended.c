// The twin of bignum.c without its bugs: nothing is reported.
#define MENDED
#include "bignum.c"

// paths: 130
