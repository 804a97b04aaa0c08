// The twin of base64.c in which its bugs are mended: nothing is reported.
#define MENDED
#include "base64.c"

// paths: 14
