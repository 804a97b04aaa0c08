// Any twelve bytes as a compressed block. The library is LZ4.
#include "lz4.h"
#include <klee/klee.h>

int main(void) {
    char block[12], plain[40];
    klee_make_symbolic(block, sizeof block, "block");
    return LZ4_decompress_safe(block, plain, sizeof block, sizeof plain) < 0;
}
