// The twin of fat_chain.c without its bugs: nothing is reported.
#define MENDED
#include "fat_chain.c"

// paths: 26
