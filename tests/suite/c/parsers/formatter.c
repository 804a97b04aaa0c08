// A small sprintf of its own: %d and %s, with a width and zeros, into a buffer that is never overrun. Planted: a
// number is padded in a local buffer that knows nothing of wide fields; %s does not expect null; what follows a
// percent sign at the end of the format is read; what is no conversion aborts.
#include "inputs.h"
#include <pleach.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBER_ROOM = 12 };

struct output {
    char *text;
    size_t room;
    size_t length; // that all of it would have
};

struct spec {
    int zeros;
    size_t width;
    char conversion;
};

static void put(struct output *out, char c) {
    if (out->length + 1 < out->room) {
        out->text[out->length] = c;
    }
    out->length++;
}

static void put_padded(struct output *out, const char *text, size_t length, size_t width) {
    for (; width > length; width--) {
        put(out, ' ');
    }
    for (size_t i = 0; i < length; i++) {
        put(out, text[i]);
    }
}

static void put_string(struct output *out, const char *text, size_t width) {
#ifdef MENDED
    if (text == NULL) {
        text = "(null)";
    }
#endif
    size_t length = 0;
    while (text[length] != '\0') { //~ error: null
        length++;
    }
    put_padded(out, text, length, width);
}

static void put_number(struct output *out, unsigned value, int negative, unsigned base, const struct spec *spec) {
    char digits[NUMBER_ROOM];
    char *end = digits + sizeof digits;
    char *at = end;
    do {
        *--at = "0123456789abcdef"[value % base];
        value /= base;
    } while (value > 0);
#ifndef MENDED
    while (spec->zeros && (size_t)(end - at) < spec->width) {
#else
    while (spec->zeros && at > digits + 1 && (size_t)(end - at) < spec->width) {
#endif
        *--at = '0'; //~ error: out-of-bounds
    }
    if (negative) {
        *--at = '-';
    }
    put_padded(out, at, (size_t)(end - at), spec->width);
}

static const char *read_spec(const char *format, const char *end, struct spec *spec) {
    spec->zeros = 0;
    spec->width = 0;
    while (format < end && *format == '0') {
        spec->zeros = 1;
        format++;
    }
    while (format < end && *format >= '1' && *format <= '9' && spec->width < 10) {
        spec->width = spec->width * 10 + (size_t)(*format++ - '0');
    }
#ifdef MENDED
    if (format == end) {
        spec->conversion = '%';
        return format;
    }
#endif
    spec->conversion = *format++; //~ error: out-of-bounds
    return format;
}

// Writes what fits, ends it with a null character, and tells how long the whole is.
static size_t format_into(char *text, size_t room, const char *format, const char *end, ...) {
    struct output out = {text, room, 0};
    struct spec spec;
    va_list list;
    va_start(list, end);
    while (format < end) {
        if (*format != '%') {
            put(&out, *format++);
            continue;
        }
        format = read_spec(format + 1, end, &spec);
        switch (spec.conversion) {
        case 'd': {
            int value = va_arg(list, int);
            unsigned size = value < 0 ? 0u - (unsigned)value : (unsigned)value;
            put_number(&out, size, value < 0, 10, &spec);
            break;
        }
        case 's':
            put_string(&out, va_arg(list, const char *), spec.width);
            break;
        case '%':
            put(&out, '%');
            break;
        default:
#ifndef MENDED
            abort(); //~ error: abort
#else
            put(&out, spec.conversion);
            break;
#endif
        }
    }
    va_end(list);
    if (room > 0) {
        text[out.length < room ? out.length : room - 1] = '\0';
    }
    return out.length;
}

// A format of five characters with a number as its first argument.
int main(void) {
    char format[5], text[8];
    symbolic_text(format, sizeof format, "%0d9", "format");
    pleach_assume((format[0] == '%') & (format[1] != '%'));
    const char *end = format + sizeof format;
    size_t length;
    if (pleach_range(0, 2, "string")) {
        pleach_assume((format[1] == '9') & (format[2] == 'd'));
        format[2] = 's';
        const char *word = pleach_range(0, 2, "word") ? "word" : NULL;
        length = format_into(text, sizeof text, format, end, word, 7);
    } else {
        length = format_into(text, sizeof text, format, end, -305, 41);
    }
    return (int)length;
}

// paths: 77
