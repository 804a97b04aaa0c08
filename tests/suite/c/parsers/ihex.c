// A loader of Intel HEX: records of data at addresses, an extended address, and the end. Planted: a record may reach
// beyond the image that it is loaded into; the extended address is read from a record whose length nobody has looked
// at; the types of records that there are not are declared impossible.
#include "inputs.h"
#include <pleach.h>
#include <stdlib.h>
#include <string.h>

enum { IMAGE_SIZE = 6, MAX_DATA = 4 };

enum record_type { DATA = 0, END = 1, EXTENDED = 2 };

enum ihex_status { IHEX_OK, IHEX_MORE, IHEX_SYNTAX, IHEX_CHECKSUM, IHEX_RANGE, IHEX_TYPE };

struct record {
    unsigned char type;
    unsigned address;
    unsigned char length;
    unsigned char *data; // exactly as long as it says
};

struct image {
    unsigned char *bytes;
    unsigned base;
    int loaded;
};

static int digit_value(char c) {
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// Two digits, added to the checksum, or -1.
static int read_byte(const char **at, unsigned char *sum) {
    int high = digit_value((*at)[0]);
    int low = high < 0 ? -1 : digit_value((*at)[1]);
    if (low < 0) {
        return -1;
    }
    *at += 2;
    *sum = (unsigned char)(*sum + high * 16 + low);
    return high * 16 + low;
}

static enum ihex_status read_record(const char *line, struct record *record) {
    unsigned char sum = 0;
    if (*line++ != ':') {
        return IHEX_SYNTAX;
    }
    int length = read_byte(&line, &sum);
    if (length < 0 || length > MAX_DATA) {
        return IHEX_SYNTAX;
    }
    int high = read_byte(&line, &sum);
    int low = high < 0 ? -1 : read_byte(&line, &sum);
    int type = low < 0 ? -1 : read_byte(&line, &sum);
    if (type < 0) {
        return IHEX_SYNTAX;
    }
    record->address = (unsigned)(high << 8 | low);
    record->type = (unsigned char)type;
    record->length = (unsigned char)length;
    record->data = malloc(record->length);
    for (int i = 0; i < length; i++) {
        int byte = read_byte(&line, &sum);
        if (byte < 0) {
            return IHEX_SYNTAX;
        }
        record->data[i] = (unsigned char)byte;
    }
    if (read_byte(&line, &sum) < 0 || *line != '\0') {
        return IHEX_SYNTAX;
    }
    return sum == 0 ? IHEX_OK : IHEX_CHECKSUM;
}

static enum ihex_status store(struct image *image, const struct record *record) {
    unsigned begin = image->base + record->address;
#ifndef MENDED
    if (begin >= IMAGE_SIZE) {
#else
    if (begin >= IMAGE_SIZE || record->length > IMAGE_SIZE - begin) {
#endif
        return IHEX_RANGE;
    }
    memcpy(image->bytes + begin, record->data, record->length); //~ error: out-of-bounds
    image->loaded += record->length;
    return IHEX_MORE;
}

static enum ihex_status apply(struct image *image, const struct record *record) {
    switch (record->type) {
    case DATA:
        return store(image, record);
    case END:
        return IHEX_OK;
    case EXTENDED:
#ifdef MENDED
        if (record->length != 2) {
            return IHEX_SYNTAX;
        }
#endif
        image->base = (unsigned)record->data[0] << 12;
        image->base |= (unsigned)record->data[1] << 4; //~ error: out-of-bounds
        return IHEX_MORE;
    }
#ifndef MENDED
    __builtin_unreachable(); //~ error: unreachable
#else
    return IHEX_TYPE;
#endif
}

static enum ihex_status load_line(struct image *image, const char *line) {
    struct record record = {0};
    enum ihex_status status = read_record(line, &record);
    if (status == IHEX_OK) {
        status = apply(image, &record);
    }
    free(record.data);
    return status;
}

// A record whose length, address, type and checksum are not known.
int main(void) {
    char line[] = ":0L000A0T........";
    int length = pleach_range(1, 4, "length");
    char *end = line + 9;
    for (int i = 0; i < length; i++) {
        *end++ = '0';
        *end++ = 'C';
    }
    symbolic_text(line + 6, 1, "0459", "address");
    symbolic_text(line + 8, 1, "01234", "type");
    symbolic_text(end, 2, "0123456789ABCDEF", "sum");
    line[2] = (char)('0' + length);
    end[2] = '\0';
    struct image image = {calloc(1, IMAGE_SIZE), 0, 0};
    enum ihex_status status = load_line(&image, line);
    if (status == IHEX_MORE) {
        status = load_line(&image, ":00000001FF");
    }
    free(image.bytes);
    return status == IHEX_OK ? image.loaded : 10 + (int)status;
}

// paths: 39
