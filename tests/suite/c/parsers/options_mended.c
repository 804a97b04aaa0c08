// The twin of options.c in which its bugs are mended: nothing is reported.
#define MENDED
#include "options.c"

// paths: 24
