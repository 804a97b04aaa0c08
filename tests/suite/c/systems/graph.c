// Jobs that depend on each other: a graph as adjacency lists, a topological order by depth-first search, and the
// longest chain of durations. Planted: a cycle that does not begin where the search begins is walked for ever, an edge
// to the vertex just behind the last one is accepted, and the way back from the last job goes on from a job that has
// none in front of it.
#include <klee/klee.h>
#include <assert.h>
#include <stdlib.h>

enum { VERTICES = 4, NONE = -1 };

enum colour { WHITE, GREY, BLACK };

enum status { OK, BAD_EDGE, CYCLE, NO_MEMORY };

struct edge {
    int to;
    struct edge *next;
};

struct graph {
    struct edge *edges[VERTICES];
    int duration[VERTICES];
};

struct search {
    enum colour *colours;
    int order[VERTICES];
    int found;
};

static enum status add_edge(struct graph *graph, int from, int to) {
#ifndef MENDED
    if (from < 0 || from >= VERTICES || to < 0 || to > VERTICES) {
#else
    if (from < 0 || from >= VERTICES || to < 0 || to >= VERTICES) {
#endif
        return BAD_EDGE;
    }
    struct edge *edge = malloc(sizeof *edge);
    if (edge == NULL) {
        return NO_MEMORY;
    }
    edge->to = to;
    edge->next = graph->edges[from];
    graph->edges[from] = edge;
    return OK;
}

static void clear(struct graph *graph) {
    for (int i = 0; i < VERTICES; i++) {
        while (graph->edges[i] != NULL) {
            struct edge *next = graph->edges[i]->next;
            free(graph->edges[i]);
            graph->edges[i] = next;
        }
    }
}

/* Visits what depends on the vertex, and then puts the vertex in front of it. */
static enum status visit(const struct graph *graph, struct search *search, int start, int vertex) {
#ifndef MENDED
    if (vertex == start && search->colours[vertex] == GREY) {
#else
    (void)start;
    if (search->colours[vertex] == GREY) {
#endif
        return CYCLE;
    }
    if (search->colours[vertex] == BLACK) { //~ error: out-of-bounds
        return OK;
    }
    search->colours[vertex] = GREY;
    for (const struct edge *edge = graph->edges[vertex]; edge != NULL; edge = edge->next) {
        enum status status = visit(graph, search, start, edge->to); //~ error: stack-overflow
        if (status != OK) {
            return status;
        }
    }
    search->colours[vertex] = BLACK;
    search->order[VERTICES - 1 - search->found++] = vertex;
    return OK;
}

static enum status sort(const struct graph *graph, struct search *search) {
    search->found = 0;
    search->colours = calloc(VERTICES, sizeof *search->colours);
    if (search->colours == NULL) {
        return NO_MEMORY;
    }
    enum status status = OK;
    for (int vertex = 0; vertex < VERTICES && status == OK; vertex++) {
        if (search->colours[vertex] == WHITE) {
            status = visit(graph, search, vertex, vertex);
        }
    }
    free(search->colours);
    return status;
}

/* How long all jobs take if each begins when those it depends on have ended; `length` gets the number of jobs on the
 * chain that decides it. */
static int critical_chain(const struct graph *graph, const struct search *search, int *length) {
    int end[VERTICES], last = 0;
    int *previous = malloc(VERTICES * sizeof *previous);
    if (previous == NULL) {
        abort();
    }
    for (int i = 0; i < VERTICES; i++) {
        end[i] = graph->duration[i];
        previous[i] = NONE;
    }
    for (int i = 0; i < VERTICES; i++) {
        int from = search->order[i];
        for (const struct edge *edge = graph->edges[from]; edge != NULL; edge = edge->next) {
            if (end[from] + graph->duration[edge->to] > end[edge->to]) {
                end[edge->to] = end[from] + graph->duration[edge->to];
                previous[edge->to] = from;
            }
        }
        if (end[from] > end[last]) {
            last = from;
        }
    }
    *length = 1;
#ifndef MENDED
    for (int job = previous[last]; job != 0; job = previous[job]) { //~ error: out-of-bounds
#else
    for (int job = previous[last]; job != NONE; job = previous[job]) {
#endif
        ++*length;
    }
    free(previous);
    return end[last];
}

static void check_order(const struct graph *graph, const struct search *search) {
    int place[VERTICES];
    for (int i = 0; i < VERTICES; i++) {
        place[search->order[i]] = i;
    }
    for (int i = 0; i < VERTICES; i++) {
        for (const struct edge *edge = graph->edges[i]; edge != NULL; edge = edge->next) {
            assert(place[i] < place[edge->to]);
        }
    }
}

/* A job's number from its letter; the bounds are left to others. */
static int vertex_of(char letter) {
    for (int i = 0; i <= VERTICES; i++) {
        if (letter == 'a' + i) {
            return i;
        }
    }
    return NONE;
}

int main(void) {
    struct graph graph = {{NULL}, {3, 1, 4, 2}};
    struct search search;
    char text[2];
    unsigned char duration;
    klee_make_symbolic(text, sizeof text, "text");
    klee_make_symbolic(&duration, sizeof duration, "duration");
    klee_assume(duration < 8);
    graph.duration[3] = duration;

    /* b waits for a, c waits for d; one edge more is asked. */
    enum status status = add_edge(&graph, 0, 1);
    if (status == OK) {
        status = add_edge(&graph, 3, 2);
    }
    if (status == OK) {
        status = add_edge(&graph, vertex_of(text[0]), vertex_of(text[1]));
    }
    if (status == OK) {
        status = sort(&graph, &search);
    }
    int length = 0;
    if (status == OK) {
        check_order(&graph, &search);
        int longest = critical_chain(&graph, &search, &length);
        assert(longest >= 4 && longest <= 15 && length <= VERTICES);
    }
    clear(&graph);
    return (int)status * 10 + length;
}

// paths: 55
