// The twin of semver.c in which its bugs are mended: nothing is reported.
// cflags: -fsanitize=undefined
#define MENDED
#include "semver.c"

// paths: 24
