// A hash map with open addressing: growth, deletion with markers, iteration, compared with a plain array.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum state { EMPTY, FULL, DELETED };

struct slot {
    enum state state;
    uint32_t key;
    int value;
};

struct map {
    struct slot *slots;
    size_t room, used, full;
};

static size_t find(const struct map *m, uint32_t key) {
    size_t at = key * 2654435761u % m->room, first_deleted = SIZE_MAX;
    for (;; at = (at + 1) % m->room) {
        const struct slot *s = &m->slots[at];
        if (s->state == EMPTY) {
            return first_deleted != SIZE_MAX ? first_deleted : at;
        }
        if (s->state == FULL && s->key == key) {
            return at;
        }
        if (s->state == DELETED && first_deleted == SIZE_MAX) {
            first_deleted = at;
        }
    }
}

static void set(struct map *m, uint32_t key, int value) {
    if (4 * m->used >= 3 * m->room) {
        struct map bigger = {calloc(m->room * 2, sizeof(struct slot)), m->room * 2, 0, 0};
        for (size_t i = 0; i < m->room; i++) {
            if (m->slots[i].state == FULL) {
                bigger.slots[find(&bigger, m->slots[i].key)] = m->slots[i];
                bigger.used++, bigger.full++;
            }
        }
        free(m->slots);
        *m = bigger;
    }
    struct slot *s = &m->slots[find(m, key)];
    m->used += s->state == EMPTY;
    m->full += s->state != FULL;
    *s = (struct slot){FULL, key, value};
}

static int erase(struct map *m, uint32_t key) {
    struct slot *s = &m->slots[find(m, key)];
    if (s->state != FULL) {
        return 0;
    }
    s->state = DELETED;
    m->full--;
    return 1;
}

int main(void) {
    struct map m = {calloc(4, sizeof(struct slot)), 4, 0, 0};
    int plain[200];
    memset(plain, -1, sizeof plain);
    unsigned x = 1;
    int erased = 0, wrong = 0;
    for (int i = 0; i < 500; i++) {
        x = x * 1103515245 + 12345;
        uint32_t key = (x >> 16) % 200;
        if ((x >> 10) % 3 == 0) {
            erased += erase(&m, key * 1000);
            plain[key] = -1;
        } else {
            set(&m, key * 1000, i);
            plain[key] = i;
        }
    }
    size_t count = 0;
    for (uint32_t key = 0; key < 200; key++) {
        const struct slot *s = &m.slots[find(&m, key * 1000)];
        wrong += (s->state == FULL ? s->value : -1) != plain[key];
        count += plain[key] >= 0;
    }
    printf("%zu %zu %zu %d %d\n", m.full, count, m.room, erased, wrong);
    free(m.slots);
    return 0;
}
// paths: 1
