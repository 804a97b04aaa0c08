// The twin of roman.c in which its bugs are mended: nothing is reported.
#define MENDED
#include "roman.c"

// paths: 47
