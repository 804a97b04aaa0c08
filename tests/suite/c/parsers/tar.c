// A reader of tar headers: the octal numbers, the checksum and the names, with its own kind of report for damage.
// Planted: a name that fills its field has no end; the size, by which the last block is filled up, may be negative; a
// checksum that does not fit is reported as an error of the program.
// cflags: -fsanitize=undefined
#include "inputs.h"
#include <pleach.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_FIELD = 4, NUMBER_FIELD = 4, BLOCK = 8 };

struct header {
    char size[NUMBER_FIELD];
    char checksum[NUMBER_FIELD];
    char type;
    char name[NAME_FIELD]; // last, so that all in front of it has fixed places
};

enum tar_status { TAR_OK, TAR_BAD_NUMBER, TAR_BAD_CHECKSUM, TAR_BAD_TYPE, TAR_TOO_LARGE };

struct entry {
    int size;
    char *name;
    unsigned char *last_block;
};

// An octal number, which may have a sign as some old archives write it, up to a blank or the end of its field.
static int read_octal(const char *field, int *number) {
    int negative = field[0] == '-';
    *number = 0;
    for (int i = negative; i < NUMBER_FIELD && field[i] != ' '; i++) {
        if (field[i] < '0' || field[i] > '7') {
            return 0;
        }
        *number = *number * 8 + (field[i] - '0');
    }
    *number = negative ? -*number : *number;
    return 1;
}

// The sum of all bytes with blanks for the checksum itself.
static int checksum_of(const struct header *header) {
    const unsigned char *bytes = (const unsigned char *)header;
    const unsigned char *own = (const unsigned char *)header->checksum;
    int sum = 0;
    for (size_t i = 0; i < sizeof *header; i++) {
        int is_own = bytes + i >= own && bytes + i < own + NUMBER_FIELD;
        sum += is_own ? ' ' : bytes[i];
    }
    return sum;
}

static char *copy_name(const struct header *header) {
#ifndef MENDED
    size_t length = strlen(header->name); //~ error: out-of-bounds
#else
    size_t length = strnlen(header->name, NAME_FIELD);
#endif
    char *name = malloc(length + 1);
    memcpy(name, header->name, length);
    name[length] = '\0';
    return name;
}

// The last block of a file, with zeros behind what it holds.
static unsigned char *last_block(int size) {
    int used = size % BLOCK;
    unsigned char *block = malloc(BLOCK);
    memset(block, 'x', BLOCK);
    memset(block + used, 0, (size_t)(BLOCK - used)); //~ error: out-of-bounds
    return block;
}

static enum tar_status read_entry(const struct header *header, struct entry *entry) {
    int expected = 0;
    if (!read_octal(header->checksum, &expected) || !read_octal(header->size, &entry->size)) {
        return TAR_BAD_NUMBER;
    }
    if (expected != checksum_of(header)) {
#ifndef MENDED
        pleach_error("the checksum does not fit", "checksum"); //~ error: user
#else
        return TAR_BAD_CHECKSUM;
#endif
    }
    if (header->type != '0' && header->type != '5') {
        return TAR_BAD_TYPE;
    }
#ifndef MENDED
    if (entry->size > 64) {
#else
    if (entry->size < 0 || entry->size > 64) {
#endif
        return TAR_TOO_LARGE;
    }
    entry->name = copy_name(header);
    entry->last_block = last_block(entry->size);
    return TAR_OK;
}

int main(void) {
    struct header *header = malloc(sizeof *header);
    memcpy(header, "0017 1500x", 10);
    memcpy(header->name, "name", NAME_FIELD);
    symbolic_text(header->size, 1, "-01x", "size");
    symbolic_text(&header->type, 1, "057", "type");
    pleach_symbolic(&header->name[3], 1, "name");
    pleach_assume((header->name[3] == '\0') | (header->name[3] == 'e'));
    if (pleach_range(0, 2, "fits")) {
        int sum = checksum_of(header);
        header->checksum[0] = (char)('0' + (sum >> 9 & 7));
        header->checksum[1] = (char)('0' + (sum >> 6 & 7));
        header->checksum[2] = (char)('0' + (sum >> 3 & 7));
        header->checksum[3] = (char)('0' + (sum & 7));
    }
    struct entry entry = {0, NULL, NULL};
    enum tar_status status = read_entry(header, &entry);
    int result = status == TAR_OK ? (int)strlen(entry.name) : 10 + (int)status;
    free(entry.name);
    free(entry.last_block);
    free(header);
    return result;
}

// paths: 16
