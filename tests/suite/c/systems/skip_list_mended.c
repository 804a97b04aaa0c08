// The twin of skip_list.c without its bugs: nothing is reported.
#define MENDED
#include "skip_list.c"

// paths: 171
