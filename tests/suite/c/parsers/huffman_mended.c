// The twin of huffman.c in which its bugs are mended: nothing is reported.
// cflags: -fsanitize=undefined
#define MENDED
#include "huffman.c"

// paths: 34
