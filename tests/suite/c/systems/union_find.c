// Groups of hosts that can reach each other: a forest of disjoint sets with union by size, path compression, and
// leaving a group. Planted: a host that is alone and leaves has no heir, sizes are added once more when both are in one
// group already, and a host's number may be the one behind the last.
#include <klee/klee.h>
#include <assert.h>
#include <stdlib.h>

enum { HOSTS = 5 };

struct forest {
    int *parent;
    int *size; /* of the group, at its root */
    int groups;
};

void reach_error(void) {
    abort();
}

static int forest_init(struct forest *forest) {
    forest->parent = malloc(HOSTS * sizeof *forest->parent);
    forest->size = malloc(HOSTS * sizeof *forest->size);
    forest->groups = HOSTS;
    if (forest->parent == NULL || forest->size == NULL) {
        free(forest->parent);
        free(forest->size);
        return -1;
    }
    for (int i = 0; i < HOSTS; i++) {
        forest->parent[i] = i;
        forest->size[i] = 1;
    }
    return 0;
}

static int find(struct forest *forest, int host) {
    if (forest->parent[host] == host) { //~ error: out-of-bounds
        return host;
    }
    int root = find(forest, forest->parent[host]);
    forest->parent[host] = root;
    return root;
}

static void join(struct forest *forest, int a, int b) {
    a = find(forest, a);
    b = find(forest, b);
#ifdef MENDED
    if (a == b) {
        return;
    }
#endif
    if (forest->size[a] < forest->size[b]) {
        int kept = a;
        a = b;
        b = kept;
    }
    forest->parent[b] = a;
    forest->size[a] += forest->size[b];
    forest->groups--;
}

/* Takes a host out of its group; another member becomes the root if it was. */
static void leave(struct forest *forest, int host) {
    int root = find(forest, host), heir = -1;
#ifdef MENDED
    if (forest->size[root] == 1) {
        return;
    }
#endif
    for (int i = 0; i < HOSTS; i++) {
        if (i != host && find(forest, i) == root) {
            heir = i;
        }
    }
    forest->size[heir] = forest->size[root] - 1; //~ error: out-of-bounds
    /* Everybody has the root as a parent now, for everybody has been looked for. */
    for (int i = 0; i < HOSTS; i++) {
        if (i != host && forest->parent[i] == root) {
            forest->parent[i] = heir;
        }
    }
    forest->parent[host] = host;
    forest->size[host] = 1;
    forest->groups++;
}

/* The sizes of all groups are those of their members, and together all hosts. */
static void check(struct forest *forest) {
    int groups = 0;
    for (int i = 0; i < HOSTS; i++) {
        int members = 0;
        for (int k = 0; k < HOSTS; k++) {
            members += find(forest, k) == i;
        }
        if (members > 0) {
            groups++;
            if (members != forest->size[i]) {
                reach_error(); //~ error: reach-error
            }
        }
    }
    assert(groups == forest->groups);
}

/* A host by its digit, or -1. */
static int host_of(char digit) {
#ifndef MENDED
    for (int i = 0; i <= HOSTS; i++) {
#else
    for (int i = 0; i < HOSTS; i++) {
#endif
        if (digit == '0' + i) {
            return i;
        }
    }
    return -1;
}

int main(void) {
    struct forest forest;
    char text[3];
    klee_make_symbolic(text, sizeof text, "text");
    if (forest_init(&forest) != 0) {
        return 1;
    }
    join(&forest, 0, 1);
    join(&forest, 2, 3);
    int a = host_of(text[0]), b = host_of(text[1]), left = -1;
    if (a >= 0 && b >= 0) {
        join(&forest, a, b);
        check(&forest);
        left = host_of(text[2]);
    }
    if (left >= 0) {
        leave(&forest, left);
        check(&forest);
    }
    int groups = forest.groups;
    free(forest.parent);
    free(forest.size);
    return groups;
}

// paths: 145
