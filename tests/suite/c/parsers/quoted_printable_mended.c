// The twin of quoted_printable.c in which its bugs are mended: nothing is reported.
#define MENDED
#include "quoted_printable.c"

// paths: 38
