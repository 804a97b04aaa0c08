// The twin of regex.c in which its bugs are mended: nothing is reported.
#define MENDED
#include "regex.c"

// paths: 138
