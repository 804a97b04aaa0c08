// The twin of xml.c in which its bugs are mended: nothing is reported.
#define MENDED
#include "xml.c"

// paths: 18
