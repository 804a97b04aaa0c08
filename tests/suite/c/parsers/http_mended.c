// The twin of http.c in which its bugs are mended: nothing is reported.
#define MENDED
#include "http.c"

// paths: 45
