// The twin of glob.c in which its bugs are mended: nothing is reported.
#define MENDED
#include "glob.c"

// paths: 30
