// The twin of utf8.c in which its bugs are mended: nothing is reported.
#define MENDED
#include "utf8.c"

// paths: 65
