// The twin of csv.c in which its bugs are mended: nothing is reported.
#define MENDED
#include "csv.c"

// paths: 76
