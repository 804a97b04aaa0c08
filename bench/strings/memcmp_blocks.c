// Blocks are kept in order without repetitions: the sign decides, and where each goes depends on those before.
#include <pleach.h>
#include <string.h>

#ifndef N
#define N 4
#endif

int main(void) {
    unsigned char in[N][4], kept[N][4];
    int count = 0;
    pleach_symbolic(in, sizeof in, "in");
    for (int i = 0; i < N; i++) {
        int at = 0, order = 1;
        while (at < count && (order = memcmp(in[i], kept[at], 4)) > 0) {
            at++;
        }
        if (at < count && order == 0) {
            continue;
        }
        memmove(kept[at + 1 < N ? at + 1 : at], kept[at], (size_t)(at + 1 < N ? count - at : 0) * 4);
        memcpy(kept[at], in[i], 4);
        count++;
    }
    for (int i = 1; i < count; i++) {
        pleach_assert(memcmp(kept[i - 1], kept[i], 4) < 0);
    }
    return count;
}
