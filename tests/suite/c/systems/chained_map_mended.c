// The twin of chained_map.c without its bugs: nothing is reported.
#define MENDED
#include "chained_map.c"

// paths: 194
