/* Shortest distances from one vertex: as many rounds over all edges as a path can have edges. */
#include "graph.h"

enum { FAR = 1000000 };

static void bellman_ford(word *distance) {
    for (size_t i = 1; i < VERTICES; i++)
        distance[i] = FAR;
    distance[0] = 0;
    for (size_t round = 1; round < VERTICES; round++)
        for (size_t from = 0; from < VERTICES; from++)
            for (size_t to = 0; to < VERTICES; to++)
                if (from != to && distance[from] + weight[from][to] < distance[to])
                    distance[to] = distance[from] + weight[from][to];
}

int main(void) {
    word distance[VERTICES];
    make_graph();
    bellman_ford(distance);
    word shortest = 1;
    for (size_t i = 0; i < VERTICES; i++)
        for (size_t j = 0; j < VERTICES; j++)
            shortest &= distance[j] <= distance[i] + weight[i][j];
    check(shortest);
    return 0;
}
