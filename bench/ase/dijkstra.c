/* Shortest distances from one vertex: the nearest vertex that is not yet done, then its neighbours. */
#include "graph.h"

enum { FAR = 1000000 };

static void dijkstra(word *distance) {
    int done[VERTICES] = {0};
    for (size_t i = 1; i < VERTICES; i++)
        distance[i] = FAR;
    distance[0] = 0;
    for (size_t round = 0; round < VERTICES; round++) {
        size_t nearest = VERTICES;
        for (size_t i = 0; i < VERTICES; i++)
            if (!done[i] && (nearest == VERTICES || distance[i] < distance[nearest]))
                nearest = i;
        done[nearest] = 1;
        for (size_t i = 0; i < VERTICES; i++)
            if (!done[i] && distance[nearest] + weight[nearest][i] < distance[i])
                distance[i] = distance[nearest] + weight[nearest][i];
    }
}

int main(void) {
    word distance[VERTICES];
    make_graph();
    dijkstra(distance);
    word shortest = 1;
    for (size_t i = 0; i < VERTICES; i++)
        for (size_t j = 0; j < VERTICES; j++)
            shortest &= distance[j] <= distance[i] + weight[i][j];
    check(shortest);
    return 0;
}
