// The twin of matrix.c without its bugs: nothing is reported.
#define MENDED
#include "matrix.c"

// paths: 98
