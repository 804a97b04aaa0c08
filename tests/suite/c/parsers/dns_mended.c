// The twin of dns.c in which its bugs are mended: nothing is reported.
#define MENDED
#include "dns.c"

// paths: 16
