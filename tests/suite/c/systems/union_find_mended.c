// The twin of union_find.c without its bugs: nothing is reported.
#define MENDED
#include "union_find.c"

// paths: 161
