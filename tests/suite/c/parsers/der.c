// A reader of DER: tags, lengths in their short and long forms, nested sequences, and the integers in them. Planted:
// the octets of a long length are taken without a look at how many there are, so that reading may go on behind the
// end; an integer may be longer than what its bytes are shifted into, and it may have no bytes at all.
#include "inputs.h"
#include <pleach.h>
#include <stddef.h>
#include <stdint.h>

enum { TAG_INTEGER = 0x02, TAG_SEQUENCE = 0x30, MAX_INTEGER = 4 };

enum der_status { DER_OK, DER_TRUNCATED, DER_BAD_LENGTH, DER_BAD_TAG };

struct span {
    const uint8_t *at;
    const uint8_t *end;
};

struct element {
    uint8_t tag;
    struct span contents;
};

static enum der_status read_length(struct span *s, uint32_t *length) {
    if (s->at == s->end) {
        return DER_TRUNCATED;
    }
    uint8_t first = *s->at++;
    if (first < 0x80) {
        *length = first;
        return DER_OK;
    }
    unsigned octets = first & 0x7f;
    if (octets == 0 || octets > 4) {
        return DER_BAD_LENGTH;
    }
#ifdef MENDED
    if ((size_t)(s->end - s->at) < octets) {
        return DER_TRUNCATED;
    }
#endif
    *length = 0;
    for (unsigned i = 0; i < octets; i++) {
        *length = *length << 8 | *s->at++; //~ error: out-of-bounds
    }
    // The shortest form is the only one.
    return *length < 0x80 ? DER_BAD_LENGTH : DER_OK;
}

static enum der_status read_element(struct span *s, struct element *element) {
    if (s->at == s->end) {
        return DER_TRUNCATED;
    }
    element->tag = *s->at++; //~ error: out-of-bounds
    uint32_t length;
    enum der_status status = read_length(s, &length);
    if (status != DER_OK) {
        return status;
    }
    if (length > (uint32_t)(s->end - s->at)) {
        return DER_TRUNCATED;
    }
    element->contents.at = s->at;
    element->contents.end = s->at + length;
    s->at += length;
    return DER_OK;
}

static enum der_status read_integer(struct span contents, int32_t *value) {
    int length = (int)(contents.end - contents.at);
#ifdef MENDED
    if (length == 0 || length > MAX_INTEGER) {
        return DER_BAD_LENGTH;
    }
#endif
    int negative = contents.at[0] >= 0x80; //~ error: out-of-bounds
    uint32_t bits = 0;
    for (int i = 0; i < length; i++) {
        bits |= (uint32_t)contents.at[i] << 8 * (length - 1 - i); //~ error: overshift
    }
    if (negative && length < MAX_INTEGER) {
        bits |= UINT32_MAX << 8 * length;
    }
    *value = (int32_t)bits;
    return DER_OK;
}

// The sum of all integers in an element and what it contains.
static enum der_status sum(struct span *s, int32_t *total) {
    struct element element;
    enum der_status status = read_element(s, &element);
    if (status != DER_OK) {
        return status;
    }
    if (element.tag == TAG_INTEGER) {
        int32_t value = 0;
        status = read_integer(element.contents, &value);
        *total = (int32_t)((uint32_t)*total + (uint32_t)value);
        return status;
    }
    if (element.tag != TAG_SEQUENCE) {
        return DER_BAD_TAG;
    }
    struct span *inner = &element.contents;
    while (status == DER_OK && inner->at < inner->end) {
        status = sum(inner, total);
    }
    return status;
}

// A sequence or an integer with five bytes in it.
int main(void) {
    uint8_t bytes[7] = {TAG_SEQUENCE, 5};
    symbolic_text((char *)bytes, 1, "\x02\x30", "tag");
    symbolic_text((char *)bytes + 2, 5, "\x02\x30\x01\x7f\x81", "bytes");
    pleach_assume((bytes[2] == TAG_INTEGER) | (bytes[2] == TAG_SEQUENCE));
    // A zero, which no text can hold.
    if (pleach_range(0, 2, "zero")) {
        bytes[6] = 0;
    }
    struct span all = {bytes, bytes + sizeof bytes};
    int32_t total = 0;
    enum der_status status = sum(&all, &total);
    if (status != DER_OK) {
        return 10 + status;
    }
    return total > 200;
}

// paths: 31
