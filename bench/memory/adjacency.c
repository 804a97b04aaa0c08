// A graph as lists of neighbours, walked along symbolic edges.
#include <pleach.h>
#include <stdlib.h>

#define VERTICES 8
#define STEPS 8

struct vertex {
    unsigned number, degree;
    int visited;
    struct vertex **neighbours;
};

int main(void) {
    struct vertex *graph[VERTICES];
    for (unsigned i = 0; i < VERTICES; i++)
        graph[i] = calloc(1, sizeof(struct vertex));
    for (unsigned i = 0; i < VERTICES; i++) {
        struct vertex *v = graph[i];
        v->number = i;
        v->degree = 2 + i % 2;
        v->neighbours = malloc(v->degree * sizeof *v->neighbours);
        for (unsigned j = 0; j < v->degree; j++)
            v->neighbours[j] = graph[(i * 3 + j * 2 + 1) % VERTICES];
    }
    struct vertex *at = graph[pleach_range(0, VERTICES, "start")];
    unsigned sum = 0;
    for (int i = 0; i < STEPS; i++) {
        at->visited++;
        sum += at->number;
        at = at->neighbours[pleach_range(0, 2, "edge")];
    }
    int visits = 0;
    for (unsigned i = 0; i < VERTICES; i++)
        visits += graph[i]->visited;
    pleach_assert(visits == STEPS);
    return sum > 40;
}
