/* A spanning tree of least weight: again and again the lightest edge between two parts that are not joined yet. */
#include "graph.h"

static size_t part[VERTICES];

static void join(size_t one, size_t other) {
    size_t old = part[other];
    for (size_t i = 0; i < VERTICES; i++)
        if (part[i] == old)
            part[i] = part[one];
}

static word kruskal(void) {
    word total = 0;
    for (size_t i = 0; i < VERTICES; i++)
        part[i] = i;
    for (size_t joined = 1; joined < VERTICES; joined++) {
        size_t from = 0, to = 0;
        for (size_t i = 0; i < VERTICES; i++)
            for (size_t j = 0; j < VERTICES; j++)
                if (part[i] != part[j] && (from == to || weight[i][j] < weight[from][to])) {
                    from = i;
                    to = j;
                }
        join(from, to);
        total += weight[from][to];
    }
    return total;
}

/* The weight of a tree that is not the least in general: a path through all vertices. */
static word along(void) {
    word total = 0;
    for (size_t i = 0; i + 1 < VERTICES; i++)
        total += weight[i][i + 1];
    return total;
}

int main(void) {
    make_graph();
    check(kruskal() <= along());
    return 0;
}
