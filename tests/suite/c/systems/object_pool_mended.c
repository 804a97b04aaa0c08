// The twin of object_pool.c without its bugs: nothing is reported.
#define MENDED
#include "object_pool.c"

// paths: 206
