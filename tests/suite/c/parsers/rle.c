// PackBits: runs and literals behind a signed count. Planted: the count -128, which stands for nothing, is negated
// into itself and used as a length; the packer writes its literals into a buffer that is sized for runs; the
// checksum's rotation is by the length of a run, which may be the whole width.
// cflags: -fsanitize=undefined
#include "inputs.h"
#include <pleach.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_UNPACKED = 64 };

struct buffer {
    unsigned char *bytes;
    size_t length;
    size_t room;
};

static struct buffer make_buffer(size_t room) {
    struct buffer buffer = {malloc(room), 0, room};
    if (buffer.bytes == NULL) {
        abort();
    }
    return buffer;
}

static int put(struct buffer *b, unsigned char byte) {
    if (b->length == b->room) {
        return 0;
    }
    b->bytes[b->length++] = byte;
    return 1;
}

// What a decoder keeps of the runs that it has seen.
static unsigned mix(unsigned sum, unsigned run) {
#ifndef MENDED
    return sum << run | sum >> (32 - run); //~ error: overshift
#else
    run &= 31;
    return run == 0 ? sum : sum << run | sum >> (32 - run);
#endif
}

// Unpacks into `to`; a checksum of the runs, or 0 where the text is damaged.
static unsigned unpack(const unsigned char *in, size_t length, struct buffer *to) {
    const unsigned char *end = in + length;
    unsigned sum = 1;
    while (in < end) {
        signed char count = (signed char)*in++;
#ifdef MENDED
        if (count == -128) {
            continue;
        }
#endif
        if (count >= 0) {
            // count + 1 literals
            for (int i = 0; i <= count; i++) {
                if (in == end || !put(to, *in++)) {
                    return 0;
                }
            }
            continue;
        }
        signed char run = (signed char)-count;
        if (in == end) {
            return 0;
        }
        pleach_assert(run > 0); //~ error: assert
        unsigned char byte = *in++;
        for (int i = 0; i <= run; i++) {
            if (!put(to, byte)) {
                return 0;
            }
        }
        sum = mix(sum, (unsigned)run + 1);
    }
    return sum;
}

static size_t run_length(const unsigned char *bytes, size_t length) {
    size_t run = 1;
    while (run < length && run < 128 && bytes[run] == bytes[0]) {
        run++;
    }
    return run;
}

// Packs with runs of at least two, and single bytes as literals of one.
static struct buffer pack(const unsigned char *bytes, size_t length) {
#ifndef MENDED
    struct buffer packed = make_buffer(length + 1);
#else
    struct buffer packed = make_buffer(2 * length);
#endif
    while (length > 0) {
        size_t run = run_length(bytes, length);
        packed.bytes[packed.length++] = run > 1 ? (unsigned char)(1 - (int)run) : 0;
        packed.bytes[packed.length++] = bytes[0]; //~ error: out-of-bounds
        bytes += run;
        length -= run;
    }
    return packed;
}

static int round_trip(const unsigned char *bytes, size_t length) {
    struct buffer packed = pack(bytes, length);
    struct buffer back = make_buffer(MAX_UNPACKED);
    unsigned sum = unpack(packed.bytes, packed.length, &back);
    int same = sum != 0 && back.length == length && memcmp(back.bytes, bytes, length) == 0;
    free(packed.bytes);
    free(back.bytes);
    return same;
}

int main(void) {
    if (pleach_range(0, 2, "pack")) {
        unsigned char bytes[4];
        symbolic_text((char *)bytes, sizeof bytes, "ab", "bytes");
        return !round_trip(bytes, sizeof bytes);
    }
    unsigned char packed[4];
    symbolic_text((char *)packed, sizeof packed, "\x01\xff\xe1\x80z", "packed");
    struct buffer to = make_buffer(MAX_UNPACKED);
    unsigned sum = unpack(packed, sizeof packed, &to);
    int result = sum == 0 ? 1 : to.length > 8 ? 2 : 0;
    free(to.bytes);
    return result;
}

// paths: 17
