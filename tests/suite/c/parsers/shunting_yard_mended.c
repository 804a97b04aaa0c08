// The twin of shunting_yard.c in which its bugs are mended: nothing is reported.
#define MENDED
#include "shunting_yard.c"

// paths: 52
