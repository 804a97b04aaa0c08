// The twin of vending_machine.c without its bugs: nothing is reported.
#define MENDED
#include "vending_machine.c"

// paths: 450
