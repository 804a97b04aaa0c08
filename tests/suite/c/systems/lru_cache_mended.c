// The twin of lru_cache.c without its bugs: nothing is reported.
#define MENDED
#include "lru_cache.c"

// paths: 250
