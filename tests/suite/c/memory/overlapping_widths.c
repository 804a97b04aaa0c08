// Bytes written one by one are read as words, and the other way round.
#include <assert.h>
#include <pleach.h>
#include <stdint.h>
#include <string.h>

int main(void) {
    unsigned char bytes[8];
    uint16_t x;
    pleach_symbolic(&x, sizeof x, "x");
    memset(bytes, 0xaa, sizeof bytes);
    bytes[2] = (unsigned char)x;
    bytes[3] = (unsigned char)(x >> 8);
    uint32_t word;
    memcpy(&word, bytes + 1, sizeof word);
    assert(word == (0xaa0000aau | (uint32_t)x << 8));
    word = ~word;
    memcpy(bytes + 1, &word, sizeof word);
    assert(bytes[2] == (unsigned char)~x);
    assert(bytes[1] == 0x55 && bytes[4] == 0x55 && bytes[5] == 0xaa);
    return 0;
}

// paths: 1
