/* Walks through a weighted graph whose matrix is stored by compressed rows: where a row begins and ends is read from one
 * table, its columns and weights from two others, at the place that the input chooses: column[row[v] + choice], with v read
 * just so before. */
#include "arrays.h"

#ifndef N
#define N 10
#endif

enum { VERTICES = 20, EDGES = 56, LIGHTEST = -9, HEAVIEST = 30 };

static const uint16_t row[VERTICES + 1] = {0, 3, 6, 7, 11, 14, 16, 20, 23, 23, 27, 30, 31, 35, 38, 40, 44, 47, 49, 53, 56};
static const uint16_t column[EDGES] = {
    1, 4, 9, 0, 2, 5, 3, 2, 6, 7, 19, 1, 8, 12, 4, 10, 3, 9, 13, 17, 6, 11, 14, 0, 5, 10, 15, 2,
    9, 16, 7, 0, 4, 13, 18, 12, 14, 19, 6, 11, 1, 8, 15, 17, 10, 3, 16, 5, 18, 2, 7, 13, 14, 4, 9, 12,
};
static const int32_t weight[EDGES] = {
    4, 7, -2, 3, 9, 12, 5, -9, 8, 1, 30, 2, 2, 6, 11, 15, -4, 3, 3, 21, 7, 9, 14, 1, -1, 6, 8, 10,
    13, 2, 5, 5, 0, 17, 25, -3, 8, 4, 19, 6, 2, 28, 12, 9, 1, -6, 3, 16, 22, 7, 4, 10, 18, -8, 5, 11,
};

int main(void) {
    uint8_t choices[N];
    uint32_t vertex = make_index(VERTICES, "start");
    make_bytes(choices, N, "choices");
    int32_t length = 0;
    unsigned steps = 0, light = 0;
    for (unsigned i = 0; i < N; i++) {
        unsigned begin = row[vertex], degree = row[vertex + 1] - begin;
        if (choices[i] >= degree)
            break;
        unsigned edge = begin + choices[i];
        check(edge < EDGES);
        length += weight[edge];
        if (weight[edge] < 5)
            light++;
        vertex = column[edge];
        check(vertex < VERTICES);
        steps++;
        if (length > 40)
            break;
    }
    check(light <= steps);
    check((length <= (int)steps * HEAVIEST) & (length >= (int)steps * LIGHTEST));
    return 0;
}
