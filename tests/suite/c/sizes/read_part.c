// read and fread of a symbolic number of bytes, from an input of symbolic length.
// run: --sym-stdin 0..20
#include <pleach.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    char to[16];
    size_t n = pleach_range(0, 17, "n");
    long first = read(0, to, n);
    pleach_assert(first >= 0 && (size_t)first <= n);
    if (first < 3) {
        return 1; //~ reach
    }
    if (to[2] == 'x') {
        size_t more = fread(to, 1, n + 1, stdin);
        return more > 2 ? 2 : 3; //~ reach
    }
    return 0; //~ reach
}

// paths: 26
