// The twin of page_table.c without its bugs: nothing is reported.
#define MENDED
#include "page_table.c"

// paths: 260
