/* Looks for messages by their CRC-32, the one of zlib and Ethernet: a table of 256 words of 32 bits that the program computes
 * first, read once a byte at a place that depends on all bytes before. After each byte the sum is compared with that of a
 * known message. Up to four bytes the sum tells messages apart, so that only the known one can have it. */
#include "arrays.h"

#ifndef N
#define N 8
#endif

static uint32_t table[256];

static void make_table(void) {
    for (uint32_t byte = 0; byte < 256; byte++) {
        uint32_t rest = byte;
        for (unsigned bit = 0; bit < 8; bit++)
            rest = rest >> 1 ^ (0xedb88320 & -(rest & 1));
        table[byte] = rest;
    }
}

static uint32_t add_byte(uint32_t sum, uint8_t byte) {
    return sum >> 8 ^ table[(uint8_t)(sum ^ byte)];
}

int main(void) {
    static const uint8_t known[] = "IHDRIDATIEND";
    make_table();
    uint8_t message[N];
    make_bytes(message, N, "message");
    uint32_t sum = 0xffffffff, known_sum = 0xffffffff;
    unsigned equal = 0, matches = 0;
    for (unsigned i = 0; i < N; i++) {
        sum = add_byte(sum, message[i]);
        known_sum = add_byte(known_sum, known[i % (sizeof known - 1)]);
        equal += message[i] == known[i % (sizeof known - 1)];
        if (sum == known_sum) {
            matches++;
            check((i >= 4) | (equal == i + 1));
        }
    }
    check(matches <= N);
    return 0;
}
