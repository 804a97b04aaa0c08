// A map from words to numbers: chained buckets that are rehashed as the map grows, and copies of the keys on the heap.
// Planted: the hash of a character above 127 is negative and so is the bucket, removing an entry frees its key twice
// where the entry is not last in its chain, and rehashing reads the next link of an entry after it was moved.
#include <klee/klee.h>
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct entry {
    struct entry *next;
    char *key;
    int value;
};

struct map {
    struct entry **buckets;
    int bucket_count;
    int count;
};

static int map_init(struct map *map, int buckets) {
    map->buckets = calloc((size_t)buckets, sizeof *map->buckets);
    map->bucket_count = buckets;
    map->count = 0;
    return map->buckets != NULL ? 0 : -1;
}

static int hash(const char *key) {
    int sum = 0;
    for (; *key != '\0'; key++) {
#ifndef MENDED
        sum = sum * 2 + *key;
#else
        sum = sum * 2 + (unsigned char)*key;
#endif
    }
    return sum;
}

static struct entry **bucket_of(const struct map *map, const char *key) {
    int rest = hash(key) % map->bucket_count;
    /* Each bucket is a case of its own: there are few. */
    for (int i = 0; i < map->bucket_count; i++) {
        if (rest == i) {
            return &map->buckets[i];
        }
    }
    return &map->buckets[rest];
}

static struct entry *find(const struct map *map, const char *key) {
    struct entry *entry = *bucket_of(map, key); //~ error: out-of-bounds
    while (entry != NULL && strcmp(entry->key, key) != 0) {
        entry = entry->next;
    }
    return entry;
}

static int rehash(struct map *map) {
    struct map larger;
    if (map_init(&larger, map->bucket_count + 2) != 0) {
        return -1;
    }
    for (int i = 0; i < map->bucket_count; i++) {
        struct entry *entry = map->buckets[i];
        while (entry != NULL) {
#ifdef MENDED
            struct entry *next = entry->next;
#endif
            struct entry **bucket = bucket_of(&larger, entry->key);
            entry->next = *bucket; //~ error: out-of-bounds
            *bucket = entry;
            larger.count++;
#ifndef MENDED
            entry = entry->next;
#else
            entry = next;
#endif
        }
    }
    free(map->buckets);
    assert(larger.count == map->count); //~ error: assert
    *map = larger;
    return 0;
}

static int map_put(struct map *map, const char *key, int value) {
    struct entry *entry = find(map, key);
    if (entry != NULL) {
        entry->value = value;
        return 0;
    }
    if (map->count >= map->bucket_count && rehash(map) != 0) {
        return -1;
    }
    entry = malloc(sizeof *entry);
    if (entry == NULL) {
        return -1;
    }
    entry->key = malloc(strlen(key) + 1);
    if (entry->key == NULL) {
        free(entry);
        return -1;
    }
    strcpy(entry->key, key);
    entry->value = value;
    struct entry **bucket = bucket_of(map, key);
    entry->next = *bucket; //~ error: out-of-bounds
    *bucket = entry;
    map->count++;
    return 1;
}

static void entry_free(struct entry *entry) {
    free(entry->key); //~ error: double-free
    free(entry);
}

static int map_remove(struct map *map, const char *key) {
    struct entry **link = bucket_of(map, key);
    while (*link != NULL && strcmp((*link)->key, key) != 0) { //~ error: out-of-bounds
        link = &(*link)->next;
    }
    struct entry *entry = *link;
    if (entry == NULL) {
        return 0;
    }
#ifndef MENDED
    if (entry->next != NULL) {
        free(entry->key);
    }
#endif
    *link = entry->next;
    entry_free(entry);
    map->count--;
    return 1;
}

static void map_destroy(struct map *map) {
    for (int i = 0; i < map->bucket_count; i++) {
        while (map->buckets[i] != NULL) {
            struct entry *next = map->buckets[i]->next;
            entry_free(map->buckets[i]);
            map->buckets[i] = next;
        }
    }
    free(map->buckets);
}

int main(void) {
    struct map map;
    char words[3][2] = {"", "", ""};
    for (int i = 0; i < 3; i++) {
        klee_make_symbolic(words[i], 1, "word");
    }
    klee_assume(words[0][0] != 0);
    if (map_init(&map, 2) != 0) {
        return 1;
    }
    map_put(&map, "a", 1);
    map_put(&map, words[0], 2);
    map_put(&map, words[1], 3);
    int removed = map_remove(&map, words[2]);
    assert(find(&map, words[2]) == NULL);
    if (words[2][0] != words[1][0]) {
        struct entry *second = find(&map, words[1]);
        assert(second != NULL && second->value == 3);
    }
    map_destroy(&map);
    return removed;
}

// paths: 149
