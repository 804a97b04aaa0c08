// The twin of event_bus.c without its bugs: nothing is reported.
#define MENDED
#include "event_bus.c"

// paths: 48
