/* Sums of elements of a table of signed numbers, at symbolic places that are ordered by the branches before: the example of
 * the paper's figure 1, larger. The table rises and falls, has negative numbers, and what can be read between two places
 * bounds the sum. */
#include "arrays.h"

#ifndef N
#define N 6
#endif

enum { ELEMENTS = 64, LARGEST = 122, LEAST = -97 };

static const int32_t height[ELEMENTS] = {
    3,   9,   14,  22,  31,  37,  40,  41,  38,  30,  21,  9,   -4,  -17, -30, -41, -52, -60, -66, -69, -71, -70,
    -66, -59, -51, -40, -27, -13, 2,   18,  35,  51,  66,  80,  92,  102, 110, 116, 120, 122, 121, 118, 112, 103,
    92,  79,  63,  46,  28,  9,   -10, -29, -47, -63, -77, -88, -94, -97, -95, -88, -76, -60, -40, -19,
};

int main(void) {
    uint32_t place[N];
    klee_make_symbolic(place, sizeof place, "place");
    klee_assume(place[0] < ELEMENTS);
    int32_t sum = height[place[0]];
    for (unsigned i = 1; i < N; i++) {
        klee_assume(place[i] < ELEMENTS);
        /* The way goes up or down by at most 8 places; where it can end after it is what bounds tell. */
        if (place[i] > place[i - 1])
            klee_assume(place[i] - place[i - 1] <= 8);
        else
            klee_assume(place[i - 1] - place[i] <= 8);
        int32_t climbed = height[place[i]] - height[place[i - 1]];
        if (climbed > 100)
            sum += height[place[i]];
        else if (climbed < -60)
            sum -= height[place[i]];
        else if (height[place[i]] + height[place[i - 1]] > 60)
            sum += climbed;
        check((climbed <= 142) & (climbed >= -142));
    }
    check((sum <= N * LARGEST) & (sum >= (int)N * (LEAST - LARGEST)));
    return sum > 200 ? 0 : 1;
}
