// The twin of c_tokens.c in which its bugs are mended: nothing is reported.
// cflags: -fsanitize=undefined
#define MENDED
#include "c_tokens.c"

// paths: 63
