// The twin of formatter.c in which its bugs are mended: nothing is reported.
#define MENDED
#include "formatter.c"

// paths: 90
