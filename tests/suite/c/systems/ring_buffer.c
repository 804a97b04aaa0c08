// A ring of bytes that is written and read in blocks, each copied in at most two pieces, with statistics about what is
// in it. Planted: the piece behind the wrap is copied with the length of the whole block, the average of an empty ring
// is computed, and a reader takes more than there is when the ring is exactly full.
#include <klee/klee.h>
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { CAPACITY = 6 };

struct ring {
    unsigned char *bytes;
    size_t head; /* where the next byte is written */
    size_t tail; /* where the next byte is read */
    size_t used;
};

static int ring_init(struct ring *ring) {
    ring->bytes = calloc(CAPACITY, 1);
    ring->head = ring->tail = ring->used = 0;
    return ring->bytes != NULL ? 0 : -1;
}

static size_t smaller(size_t a, size_t b) {
    return a < b ? a : b;
}

/* Writes what fits of `length` bytes and says how many those were. */
static size_t ring_write(struct ring *ring, const unsigned char *from, size_t length) {
    length = smaller(length, CAPACITY - ring->used);
    size_t before_wrap = smaller(length, CAPACITY - ring->head);
    memcpy(ring->bytes + ring->head, from, before_wrap);
#ifndef MENDED
    if (before_wrap < length) {
        memcpy(ring->bytes, from + before_wrap, length); //~ error: out-of-bounds
    }
#else
    memcpy(ring->bytes, from + before_wrap, length - before_wrap);
#endif
    ring->head = (ring->head + length) % CAPACITY;
    ring->used += length;
    return length;
}

/* How many bytes can be read; head and tail alone cannot tell a full ring from an empty one. */
static size_t ring_readable(const struct ring *ring) {
#ifndef MENDED
    return ring->head > ring->tail ? ring->head - ring->tail : CAPACITY + ring->head - ring->tail;
#else
    return ring->used;
#endif
}

static size_t ring_read(struct ring *ring, unsigned char *to, size_t length) {
    length = smaller(length, ring_readable(ring));
    size_t before_wrap = smaller(length, CAPACITY - ring->tail);
    memcpy(to, ring->bytes + ring->tail, before_wrap);
    memcpy(to + before_wrap, ring->bytes, length - before_wrap);
    ring->tail = (ring->tail + length) % CAPACITY;
    assert(ring->used >= length); //~ error: assert
    ring->used -= length;
    return length;
}

/* The average of what is in the ring. */
static unsigned ring_average(const struct ring *ring) {
    unsigned sum = 0;
    for (size_t i = 0; i < ring->used; i++) {
        sum += ring->bytes[(ring->tail + i) % CAPACITY];
    }
#ifdef MENDED
    if (ring->used == 0) {
        return 0;
    }
#endif
    return sum / (unsigned)ring->used; //~ error: div-by-zero
}

int main(void) {
    struct ring ring;
    unsigned char out[16] = {0};
    struct {
        unsigned char first;
        unsigned char taken;
        unsigned char second;
        unsigned char taken_again;
    } in;
    klee_make_symbolic(&in, sizeof in, "in");
    klee_assume(in.first <= 5);
    klee_assume(in.second <= 5);
    klee_assume(in.taken <= 4);
    klee_assume(in.taken_again <= 8);

    unsigned char *block = malloc(8);
    if (block == NULL || ring_init(&ring) != 0) {
        return 1;
    }
    for (int i = 0; i < 8; i++) {
        block[i] = (unsigned char)(i + 1);
    }
    size_t written = ring_write(&ring, block, in.first);
    size_t read = ring_read(&ring, out, in.taken);
    assert(memcmp(out, block, read) == 0);
    written += ring_write(&ring, block, in.second);
    read += ring_read(&ring, out, in.taken_again);
    assert(ring.used == written - read && ring.used <= CAPACITY);
    unsigned average = ring_average(&ring);
    free(ring.bytes);
    free(block);
    return (int)average;
}

// paths: 306
