/* Compares conversions between codes with the system's, and obstacks, by the macros of the system's header. */
#define _GNU_SOURCE
#include <errno.h>
#include <iconv.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"

void *pl_iconv_open(const char *, const char *);
int pl_iconv_close(void *);
size_t pl_iconv(void *, char **, size_t *, char **, size_t *);

static void conversions(void) {
    static const char *const names[] = {"ASCII", "ISO-8859-1", "UTF-8", "latin1", "US-ASCII"};
    static const char *const pieces[] = {"a", "z", "\xe9", "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80", "\xc0\x80", "\xed\xa0\x80", "\xff", "\xe2\x82", "\xc3", "\xf4\x90\x80\x80"};
    for (int round = 0; round < 20000; round++) {
        const char *to = names[below(5)], *from = names[below(5)];
        if (strcmp(to, "UTF-8") == 0 && to == from) {
            continue;
        }
        char text[64] = "", one[64], other[64];
        for (unsigned count = below(6); count > 0; count--) {
            strcat(text, pieces[below(below(2) ? 6 : 12)]);
        }
        void *ours = pl_iconv_open(to, from);
        iconv_t theirs = iconv_open(to, from);
        size_t room = below(3) ? 60 : below(8);
        char *from_a = text, *from_b = text, *to_a = one, *to_b = other;
        size_t left_a = strlen(text), left_b = left_a, room_a = room, room_b = room;
        errno = 0;
        size_t got = pl_iconv(ours, &from_a, &left_a, &to_a, &room_a);
        int error = errno;
        errno = 0;
        size_t expected = iconv(theirs, &from_b, &left_b, &to_b, &room_b);
        /* Where no room is left and the next byte is wrong, too, either is said. */
        CHECK(got == expected && (error == errno || room_b == 0), "%s from %s: %zd %zd, errno %d %d", to, from, got, expected, error, errno);
        CHECK(left_a == left_b && room_a == room_b && from_a == from_b && memcmp(one, other, room - room_a) == 0, "%s from %s: left %zu %zu, room %zu %zu", to, from,
              left_a, left_b, room_a, room_b);
        CHECK(pl_iconv(ours, NULL, NULL, NULL, NULL) == 0 && pl_iconv_close(ours) == 0, "closed");
        iconv_close(theirs);
    }
}

#define _obstack_begin pl__obstack_begin
#define _obstack_begin_1 pl__obstack_begin_1
#define _obstack_newchunk pl__obstack_newchunk
#define _obstack_allocated_p pl__obstack_allocated_p
#define _obstack_memory_used pl__obstack_memory_used
#define obstack_alloc_failed_handler pl_obstack_alloc_failed_handler
#define obstack_exit_failure pl_obstack_exit_failure
#include <obstack.h>
#undef obstack_free
#define obstack_free pl_obstack_free
extern void pl_obstack_free(struct obstack *, void *);

#define obstack_chunk_alloc malloc
#define obstack_chunk_free free

static int chunks;

static void *take_chunk(void *count, long size) {
    ++*(int *)count;
    return malloc(size);
}

static void give_chunk(void *count, void *chunk) {
    --*(int *)count;
    free(chunk);
}

/* Objects that grow byte by byte and block by block, of which some are freed with all that came later. */
static void stacks(void) {
    for (int round = 0; round < 200; round++) {
        struct obstack stack;
        struct {
            char *object, copy[600];
            int size;
        } objects[20];
        int count = 0;
        if (round % 2) {
            obstack_specify_allocation_with_arg(&stack, 64, 8, take_chunk, give_chunk, &chunks);
        } else {
            obstack_begin(&stack, 100);
        }
        for (int step = 0; step < 60; step++) {
            if (count < 20 && below(3)) {
                int size = 0;
                for (unsigned part = below(6); part > 0; part--) {
                    int more = (int)below(90);
                    for (int i = 0; i < more; i++) {
                        objects[count].copy[size + i] = (char)next();
                    }
                    if (below(2)) {
                        obstack_grow(&stack, objects[count].copy + size, more);
                    } else {
                        for (int i = 0; i < more; i++) {
                            obstack_1grow(&stack, objects[count].copy[size + i]);
                        }
                    }
                    size += more;
                }
                CHECK((int)obstack_object_size(&stack) == size, "%d", size);
                objects[count].size = size;
                objects[count++].object = obstack_finish(&stack);
            } else if (count > 0) {
                count -= 1 + (int)below(2);
                count = count < 0 ? 0 : count;
                CHECK(pl__obstack_allocated_p(&stack, objects[count].object), "it is there");
                pl_obstack_free(&stack, objects[count].object);
            }
            for (int i = 0; i < count; i++) {
                CHECK(memcmp(objects[i].object, objects[i].copy, objects[i].size) == 0, "object %d", i);
            }
        }
        CHECK(pl__obstack_memory_used(&stack) > 0, "used");
        pl_obstack_free(&stack, NULL);
        CHECK(chunks == 0, "%d chunks are left", chunks);
    }
    CHECK(pl_obstack_alloc_failed_handler != NULL && pl_obstack_exit_failure == 1, "set");
}

void codes(void) {
    conversions();
    stacks();
}
