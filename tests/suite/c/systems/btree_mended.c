// The twin of btree.c without its bugs: nothing is reported.
#define MENDED
#include "btree.c"

// paths: 241
