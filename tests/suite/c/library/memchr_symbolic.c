// memchr finds the first of the unknown bytes that matches.
#include <assert.h>
#include <pleach.h>
#include <string.h>

int main(void) {
    unsigned char bytes[4];
    pleach_symbolic(bytes, sizeof bytes, "bytes");
    unsigned char *found = memchr(bytes, 0x90, sizeof bytes);
    if (found == NULL) {
        for (int i = 0; i < 4; i++) {
            assert(bytes[i] != 0x90);
        }
        return 0;
    }
    assert(*found == 0x90);
    return (int)(found - bytes) + 1;
}

// paths: 5
