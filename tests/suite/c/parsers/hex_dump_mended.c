// The twin of hex_dump.c in which its bugs are mended: nothing is reported.
#define MENDED
#include "hex_dump.c"

// paths: 11
