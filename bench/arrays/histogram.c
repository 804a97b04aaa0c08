/* Counts symbolic bytes by their upper four bits, then looks at the counts at symbolic places: each write is at a symbolic
 * place of an array that was written at symbolic places before. */
#include "arrays.h"

#ifndef N
#define N 7
#endif

enum { BUCKETS = 16 };

static uint16_t count[BUCKETS];

int main(void) {
    uint8_t bytes[N];
    make_bytes(bytes, N, "bytes");
    for (unsigned i = 0; i < N; i++)
        count[bytes[i] >> 4]++;
    /* How many bytes share their bucket with another: 0, or at least 2. */
    unsigned shared = 0;
    for (unsigned i = 0; i < N; i++)
        if (count[bytes[i] >> 4] > 1)
            shared++;
    check(shared != 1);
    uint32_t asked = make_index(BUCKETS, "asked");
    check(count[asked] <= N);
    if (count[asked] == 0) {
        for (unsigned i = 0; i < N; i++)
            check(bytes[i] >> 4 != (int)asked);
    }
    return 0;
}
