// The twin of cidr.c in which its bugs are mended: nothing is reported.
#define MENDED
#include "cidr.c"

// paths: 36
