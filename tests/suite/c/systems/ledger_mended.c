// The twin of ledger.c without its bugs: nothing is reported.
// cflags: -fsanitize=undefined
#define MENDED
#include "ledger.c"

// paths: 85
