// A decompressor of an LZ4-like format: a token says how many literals follow and how long the match behind them is,
// the match says how far back it begins. Planted: a match may begin before the output; the check for room counts the
// literals only once they have been copied; the statistics divide by the number of matches.
#include "inputs.h"
#include <pleach.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 7, MIN_MATCH = 2 };

enum lz_status { LZ_OK, LZ_TRUNCATED, LZ_NO_ROOM, LZ_BAD_OFFSET };

struct decoder {
    const unsigned char *in;
    const unsigned char *in_end;
    unsigned char *out; // of ROOM bytes
    size_t produced;
    size_t matches;
    size_t matched;
};

static int next_byte(struct decoder *d) {
    return d->in < d->in_end ? *d->in++ : -1;
}

// A length of four bits, which goes on in further bytes if all are set.
static enum lz_status read_length(struct decoder *d, unsigned first, size_t *length) {
    *length = first;
    if (first < 15) {
        return LZ_OK;
    }
    int more;
    do {
        more = next_byte(d);
        if (more < 0) {
            return LZ_TRUNCATED;
        }
        *length += (size_t)more;
    } while (more == 255);
    return LZ_OK;
}

static enum lz_status copy_literals(struct decoder *d, size_t count) {
    if (count > (size_t)(d->in_end - d->in)) {
        return LZ_TRUNCATED;
    }
#ifndef MENDED
    if (d->produced > ROOM) {
#else
    if (count > ROOM - d->produced) {
#endif
        return LZ_NO_ROOM;
    }
    memcpy(d->out + d->produced, d->in, count); //~ error: out-of-bounds
    d->in += count;
    d->produced += count;
    return LZ_OK;
}

static enum lz_status copy_match(struct decoder *d, size_t offset, size_t length) {
#ifndef MENDED
    if (offset == 0) {
#else
    if (offset == 0 || offset > d->produced) {
#endif
        return LZ_BAD_OFFSET;
    }
    if (length > ROOM - d->produced) {
        return LZ_NO_ROOM;
    }
    // Byte by byte, because a match may overlap what it produces.
    for (size_t i = 0; i < length; i++) {
        d->out[d->produced] = d->out[d->produced - offset]; //~ error: out-of-bounds
        d->produced++;
    }
    d->matches++;
    d->matched += length;
    return LZ_OK;
}

// One literal run and the match behind it; the last run has none.
static enum lz_status decode_block(struct decoder *d) {
    int token = next_byte(d);
    size_t length = 0;
    enum lz_status status = read_length(d, (unsigned)token >> 4, &length);
    if (status == LZ_OK) {
        status = copy_literals(d, length);
    }
    if (status != LZ_OK || d->in == d->in_end) {
        return status;
    }
    int offset = next_byte(d);
    status = read_length(d, (unsigned)token & 15, &length);
    return status == LZ_OK ? copy_match(d, (size_t)offset, length + MIN_MATCH) : status;
}

static enum lz_status decode(struct decoder *d) {
    enum lz_status status = LZ_OK;
    while (status == LZ_OK && d->in < d->in_end) {
        status = decode_block(d);
    }
    return status;
}

static size_t average_match(const struct decoder *d) {
#ifdef MENDED
    if (d->matches == 0) {
        return 0;
    }
#endif
    return d->matched / d->matches; //~ error: div-by-zero
}

// Two literals and a match of three, and then five bytes that are not known.
int main(void) {
    unsigned char packed[9] = {0x21, 'a', 'b', 2};
    symbolic_text((char *)packed + 4, 5, "\x11\x42\x02\x06\x30", "packed");
    size_t skipped = pleach_range(0, 2, "skip") ? 4 : 0;
    struct decoder d = {packed + skipped, packed + sizeof packed, malloc(ROOM), 0, 0, 0};
    enum lz_status status = decode(&d);
    int result = status == LZ_OK ? (int)(d.produced + average_match(&d)) : 20 + (int)status;
    free(d.out);
    return result;
}

// paths: 8
