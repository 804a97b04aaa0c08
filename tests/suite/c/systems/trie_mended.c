// The twin of trie.c without its bugs: nothing is reported.
#define MENDED
#include "trie.c"

// paths: 217
