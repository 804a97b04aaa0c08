// The twin of phone.c in which its bugs are mended: nothing is reported.
#define MENDED
#include "phone.c"

// paths: 18
