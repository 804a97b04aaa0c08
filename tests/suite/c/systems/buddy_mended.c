// The twin of buddy.c without its bugs: nothing is reported.
#define MENDED
#include "buddy.c"

// paths: 20
