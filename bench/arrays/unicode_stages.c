/* The same scan with a table of two stages, as the C library and most interpreters have it: the upper byte of a character has
 * a block, blocks that are alike are stored once, and an entry is the number of a record. Three nested reads, of 16-bit, 8-bit
 * and 8-byte elements, record[entry[block[c >> 8] * 256 + (c & 255)]]. The tables are computed first. */
#include "arrays.h"
#include "unicode.h"

#ifndef N
#define N 12
#endif

struct properties {
    uint32_t flags;
    int32_t to_lower;
};

struct range {
    uint16_t first, last;
    struct properties properties;
};

#define RANGE(first, last, flags, difference) {first, last, {flags, (flags) & UPPER ? difference : 0}},

static const struct range ranges[] = {RANGES(RANGE)};

enum { RANGE_COUNT = sizeof ranges / sizeof *ranges, MOST_BLOCKS = 64, MOST_RECORDS = 32, BLOCK = 256 };

static uint16_t block_of[0x10000 / BLOCK];
static uint8_t record_of[MOST_BLOCKS * BLOCK];
static struct properties records[MOST_RECORDS];

static unsigned record_number(const struct properties *wanted, unsigned *count) {
    unsigned i = 0;
    while (i < *count && (records[i].flags != wanted->flags || records[i].to_lower != wanted->to_lower))
        i++;
    if (i == *count)
        records[(*count)++] = *wanted;
    return i;
}

/* Block 0 is for what no range holds, and so is record 0. A block within one range is shared with others of the same record. */
static void make_tables(void) {
    unsigned blocks = 1, record_count = 1;
    uint16_t whole[MOST_RECORDS] = {0};
    for (unsigned i = 0; i < RANGE_COUNT; i++) {
        unsigned record = record_number(&ranges[i].properties, &record_count);
        for (unsigned at = ranges[i].first; at <= ranges[i].last;) {
            unsigned page = at / BLOCK, end = page * BLOCK + BLOCK;
            if (at % BLOCK == 0 && ranges[i].last + 1u >= end && whole[record] > 0) {
                block_of[page] = whole[record];
                at = end;
                continue;
            }
            if (at % BLOCK == 0 && ranges[i].last + 1u >= end)
                whole[record] = (uint16_t)blocks;
            if (block_of[page] == 0)
                block_of[page] = (uint16_t)blocks++;
            for (; at < end && at <= ranges[i].last; at++)
                record_of[block_of[page] * BLOCK + at % BLOCK] = (uint8_t)record;
        }
    }
    check((blocks <= MOST_BLOCKS) & (record_count <= MOST_RECORDS));
}

static const struct properties *look_up(uint16_t character) {
    return &records[record_of[block_of[character / BLOCK] * BLOCK + character % BLOCK]];
}

static uint16_t fold(uint16_t character) {
    return (uint16_t)(character + look_up(character)->to_lower);
}

int main(void) {
    make_tables();
    uint16_t text[N];
    klee_make_symbolic(text, sizeof text, "text");
    unsigned words = 0, digits = 0, within = 0;
    for (unsigned i = 0; i < N; i++) {
        const struct properties *found = look_up(text[i]);
        if (found->flags & (within ? CONTINUES : STARTS)) {
            words += !within;
            within = 1;
            digits += (found->flags & DIGIT) != 0;
        } else if (found->flags & (BLANK | DIGIT)) {
            within = 0;
        } else {
            return 1;
        }
        check((look_up(fold(text[i]))->flags & UPPER) == 0);
    }
    unsigned mirrored = 0;
    while (mirrored < N / 2 && fold(text[mirrored]) == fold(text[N - 1 - mirrored]))
        mirrored++;
    check((words <= N) & (digits < N));
    return mirrored < N / 2;
}
