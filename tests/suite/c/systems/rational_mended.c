// The twin of rational.c without its bugs: nothing is reported.
// cflags: -fsanitize=undefined
#define MENDED
#include "rational.c"

// paths: 136
