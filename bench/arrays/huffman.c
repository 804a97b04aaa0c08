/* Decodes bits that are the input by a Huffman code, as inflate does: the next bits are the place in a table of 16-bit
 * entries, which hold a symbol and the length of its code, or for long codes where in the second table to look with the bits
 * that follow. So the place of each read depends on the lengths of all codes before. The tables are computed first, from
 * lengths alone. */
#include "arrays.h"

#ifndef N
#define N 6
#endif

enum { SYMBOLS = 30, END = 0, FIRST_BITS = 5, LONGEST = 9, SECOND_BITS = LONGEST - FIRST_BITS, CODES = 1 << LONGEST };

/* A full code: the sum of 2^-length is 1. */
static const uint8_t length_of[SYMBOLS] = {8, 3, 3, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 8, 8, 9, 9};

/* What is in both tables: a symbol times 16 and the length of its code, or a place in the second table times 16 and no length. */
static uint16_t first[1 << FIRST_BITS], second[CODES];
static uint16_t code_of[SYMBOLS];
/* Place 0 of the second table stays free: it would look like an entry that is not made yet. */
static unsigned second_size = 1 << SECOND_BITS;

/* Canonical codes, shorter ones first. Codes are read with their highest bit first, so that those with the same beginning are
 * neighbours in the tables. */
static void make_tables(void) {
    unsigned code = 0;
    for (unsigned length = 1; length <= LONGEST; length++) {
        for (uint16_t symbol = 0; symbol < SYMBOLS; symbol++)
            if (length_of[symbol] == length)
                code_of[symbol] = (uint16_t)code++;
        code <<= 1;
    }
    for (uint16_t symbol = 0; symbol < SYMBOLS; symbol++) {
        unsigned length = length_of[symbol];
        uint16_t entry = (uint16_t)(symbol << 4 | length);
        if (length <= FIRST_BITS) {
            for (unsigned i = 0; i < 1u << (FIRST_BITS - length); i++)
                first[(code_of[symbol] << (FIRST_BITS - length)) + i] = entry;
            continue;
        }
        unsigned begin = code_of[symbol] >> (length - FIRST_BITS);
        if (first[begin] == 0) {
            second_size += 1 << SECOND_BITS;
            first[begin] = (uint16_t)((second_size - (1 << SECOND_BITS)) << 4);
        }
        unsigned rest = code_of[symbol] & ((1 << (length - FIRST_BITS)) - 1);
        for (unsigned i = 0; i < 1u << (LONGEST - length); i++)
            second[(first[begin] >> 4) + (rest << (LONGEST - length)) + i] = entry;
    }
}

/* The bits from a place on, as many as the longest code has; there are zeros after the end. */
static unsigned look(const uint8_t *bits, unsigned at) {
    unsigned word = (unsigned)bits[at / 8] << 8 | bits[at / 8 + 1];
    return word >> (16 - LONGEST - at % 8) & (CODES - 1);
}

int main(void) {
    make_tables();
    uint8_t input[N], bits[N + 2] = {0};
    make_bytes(input, N, "input");
    for (unsigned i = 0; i < N; i++)
        bits[i] = input[i];
    unsigned at = 0, symbols = 0;
    while (at < 8 * N) {
        unsigned window = look(bits, at);
        uint16_t entry = first[window >> SECOND_BITS];
        if ((entry & 15) == 0)
            entry = second[(entry >> 4) + (window & ((1 << SECOND_BITS) - 1))];
        unsigned symbol = entry >> 4, length = entry & 15;
        check((symbol < SYMBOLS) & (length > 0) & (length <= LONGEST));
        check(code_of[symbol] == window >> (LONGEST - length));
        symbols++;
        at += length;
        if (symbol == END)
            break;
    }
    check((at <= 8 * N + LONGEST) & (symbols <= at));
    return 0;
}
