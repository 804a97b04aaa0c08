// A store that only appends: records of a length and a payload in one area, an index by buckets of sizes, and
// compaction that drops dead records. Planted: records are placed without padding, so that the header of the next one
// is read and written where an int must not be; a record of no bytes has no highest bit to find its bucket by; and what
// is too long is a reason to abort.
// cflags: -fsanitize=undefined
#include <klee/klee.h>
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { AREA_SIZE = 64, BUCKETS = 4, ALIGNMENT = 4 };

enum status { OK, FULL, NOT_FOUND, BAD_SIZE };

struct header {
    uint32_t length; /* of the payload */
    uint32_t dead;
};

struct log {
    unsigned char *area;
    size_t used;
    int records;
    int buckets[BUCKETS]; /* records by the highest bit of their lengths */
};

/* How much room a record takes. */
static size_t room_for(size_t length) {
#ifndef MENDED
    return sizeof(struct header) + length;
#else
    return (sizeof(struct header) + length + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
#endif
}

static int log_init(struct log *log) {
    memset(log, 0, sizeof *log);
    log->area = malloc(AREA_SIZE);
    return log->area != NULL ? 0 : -1;
}

static struct header *header_at(const struct log *log, size_t offset) {
    return (struct header *)(log->area + offset);
}

static int bucket_of(uint32_t length) {
#ifdef MENDED
    if (length == 0) {
        return 0;
    }
#endif
    int bucket = 31 - __builtin_clz(length); //~ error: undefined
    return bucket < BUCKETS ? bucket : BUCKETS - 1;
}

static enum status append(struct log *log, const unsigned char *payload, size_t length) {
    if (length > 12) {
#ifndef MENDED
        abort(); //~ error: abort
#else
        return BAD_SIZE;
#endif
    }
    if (AREA_SIZE - log->used < room_for(length)) {
        return FULL;
    }
    struct header *header = header_at(log, log->used);
    header->length = (uint32_t)length; //~ error: misaligned
    header->dead = 0;
    memcpy(header + 1, payload, length);
    log->used += room_for(length);
    log->records++;
    log->buckets[bucket_of((uint32_t)length)]++;
    return OK;
}

/* Marks the record with this number as dead. */
static enum status erase(struct log *log, int number) {
    size_t offset = 0;
    for (int i = 0; i < log->records; i++) {
        struct header *header = header_at(log, offset);
        if (i == number && !header->dead) {
            header->dead = 1;
            log->buckets[bucket_of(header->length)]--;
            return OK;
        }
        offset += room_for(header->length);
    }
    return NOT_FOUND;
}

/* Moves living records to the front. */
static void compact(struct log *log) {
    size_t from = 0, to = 0;
    int left = 0;
    for (int i = 0; i < log->records; i++) {
        struct header *header = header_at(log, from);
        size_t room = room_for(header->length);
        if (!header->dead) {
            memmove(log->area + to, header, room);
            to += room;
            left++;
        }
        from += room;
    }
    log->used = to;
    log->records = left;
}

static int check(const struct log *log) {
    int buckets[BUCKETS] = {0}, sum = 0;
    size_t offset = 0;
    for (int i = 0; i < log->records; i++) {
        const struct header *header = header_at(log, offset);
        if (!header->dead) {
            buckets[bucket_of(header->length)]++;
        }
        offset += room_for(header->length);
        sum += (int)header->length;
    }
    assert(offset == log->used && memcmp(buckets, log->buckets, sizeof buckets) == 0);
    return sum;
}

/* One of the lengths that a test goes through. */
static size_t length_of(unsigned char which) {
    static const unsigned char lengths[] = {0, 4, 8, 11};
    for (size_t i = 0; i < sizeof lengths; i++) {
        if (which == i) {
            return lengths[i];
        }
    }
    return which > 12 ? which : 12;
}

int main(void) {
    struct log log;
    static const unsigned char payload[16] = "abcdefghijklmno";
    unsigned char which[2], erased;
    klee_make_symbolic(which, sizeof which, "which");
    klee_make_symbolic(&erased, sizeof erased, "erased");
    if (log_init(&log) != 0) {
        return 1;
    }
    append(&log, payload, 4);
    enum status status = append(&log, payload, length_of(which[0]));
    if (status == OK) {
        status = append(&log, payload, length_of(which[1]));
    }
    for (int i = 0; i < 2; i++) {
        if (erased == i) {
            erase(&log, i);
            compact(&log);
        }
    }
    int sum = check(&log);
    free(log.area);
    return status == OK ? sum : 50 + (int)status;
}

// paths: 50
