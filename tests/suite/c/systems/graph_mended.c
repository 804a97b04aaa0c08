// The twin of graph.c without its bugs: nothing is reported.
#define MENDED
#include "graph.c"

// paths: 55
