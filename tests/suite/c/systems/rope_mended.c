// The twin of rope.c without its bugs: nothing is reported.
#define MENDED
#include "rope.c"

// paths: 85
