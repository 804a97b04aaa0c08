// A cache that forgets what was not used for the longest time: a doubly linked ring through its entries, and a table by key.
#include <pleach.h>
#include <stdlib.h>

#define KEYS 5
#define ROOM 3

struct entry {
    struct entry *prev, *next;
    unsigned key;
};

static struct entry ring = {&ring, &ring, KEYS};
static struct entry *table[KEYS];
static unsigned held;

static void unlink_entry(struct entry *e) {
    e->prev->next = e->next;
    e->next->prev = e->prev;
}

static void use(unsigned key) {
    struct entry *e = table[key];
    if (e) {
        unlink_entry(e);
    } else if (held == ROOM) {
        e = ring.prev;
        unlink_entry(e);
        table[e->key] = NULL;
    } else {
        e = malloc(sizeof *e);
        held++;
    }
    e->key = key;
    table[key] = e;
    e->next = ring.next;
    e->prev = &ring;
    ring.next->prev = e;
    ring.next = e;
}

int main(void) {
    unsigned last = 0;
    for (int i = 0; i < 5; i++) {
        last = pleach_range(0, KEYS, "key");
        use(last);
    }
    pleach_assert(ring.next->key == last && table[last] == ring.next);
    unsigned length = 0;
    for (const struct entry *e = ring.next; e != &ring; e = e->next)
        length++;
    pleach_assert(length == held);
    return length;
}
