// A 64-bit load of a symbolic object, compared in parts.
#include <pleach.h>
#include <stdint.h>

int main(void) {
    union {
        unsigned char bytes[16];
        uint64_t words[2];
    } u;
    pleach_symbolic(u.bytes, sizeof u, "bytes");
    if (u.words[0] == 0x1122334455667788 && u.bytes[7] != 0x11) {
        return 1; //~ dead
    }
    if (u.words[1] > u.words[0] && u.bytes[15] == 0) {
        return 2; //~ reach
    }
    return 0;
}

// The first condition fails at its second half or at once; the last one has three outcomes after each, except that a
// first word with a leading 0x11 leaves none with a larger second word that leads with 0.
// paths: 5
