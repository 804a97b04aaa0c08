// A hash map with open addressing, linear probing, tombstones and growth. Planted: erasing the last slot of a run
// empties it even where the run goes on behind the array's end, so that a key is lost; the slot that a search of a full
// table does not find is used as an index; and pruning frees values but leaves their slots in use.
#include <klee/klee.h>
#include <assert.h>
#include <stdlib.h>

enum slot_state { EMPTY, USED, TOMBSTONE };

struct slot {
    enum slot_state state;
    unsigned key;
    int *value;
};

struct map {
    struct slot *slots;
    int capacity;
    int live;
    int tombstones;
};

static int map_init(struct map *map, int capacity) {
    map->slots = calloc((size_t)capacity, sizeof *map->slots);
    map->capacity = capacity;
    map->live = 0;
    map->tombstones = 0;
    return map->slots != NULL ? 0 : -1;
}

static int home_of(const struct map *map, unsigned key) {
    return (int)(key % (unsigned)map->capacity);
}

/* The slot of the key, or -1. */
static int find(const struct map *map, unsigned key) {
    int at = home_of(map, key);
    for (int probes = 0; probes < map->capacity; probes++) {
        const struct slot *slot = &map->slots[at];
        if (slot->state == EMPTY) {
            return -1;
        }
        if (slot->state == USED && slot->key == key) {
            return at;
        }
        at = (at + 1) % map->capacity;
    }
    return -1;
}

/* A slot that a new key may take: the first that holds nothing, or -1. */
static int find_room(const struct map *map, unsigned key) {
    int at = home_of(map, key);
    for (int probes = 0; probes < map->capacity; probes++) {
        if (map->slots[at].state != USED) {
            return at;
        }
        at = (at + 1) % map->capacity;
    }
    return -1;
}

static int grow(struct map *map) {
    struct map larger;
    if (map_init(&larger, map->capacity * 2) != 0) {
        return -1;
    }
    for (int i = 0; i < map->capacity; i++) {
        if (map->slots[i].state == USED) {
            int room = find_room(&larger, map->slots[i].key);
            larger.slots[room] = map->slots[i];
            larger.live++;
        }
    }
    free(map->slots);
    *map = larger;
    return 0;
}

static int map_put(struct map *map, unsigned key, int value) {
    int at = find(map, key);
    if (at >= 0) {
        *map->slots[at].value = value; //~ error: use-after-free
        return 0;
    }
#ifdef MENDED
    if (map->live == map->capacity) {
        if (grow(map) != 0) {
            return -1;
        }
    }
#else
    if (map->live + map->tombstones == map->capacity && map->tombstones > 0) {
        if (grow(map) != 0) {
            return -1;
        }
    }
#endif
    at = find_room(map, key);
    if (map->slots[at].state == TOMBSTONE) { //~ error: out-of-bounds
        map->tombstones--;
    }
    int *box = malloc(sizeof *box);
    if (box == NULL) {
        return -1;
    }
    *box = value;
    map->slots[at] = (struct slot){USED, key, box};
    map->live++;
    return 0;
}

static const int *map_get(const struct map *map, unsigned key) {
    int at = find(map, key);
    return at >= 0 ? map->slots[at].value : NULL;
}

static int map_erase(struct map *map, unsigned key) {
    int at = find(map, key);
    if (at < 0) {
        return 0;
    }
    free(map->slots[at].value);
    map->slots[at].value = NULL;
    map->live--;
    /* A slot at the end of its run can be emptied: no search has to go over it. */
#ifndef MENDED
    if (at + 1 == map->capacity || map->slots[at + 1].state == EMPTY) {
#else
    if (map->slots[(at + 1) % map->capacity].state == EMPTY) {
#endif
        map->slots[at].state = EMPTY;
    } else {
        map->slots[at].state = TOMBSTONE;
        map->tombstones++;
    }
    return 1;
}

static void map_destroy(struct map *map) {
    for (int i = 0; i < map->capacity; i++) {
        if (map->slots[i].state == USED) {
            free(map->slots[i].value); //~ error: double-free
        }
    }
    free(map->slots);
}

/* Forgets all values below `least`. */
static void map_prune(struct map *map, int least) {
    for (int i = 0; i < map->capacity; i++) {
        struct slot *slot = &map->slots[i];
        if (slot->state == USED && *slot->value < least) {
#ifndef MENDED
            free(slot->value);
            map->live--;
#else
            map_erase(map, slot->key);
#endif
        }
    }
}

/* The key with this number in the list of known ones; the last stands for all others. */
static unsigned key_of(unsigned char number) {
    static const unsigned keys[] = {3, 7, 2, 0, 11};
    for (unsigned i = 0; i < 5; i++) {
        if (i == number) {
            return keys[i];
        }
    }
    return 12;
}

int main(void) {
    struct map map;
    struct {
        unsigned char first, erased, second;
        unsigned char prune;
    } in;
    klee_make_symbolic(&in, sizeof in, "in");

    if (map_init(&map, 4) != 0) {
        return 1;
    }
    map_put(&map, 3, 10);
    map_put(&map, 7, 11);
    map_put(&map, 2, 12);
    unsigned first = key_of(in.first), erased = key_of(in.erased), second = key_of(in.second);
    map_put(&map, first, 1);
    int found = map_erase(&map, erased);
    if (in.prune & 1) {
        map_prune(&map, 2);
    }
    map_put(&map, second, 20);

    const int *last = map_get(&map, second);
    assert(last != NULL && *last == 20);
    if (erased != 7 && first != 7 && second != 7) {
        const int *seven = map_get(&map, 7);
        assert(seven != NULL && *seven == 11); //~ error: assert
    }
    map_destroy(&map);
    return found;
}

// paths: 432
