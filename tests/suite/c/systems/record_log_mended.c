// The twin of record_log.c without its bugs: nothing is reported.
// cflags: -fsanitize=undefined
#define MENDED
#include "record_log.c"

// paths: 93
