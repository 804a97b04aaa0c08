/* A machine whose program is a table of records of 12 bytes, executed from symbolic input: a record's place is a multiple of
 * 12, which is no power of two, and its fields are of four, two and one bytes. What is read of one record says which is next. */
#include "arrays.h"

#ifndef N
#define N 12
#endif

struct record {
    uint32_t allowed; /* which of the 32 kinds of input go on */
    int32_t weight;   /* what the step adds to the score */
    uint16_t next;    /* the record that follows */
    uint8_t spread;   /* how many records the input chooses between */
    uint8_t flags;
};

enum { LAST = 1, RESETS = 2, RECORDS = 24, HEAVIEST = 70 };

_Static_assert(sizeof(struct record) == 12, "the stride that this is about");

static const struct record records[RECORDS] = {
    {0xffffffff, 1, 1, 3, 0},      {0x0000ffff, 5, 4, 1, 0},      {0xffff0000, -7, 5, 2, 0},
    {0x55555555, 12, 7, 3, 0},     {0x0f0f0f0f, 20, 10, 1, 0},    {0xf0f0f0f0, -20, 11, 1, 0},
    {0x33333333, 33, 12, 2, 0},    {0x00ff00ff, 2, 1, 3, RESETS}, {0xff00ff00, -3, 14, 0, 0},
    {0xffffffff, 0, 16, 3, 0},     {0x00000fff, 41, 13, 0, 0},    {0x7fffffff, -41, 15, 2, 0},
    {0xaaaaaaaa, 70, 18, 1, 0},    {0x80000001, -70, 20, 0, LAST}, {0x0000f00f, 8, 9, 0, RESETS},
    {0xf000000f, 16, 19, 1, 0},    {0xffffffff, -1, 21, 1, 0},    {0x00f0f000, 25, 22, 0, LAST},
    {0x0ffffff0, 6, 23, 0, 0},     {0x11111111, -25, 2, 1, RESETS}, {0x22222222, 11, 0, 0, 0},
    {0x44444444, -11, 6, 2, 0},    {0x88888888, 64, 3, 3, LAST},  {0xfffffffe, 10, 17, 1, LAST},
};

int main(void) {
    uint8_t input[N];
    make_bytes(input, N, "input");
    uint32_t at = 0;
    int32_t score = 0;
    unsigned steps = 0;
    while (steps < N) {
        const struct record *record = &records[at];
        uint8_t byte = input[steps];
        if (!(record->allowed >> (byte & 31) & 1))
            return 1;
        score += record->weight;
        steps++;
        if (record->flags & LAST)
            break;
        at = record->next + (record->spread & byte >> 5);
        check(at < RECORDS);
        if ((record->flags & RESETS) && score > 0)
            score = 0;
    }
    check((score <= (int32_t)steps * HEAVIEST) & (score >= (int32_t)steps * -HEAVIEST));
    return 0;
}
