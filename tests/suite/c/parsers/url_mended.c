// The twin of url.c in which its bugs are mended: nothing is reported.
#define MENDED
#include "url.c"

// paths: 34
