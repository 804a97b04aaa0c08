// A reader of DNS messages: the names in them, with compression pointers. Planted: pointers may lead in a circle; the
// length of a label is not compared with what is left; a name without labels has no last character to cut off.
#include <pleach.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { MAX_NAME = 255, MAX_DEPTH = 4 };

enum dns_status { DNS_OK, DNS_TRUNCATED, DNS_LOOP, DNS_TOO_LONG, DNS_BAD_LABEL };

struct message {
    const uint8_t *bytes;
    size_t length;
};

struct name {
    char text[MAX_NAME + 1]; // labels, each with a point behind it
    size_t length;
};

// Appends a name to `to`; `end` becomes where it ends in the message.
static enum dns_status read_labels(const struct message *m, size_t at, struct name *to, size_t *end, int depth) {
    struct name part = {{0}, 0};
#ifdef MENDED
    if (depth == MAX_DEPTH) {
        return DNS_LOOP;
    }
#endif
    for (;;) {
        if (at >= m->length) {
            return DNS_TRUNCATED;
        }
        uint8_t length = m->bytes[at++];
        if (length == 0) {
            *end = at;
            break;
        }
        if (length >= 0xc0) {
            if (at >= m->length) {
                return DNS_TRUNCATED;
            }
            size_t target = (size_t)(length & 0x3f) << 8 | m->bytes[at];
            size_t ignored;
            enum dns_status status = read_labels(m, target, &part, &ignored, depth + 1); //~ error: stack-overflow
            if (status != DNS_OK) {
                return status;
            }
            *end = at + 1;
            break;
        }
        if (length >= 0x40) {
            return DNS_BAD_LABEL;
        }
#ifdef MENDED
        if (length > m->length - at) {
            return DNS_TRUNCATED;
        }
#endif
        if (part.length + length + 1 > MAX_NAME) {
            return DNS_TOO_LONG;
        }
        memcpy(part.text + part.length, m->bytes + at, length); //~ error: out-of-bounds
        part.length += length;
        part.text[part.length++] = '.';
        at += length;
    }
    if (part.length + to->length > MAX_NAME) {
        return DNS_TOO_LONG;
    }
    memcpy(to->text + to->length, part.text, part.length);
    to->length += part.length;
    return DNS_OK;
}

// The name at a place of the message, without a point at its end; where it ends.
static enum dns_status read_name(const struct message *m, size_t at, char **text, struct name *name, size_t *end) {
    name->length = 0;
    enum dns_status status = read_labels(m, at, name, end, 0);
    if (status != DNS_OK) {
        return status;
    }
    *text = name->text;
#ifndef MENDED
    char *last = name->length > 0 ? &name->text[name->length - 1] : NULL;
    *last = '\0'; //~ error: null
#else
    name->text[name->length > 0 ? name->length - 1 : 0] = '\0';
#endif
    return DNS_OK;
}

// A message of two names, of which the second is not known.
int main(void) {
    uint8_t bytes[10] = {1, 'a', 1, 'b', 0};
    struct message message = {bytes, sizeof bytes};
    struct name name;
    char *text;
    size_t end = 0;
    // It points to itself or to the first one, or has a label of its own, or none.
    static const uint8_t beginnings[][2] = {{0xc0, 5}, {0xc0, 2}, {1, 'x'}, {2, 'x'}, {0, 'x'}};
    int beginning = pleach_range(0, 5, "beginning");
    for (int i = 0; i < 5; i++) {
        if (i == beginning) {
            memcpy(bytes + 5, beginnings[i], 2);
        }
    }
    pleach_symbolic(bytes + 7, 3, "rest");
    pleach_assume((bytes[7] <= 2) | (bytes[7] == 'y'));
    pleach_assume((bytes[8] == 0) | (bytes[8] == 3) | (bytes[8] == 0xc0));
    pleach_assume((bytes[9] == 0) | (bytes[9] == 2));
    enum dns_status status = read_name(&message, 0, &text, &name, &end);
    if (status == DNS_OK) {
        status = read_name(&message, end, &text, &name, &end);
    }
    if (status != DNS_OK) {
        return 20 + (int)status;
    }
    return (int)strlen(text);
}

// paths: 16
