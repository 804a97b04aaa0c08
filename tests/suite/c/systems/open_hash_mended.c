// The twin of open_hash.c without its bugs: nothing is reported.
#define MENDED
#include "open_hash.c"

// paths: 432
