// The twin of scheduler.c without its bugs: nothing is reported.
#define MENDED
#include "scheduler.c"

// paths: 51
