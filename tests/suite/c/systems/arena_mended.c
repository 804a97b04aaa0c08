// The twin of arena.c without its bugs: nothing is reported.
#define MENDED
#include "arena.c"

// paths: 93
