// CRC-32 bit by bit, by a table of 256, and by four tables: all agree.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint32_t tables[4][256];

static void make_tables(void) {
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t c = i;
        for (int k = 0; k < 8; k++) {
            c = c & 1 ? 0xEDB88320u ^ c >> 1 : c >> 1;
        }
        tables[0][i] = c;
    }
    for (int t = 1; t < 4; t++) {
        for (int i = 0; i < 256; i++) {
            tables[t][i] = tables[t - 1][i] >> 8 ^ tables[0][tables[t - 1][i] & 0xFF];
        }
    }
}

static uint32_t by_bits(const uint8_t *p, size_t n) {
    uint32_t c = ~0u;
    while (n-- > 0) {
        c ^= *p++;
        for (int k = 0; k < 8; k++) {
            c = c >> 1 ^ (0xEDB88320u & -(c & 1));
        }
    }
    return ~c;
}

static uint32_t by_table(const uint8_t *p, size_t n) {
    uint32_t c = ~0u;
    for (size_t i = 0; i < n; i++) {
        c = tables[0][(c ^ p[i]) & 0xFF] ^ c >> 8;
    }
    return ~c;
}

static uint32_t by_words(const uint8_t *p, size_t n) {
    uint32_t c = ~0u;
    for (; n >= 4; n -= 4, p += 4) {
        uint32_t word;
        memcpy(&word, p, 4);
        c ^= word;
        c = tables[3][c & 0xFF] ^ tables[2][c >> 8 & 0xFF] ^ tables[1][c >> 16 & 0xFF] ^ tables[0][c >> 24];
    }
    for (; n > 0; n--, p++) {
        c = tables[0][(c ^ *p) & 0xFF] ^ c >> 8;
    }
    return ~c;
}

int main(void) {
    make_tables();
    const char *texts[] = {"", "a", "abc", "123456789", "The quick brown fox jumps over the lazy dog"};
    for (int i = 0; i < 5; i++) {
        const uint8_t *p = (const uint8_t *)texts[i];
        size_t n = strlen(texts[i]);
        uint32_t crc = by_bits(p, n);
        printf("%08x %d %d\n", crc, crc == by_table(p, n), crc == by_words(p, n));
    }
    return 0;
}
// paths: 1
