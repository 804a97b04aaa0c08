// A cache that forgets what was least recently used: a doubly linked list in order of use, and a table of buckets to
// find entries. Planted: an evicted entry stays in its bucket if it is not the bucket's first, the end of the list is
// not moved when the last entry leaves it, and the caller keeps a pointer to a value while others are put in.
#include <klee/klee.h>
#include <assert.h>
#include <stdlib.h>

enum { CAPACITY = 3, BUCKETS = 2 };

struct entry {
    unsigned key;
    int value;
    struct entry *newer, *older;
    struct entry *chain;
};

struct cache {
    struct entry *newest, *oldest;
    struct entry *buckets[BUCKETS];
    int count;
    int evictions;
};

static struct entry *lookup(const struct cache *cache, unsigned key) {
    struct entry *entry = cache->buckets[key % BUCKETS];
    while (entry != NULL && entry->key != key) { //~ error: use-after-free
        entry = entry->chain;
    }
    return entry;
}

static void list_remove(struct cache *cache, struct entry *entry) {
    if (entry->newer != NULL) { //~ error: use-after-free
        entry->newer->older = entry->older;
    } else {
        cache->newest = entry->older;
    }
    if (entry->older != NULL) {
        entry->older->newer = entry->newer;
#ifdef MENDED
    } else {
        cache->oldest = entry->newer;
#endif
    }
    entry->newer = entry->older = NULL;
}

static void list_push(struct cache *cache, struct entry *entry) {
    entry->older = cache->newest;
    if (cache->newest != NULL) {
        cache->newest->newer = entry;
    } else {
        cache->oldest = entry;
    }
    cache->newest = entry;
}

static void bucket_remove(struct cache *cache, const struct entry *entry) {
    struct entry **link = &cache->buckets[entry->key % BUCKETS];
#ifndef MENDED
    if (*link == entry) {
        *link = entry->chain;
    }
#else
    while (*link != entry) {
        link = &(*link)->chain;
    }
    *link = entry->chain;
#endif
}

static void evict(struct cache *cache) {
    struct entry *victim = cache->oldest;
    list_remove(cache, victim);
    bucket_remove(cache, victim);
    free(victim);
    cache->count--;
    cache->evictions++;
}

/* The value of the key, which becomes the newest; null if it is not there. */
static int *cache_get(struct cache *cache, unsigned key) {
    struct entry *entry = lookup(cache, key);
    if (entry == NULL) {
        return NULL;
    }
    list_remove(cache, entry);
    list_push(cache, entry);
    return &entry->value;
}

static struct entry *cache_put(struct cache *cache, unsigned key, int value) {
    int *known = cache_get(cache, key);
    if (known != NULL) {
        *known = value;
        return cache->newest;
    }
    if (cache->count >= CAPACITY) {
        evict(cache);
    }
    struct entry *entry = calloc(1, sizeof *entry);
    if (entry == NULL) {
        return NULL;
    }
    entry->key = key;
    entry->value = value;
    entry->chain = cache->buckets[key % BUCKETS];
    cache->buckets[key % BUCKETS] = entry;
    list_push(cache, entry);
    cache->count++;
    return entry;
}

static int count_by_list(const struct cache *cache) {
    int count = 0;
    for (const struct entry *entry = cache->newest; entry != NULL; entry = entry->older) {
        assert(entry->older == NULL || entry->older->newer == entry);
        count++;
    }
    return count;
}

static void cache_destroy(struct cache *cache) {
    struct entry *entry = cache->newest;
    while (entry != NULL) {
        struct entry *older = entry->older;
        free(entry);
        entry = older;
    }
}

/* Keys are letters; the place in the alphabet is the key. */
static int key_of(char letter) {
    static const char letters[] = "abcd";
    for (int i = 0; letters[i] != '\0'; i++) {
        if (letters[i] == letter) {
            return i;
        }
    }
    return -1;
}

int main(void) {
    struct cache cache = {0};
    char text[3];
    unsigned char refresh;
    klee_make_symbolic(text, sizeof text, "text");
    klee_make_symbolic(&refresh, sizeof refresh, "refresh");
    cache_put(&cache, 0, 100);
    cache_put(&cache, 4, 104);
    const int *held = cache_get(&cache, refresh & 1 ? 0 : 4);
    for (int i = 0; i < 3; i++) {
        int key = key_of(text[i]);
        if (key >= 0) {
            cache_put(&cache, (unsigned)key, i);
        }
        assert(count_by_list(&cache) == cache.count);
    }
#ifdef MENDED
    held = cache_get(&cache, refresh & 1 ? 0 : 4);
#endif
    int value = held != NULL ? *held : 0; //~ error: use-after-free
    cache_put(&cache, 7, 7);
    assert(lookup(&cache, 7) != NULL && lookup(&cache, 6) == NULL);
    cache_destroy(&cache);
    return value > 0 ? cache.evictions : 9;
}

// paths: 250
