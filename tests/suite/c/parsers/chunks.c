// A reader of files in chunks as PNG has them: a length, a type, data and a CRC, with a header that must come first.
// Planted: a chunk's length is added up before it is compared, and wraps around; numbers are read through a pointer
// to a wider type, wherever they begin; the number of bytes in a row is divided by, and may be zero.
// cflags: -fsanitize=undefined
#include "inputs.h"
#include <pleach.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { TYPE_HEADER = 'H', TYPE_DATA = 'D', TYPE_END = 'E' };

enum chunk_status { OK, TRUNCATED, BAD_CRC, BAD_ORDER, BAD_TYPE, BAD_HEADER };

// A chunk is: length (2 bytes, big-endian), type (1), data, CRC (1).
enum { OVERHEAD = 4 };

struct file {
    const uint8_t *bytes;
    uint16_t length;
    uint16_t at;
};

struct picture {
    int has_header;
    unsigned row_bytes;
    unsigned data_bytes;
};

static uint8_t crc8(const uint8_t *bytes, size_t length) {
    uint8_t crc = 0;
    for (size_t i = 0; i < length; i++) {
        crc ^= bytes[i]; //~ error: out-of-bounds
        for (int bit = 0; bit < 8; bit++) {
            // Without a branch, as the tables do.
            crc = (uint8_t)(crc << 1 ^ 0x07 * (crc >> 7));
        }
    }
    return crc;
}

static uint16_t read_u16(const uint8_t *at) {
#ifndef MENDED
    return __builtin_bswap16(*(const uint16_t *)at); //~ error: misaligned
#else
    return (uint16_t)(at[0] << 8 | at[1]);
#endif
}

static enum chunk_status read_header(struct picture *picture, const uint8_t *data, uint16_t length) {
    if (picture->has_header || length < 1 || length > 2) {
        return BAD_HEADER;
    }
    picture->has_header = 1;
    picture->row_bytes = length == 1 ? data[0] : (unsigned)(data[0] << 8 | data[1]);
    return OK;
}

// Reads a chunk; its type, or 0 with a status.
static char read_chunk(struct file *file, struct picture *picture, enum chunk_status *status) {
    uint16_t left = (uint16_t)(file->length - file->at);
    *status = TRUNCATED;
    if (left < OVERHEAD) {
        return 0;
    }
    const uint8_t *chunk = file->bytes + file->at;
    uint16_t length = read_u16(chunk);
#ifndef MENDED
    uint16_t whole = (uint16_t)(length + OVERHEAD);
#else
    unsigned whole = (unsigned)length + OVERHEAD;
#endif
    if (whole > left) {
        return 0;
    }
    char type = (char)chunk[2];
    if (crc8(chunk + 3, length) != chunk[3 + length]) {
        *status = BAD_CRC;
        return 0;
    }
    *status = OK;
    if (type == TYPE_HEADER) {
        *status = read_header(picture, chunk + 3, length);
    } else if (!picture->has_header) {
        *status = BAD_ORDER;
    } else if (type == TYPE_DATA) {
        picture->data_bytes += length;
    } else if (type != TYPE_END) {
        *status = BAD_TYPE;
    }
    file->at = (uint16_t)(file->at + whole);
    return *status == OK ? type : 0;
}

static enum chunk_status read_picture(struct file *file, struct picture *picture) {
    enum chunk_status status;
    char type;
    do {
        type = read_chunk(file, picture, &status);
    } while (type != 0 && type != TYPE_END);
    return status;
}

static unsigned rows(const struct picture *picture) {
#ifdef MENDED
    if (picture->row_bytes == 0) {
        return 0;
    }
#endif
    return picture->data_bytes / picture->row_bytes; //~ error: div-by-zero
}

// A header that says in one byte or two how long a row is, a chunk that is not known, and the end.
int main(void) {
    static const uint8_t headers[][6] = {{0, 1, 'H', 2, 0x0e}, {0, 2, 'H', 0, 2, 0x0e}, {0, 2, 'H', 0, 0, 0}};
    static const uint8_t end[] = {0, 0, 'E', 0};
    uint8_t *bytes = malloc(16);
    uint8_t *chunk = bytes;
    int which = pleach_range(0, 3, "header");
    for (int i = 0; i < 3; i++) {
        if (i == which) {
            memcpy(bytes, headers[i], 6);
            chunk = bytes + headers[i][1] + OVERHEAD;
        }
    }
    pleach_symbolic(chunk, 6, "chunk");
    pleach_assume((chunk[0] == 0) | (chunk[0] == 0xff));
    pleach_assume((chunk[1] == 1) | (chunk[1] == 2) | (chunk[1] == 0xfe));
    assume_one_of((char)chunk[2], "DEHx");
    pleach_assume((chunk[3] == 1) & (chunk[4] <= 1));
    memcpy(chunk + 6, end, sizeof end);
    struct file file = {bytes, (uint16_t)(chunk + 6 + sizeof end - bytes), 0};
    struct picture picture = {0};
    enum chunk_status status = read_picture(&file, &picture);
    int result = status == OK ? (int)rows(&picture) : 10 + (int)status;
    free(bytes);
    return result;
}

// paths: 17
