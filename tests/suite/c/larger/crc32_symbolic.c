// CRC-32 of a symbolic byte, bit by bit and by table, is the same number; one byte alone has a given CRC.
#include <pleach.h>
#include <stdint.h>

static uint32_t table[256];

static uint32_t step(uint32_t c) {
    for (int k = 0; k < 8; k++) {
        c = c >> 1 ^ (0xEDB88320u & -(c & 1));
    }
    return c;
}

int main(void) {
    for (uint32_t i = 0; i < 256; i++) {
        table[i] = step(i);
    }
    uint8_t byte;
    pleach_symbolic(&byte, sizeof byte, "byte");
    uint32_t by_bits = ~step(~0u ^ byte);
    uint32_t by_table = ~(table[(~0u ^ byte) & 0xFF] ^ ~0u >> 8);
    pleach_assert(by_bits == by_table);
    pleach_assert(by_bits != 0xE8B7BE43u); //~ error: assert
    return 0;
}
// paths: 2
// errors: 1
