// A machine whose instructions are functions in a table, with its code symbolic.
#include <pleach.h>

struct machine {
    int a, b;
    int *selected;
};

typedef void handler(struct machine *);

static void add(struct machine *m) { m->a += m->b; }
static void swap(struct machine *m) { int x = m->a; m->a = m->b; m->b = x; }
static void twice(struct machine *m) { *m->selected *= 2; }
static void next(struct machine *m) { m->selected = m->selected == &m->a ? &m->b : &m->a; }
static void increment(struct machine *m) { ++*m->selected; }
static void stop(struct machine *m) { m->selected = 0; }

static handler *const handlers[] = {add, swap, twice, next, increment, stop};

int main(void) {
    struct machine m = {1, 2, 0};
    m.selected = &m.a;
    for (int i = 0; i < 5 && m.selected; i++)
        handlers[pleach_range(0, 6, "code")](&m);
    return m.a + m.b > 16;
}
