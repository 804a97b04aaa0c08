// The twin of ring_buffer.c without its bugs: nothing is reported.
#define MENDED
#include "ring_buffer.c"

// paths: 246
