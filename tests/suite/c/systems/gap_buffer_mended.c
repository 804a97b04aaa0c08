// The twin of gap_buffer.c without its bugs: nothing is reported.
#define MENDED
#include "gap_buffer.c"

// paths: 156
