// The twin of booking.c without its bugs: nothing is reported.
#define MENDED
#include "booking.c"

// paths: 42
