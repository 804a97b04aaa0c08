// The twin of json.c in which its bugs are mended: nothing is reported.
#define MENDED
#include "json.c"

// paths: 124
