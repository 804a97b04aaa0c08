/* What the programs on graphs share: VERTICES of them, each two joined by an edge of symbolic weight in [1, LIMIT]. */
#include "ase.h"

#ifndef VERTICES
#define VERTICES 5
#endif
#ifndef LIMIT
#define LIMIT (2 * EDGES)
#endif

enum { EDGES = VERTICES * (VERTICES - 1) / 2 };

/* The weight of the edge between two vertices. */
static word weight[VERTICES][VERTICES];

static inline void make_graph(void) {
    word symbolic[EDGES];
    make_input(symbolic, EDGES, 1, LIMIT, "weights");
    size_t edge = 0;
    for (size_t from = 0; from < VERTICES; from++)
        for (size_t to = from + 1; to < VERTICES; to++)
            weight[from][to] = weight[to][from] = symbolic[edge++];
}
