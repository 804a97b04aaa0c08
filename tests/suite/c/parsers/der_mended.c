// The twin of der.c in which its bugs are mended: nothing is reported.
#define MENDED
#include "der.c"

// paths: 28
