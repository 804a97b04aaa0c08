// The variables of a small interpreter in scopes, each a table of names to cells; the program it runs has symbolic names and
// operations.
#include <pleach.h>
#include <stdlib.h>

#define NAMES 6
#define SCOPES 3

struct cell {
    int value;
    unsigned reads;
};

struct scope {
    struct cell *cells[NAMES];
    struct scope *outer;
};

static struct cell *find(struct scope *scope, unsigned name) {
    for (; scope; scope = scope->outer)
        if (scope->cells[name])
            return scope->cells[name];
    return NULL;
}

int main(void) {
    struct scope *scope = NULL;
    for (unsigned i = 0; i < SCOPES; i++) {
        struct scope *inner = calloc(1, sizeof *inner);
        inner->outer = scope;
        for (unsigned name = i; name < NAMES; name += SCOPES - i) {
            inner->cells[name] = malloc(sizeof(struct cell));
            inner->cells[name]->value = name + 10 * i;
            inner->cells[name]->reads = 0;
        }
        scope = inner;
    }
    int result = 0;
    for (int step = 0; step < 2; step++) {
        unsigned target = pleach_range(0, NAMES, "target"), source = pleach_range(0, NAMES, "source");
        struct cell *to = find(scope, target), *from = find(scope, source);
        if (!to || !from)
            continue;
        from->reads++;
        to->value += from->value;
        result = to->value;
    }
    return result > 40;
}
