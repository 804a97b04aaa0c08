// The twin of avl.c without its bugs: nothing is reported.
#define MENDED
#include "avl.c"

// paths: 364
