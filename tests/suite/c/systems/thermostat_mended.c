// The twin of thermostat.c without its bugs: nothing is reported.
// cflags: -fsanitize=undefined
#define MENDED
#include "thermostat.c"

// paths: 41
