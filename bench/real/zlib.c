// Any twelve bytes as a compressed stream. The library is zlib.
#include "zlib.h"
#include <klee/klee.h>

int main(void) {
    unsigned char stream[12], plain[64];
    klee_make_symbolic(stream, sizeof stream, "stream");
    unsigned long size = sizeof plain;
    return uncompress(plain, &size, stream, sizeof stream) != 0;
}
