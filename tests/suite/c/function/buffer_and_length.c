// A function is tested by itself: a buffer, its length within bounds, and a number that is any.
// run: --entry checksum --arg data=6 --arg length=0..7
#include <stddef.h>
#include <stdint.h>

static uint32_t checksum(const unsigned char *data, size_t length, uint16_t seed) {
    uint32_t sum = seed;
    for (size_t i = 0; i < length; i++)
        sum += data[i]; //~ error: out-of-bounds
    return sum > 0x10000 ? 1 : 0;
}

int (*keep)(void) = (int (*)(void))checksum;

int main(void) {
    return 3; //~ dead
}

// paths: 8
// errors: 1
