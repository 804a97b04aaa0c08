/* Formatted input: scanf() and its family, as glibc does it in the C locale.
 *
 * Where a character decides what is read, the program branches on it; the value of a number is computed from its digits, so that
 * it stays an expression of the input. Numbers with a point are given to strtod().
 */
#include <limits.h>
#include <stdarg.h>
#include <stddef.h>

struct stream;
int fgetc(struct stream *stream);
int ungetc(int c, struct stream *stream);
double strtod(const char *restrict s, char **restrict end);
float strtof(const char *restrict s, char **restrict end);
long double strtold(const char *restrict s, char **restrict end);
void *malloc(size_t size);
void *realloc(void *p, size_t size);
void free(void *p);
void *memset(void *to, int byte, size_t count);
int *__errno_location(void);
void __pleach_unsupported(const char *what);

extern struct stream *stdin;
enum { EOF_ = -1, ERANGE_ = 34, EILSEQ_ = 84 };

/* The source of the text: a stream or a string. After its end it is not read again, and errno keeps its value of that moment. */
struct source {
    struct stream *stream;
    const char *text;
    int count;
    int ended;
    int error;
};

static int next(struct source *source) {
    int c;
    if (source->ended) {
        *__errno_location() = source->error;
        return EOF_;
    }
    if (source->stream != NULL) {
        c = fgetc(source->stream);
    } else {
        c = *source->text == '\0' ? EOF_ : (unsigned char)*source->text++;
    }
    if (c == EOF_) {
        source->ended = 1;
        source->error = *__errno_location();
        return EOF_;
    }
    source->count++;
    return c;
}

static void put_back(struct source *source, int c) {
    if (c == EOF_) {
        return;
    }
    source->count--;
    if (source->stream != NULL) {
        ungetc(c, source->stream);
    } else {
        source->text--;
    }
}

static int is_space(int c) {
    return (c == ' ') | ((unsigned)c - '\t' < 5u);
}

static void skip_space(struct source *source) {
    int c;
    if (source->ended) {
        return;
    }
    do {
        c = next(source);
    } while (is_space(c));
    put_back(source, c);
}

/* A conversion: the part between its % and its letter. A width of -1 means none. */
struct conversion {
    int suppressed;
    int allocates;
    int width;
    int size; /* of the argument in bytes */
    int is_long; /* l, ll, L, q, and modifiers of the same size */
    int is_long_double;
    int position; /* of the argument, from 1 on; 0 if it is the next one */
};

/* A byte from 128 on is no character in the C locale: EILSEQ. */
enum result { DONE, NOTHING_LEFT, NO_MATCH, NO_CHARACTER };

static void store(const struct conversion *conversion, void *to, unsigned long value) {
    switch (conversion->size) {
    case 1:
        *(unsigned char *)to = (unsigned char)value;
        break;
    case 2:
        *(unsigned short *)to = (unsigned short)value;
        break;
    case 4:
        *(unsigned *)to = (unsigned)value;
        break;
    default:
        *(unsigned long *)to = value;
    }
}

/* The value of a digit; at least `base` for any other character. */
static unsigned digit_of(int c, unsigned base) {
    unsigned digit = (unsigned)c - '0';
    if (base <= 10 || digit < 10) {
        return digit;
    }
    unsigned letter = ((unsigned)c | 0x20) - 'a';
    return letter < 6 ? letter + 10 : base;
}

/* A number with so many digits fits into 64 bits with a sign, whatever the base. */
enum { SHORT = 15 };

static enum result integer(struct source *source, const struct conversion *conversion, unsigned base, int is_signed,
                           int is_pointer, unsigned long *value) {
    int width = conversion->width;
    int c = next(source);
    if (c == EOF_) {
        return NOTHING_LEFT;
    }
    int first = c, characters = 0, digits = 0, negative = c == '-';
    if ((c == '-') | (c == '+')) {
        width -= width > 0;
        characters++;
        c = next(source);
    }
    if (width != 0 && c == '0') {
        width -= width > 0;
        digits++;
        c = next(source);
        if (width != 0 && (c | 0x20) == 'x' && (base == 0 || base == 16)) {
            base = 16;
            width -= width > 0;
            c = next(source);
        } else if (base == 0) {
            base = 8;
        }
    }
    if (base == 0) {
        base = 10;
    }
    unsigned long magnitude = 0;
    int overflow = 0, significant = 0;
    while (c != EOF_ && width != 0) {
        unsigned digit = digit_of(c, base);
        if (digit >= base) {
            break;
        }
        digits++;
        /* Leading zeros count, too: they never overflow, and this needs no branch on a symbolic digit. */
        if (++significant > SHORT) {
            overflow |= magnitude > (ULONG_MAX - digit) / base;
        }
        magnitude = magnitude * base + digit;
        width -= width > 0;
        c = next(source);
    }
    if (digits == 0) {
        if (is_pointer && characters == 0 && first == '(') {
            static const char rest[] = "nil)";
            for (int i = 0; i < 4; i++) {
                c = width == 0 ? EOF_ : next(source);
                width -= width > 0;
                if (((unsigned)c - 'A' < 26u ? c + 32 : c) != rest[i]) {
                    put_back(source, c);
                    return NO_MATCH;
                }
            }
            *value = 0;
            return DONE;
        }
        put_back(source, c);
        return NO_MATCH;
    }
    put_back(source, c);
    if (is_signed) {
        unsigned long limit = (unsigned long)LONG_MAX + (unsigned long)negative;
        if (overflow || (significant > SHORT && magnitude > limit)) {
            *__errno_location() = ERANGE_;
            *value = limit;
            return DONE;
        }
    } else if (overflow) {
        *__errno_location() = ERANGE_;
        *value = ULONG_MAX;
        return DONE;
    }
    *value = negative ? -magnitude : magnitude;
    return DONE;
}

/* A text that grows on the heap. */
struct text {
    char *bytes;
    size_t count, room;
};

static void add(struct text *text, int c) {
    if (text->count + 1 >= text->room) {
        text->room = text->room == 0 ? 32 : 2 * text->room;
        text->bytes = realloc(text->bytes, text->room);
    }
    text->bytes[text->count++] = (char)c;
    text->bytes[text->count] = '\0';
}

static int lowered(int c) {
    return c + (((unsigned)c - 'A' < 26u) << 5);
}

/* Adds the rest of a word; returns whether the whole word was there. As in glibc, a character that does not match is consumed. */
static int word(struct source *source, struct text *text, int *width, const char *rest) {
    for (; *rest != '\0'; rest++) {
        int c = *width == 0 ? EOF_ : next(source);
        if (lowered(c) != *rest) {
            return 0;
        }
        *width -= *width > 0;
        add(text, c);
    }
    return 1;
}

/* Collects characters that may form a floating-point number; strtod() decides whether they do. */
static enum result gather_float(struct source *source, int width, struct text *text) {
    int c = next(source);
    width -= width > 0;
    if (c == EOF_) {
        return NOTHING_LEFT;
    }
    size_t sign = (c == '-') | (c == '+');
    if (sign) {
        add(text, c);
        if (width == 0 || (c = next(source)) == EOF_) {
            return NO_MATCH;
        }
        width -= width > 0;
    }
    if (lowered(c) == 'n') {
        add(text, c);
        return word(source, text, &width, "an") ? DONE : NO_MATCH;
    }
    if (lowered(c) == 'i') {
        add(text, c);
        if (!word(source, text, &width, "nf")) {
            return NO_MATCH;
        }
        if (width != 0 && (c = next(source)) != EOF_) {
            width -= width > 0;
            if (lowered(c) != 'i') {
                put_back(source, c);
                return DONE;
            }
            add(text, c);
            return word(source, text, &width, "nity") ? DONE : NO_MATCH;
        }
        return DONE;
    }
    int digit = 0, dot = 0, exponent = 0, exponent_letter = 'e', hexadecimal = 0;
    if (width != 0 && c == '0') {
        add(text, c);
        c = next(source);
        width -= width > 0;
        if (width != 0 && lowered(c) == 'x') {
            add(text, c);
            hexadecimal = 1;
            exponent_letter = 'p';
            c = next(source);
            width -= width > 0;
        } else {
            digit = 1;
        }
    }
    for (;;) {
        if ((unsigned)c - '0' < 10u || (!exponent && hexadecimal && digit_of(c, 16) < 16)) {
            add(text, c);
            digit = 1;
        } else if (exponent && text->bytes[text->count - 1] == exponent_letter && ((c == '-') | (c == '+'))) {
            add(text, c);
        } else if (digit && !exponent && lowered(c) == exponent_letter) {
            add(text, exponent_letter);
            exponent = dot = 1;
        } else if (!dot && c == '.') {
            add(text, c);
            dot = 1;
        } else {
            put_back(source, c);
            break;
        }
        if (width == 0 || (c = next(source)) == EOF_) {
            break;
        }
        width -= width > 0;
    }
    return text->count == sign || (hexadecimal && text->count == 2 + sign) ? NO_MATCH : DONE;
}

static enum result floating(struct source *source, const struct conversion *conversion, void *to) {
    struct text text = {NULL, 0, 0};
    enum result result = gather_float(source, conversion->width, &text);
    if (result == DONE) {
        char *end;
        if (conversion->is_long_double) {
            long double value = strtold(text.bytes, &end);
            if (to != NULL && end != text.bytes) {
                *(long double *)to = value;
            }
        } else if (conversion->is_long) {
            double value = strtod(text.bytes, &end);
            if (to != NULL && end != text.bytes) {
                *(double *)to = value;
            }
        } else {
            float value = strtof(text.bytes, &end);
            if (to != NULL && end != text.bytes) {
                *(float *)to = value;
            }
        }
        if (end == text.bytes) {
            result = NO_MATCH;
        }
    }
    free(text.bytes);
    return result;
}

/* Which characters a conversion takes: those in `set`, those not in it, any, or all but spaces. */
enum kind { CHARACTERS, STRING, SET };

/* The wide characters of a text in new memory. */
static wchar_t *widened(enum kind kind, const struct text *text) {
    wchar_t *to = malloc((text->count + (kind != CHARACTERS)) * sizeof *to);
    for (size_t i = 0; i < text->count; i++) {
        to[i] = (unsigned char)text->bytes[i];
    }
    if (kind != CHARACTERS) {
        to[text->count] = 0;
    }
    return to;
}

static enum result characters(struct source *source, const struct conversion *conversion, enum kind kind,
                              const unsigned char *set, void *argument) {
    int width = conversion->width, c = next(source), count = 0, wide = conversion->is_long;
    if (c == EOF_) {
        return NOTHING_LEFT;
    }
    if (kind == CHARACTERS && width < 0) {
        width = 1;
    }
    struct text text = {NULL, 0, 0};
    char *to = argument;
    do {
        if (kind == STRING ? is_space(c) : kind == SET && !set[c]) {
            put_back(source, c);
            break;
        }
        if (wide && c >= 128) {
            free(text.bytes);
            *__errno_location() = EILSEQ_;
            return NO_CHARACTER;
        }
        if (conversion->allocates) {
            add(&text, c);
        } else if (to != NULL && wide) {
            ((wchar_t *)argument)[count] = c;
        } else if (to != NULL) {
            to[count] = (char)c;
        }
        count++;
    } while ((width < 0 || --width > 0) && (c = next(source)) != EOF_);
    if (kind == SET && count == 0) {
        return NO_MATCH;
    }
    if (wide && conversion->allocates) {
        if (argument != NULL) {
            *(wchar_t **)argument = widened(kind, &text);
        }
        free(text.bytes);
    } else if (wide) {
        if (to != NULL && kind != CHARACTERS) {
            ((wchar_t *)argument)[count] = 0;
        }
    } else if (conversion->allocates) {
        if (argument != NULL) {
            *(char **)argument = text.bytes;
        }
    } else if (to != NULL && kind != CHARACTERS) {
        to[count] = '\0';
    }
    return DONE;
}

/* Reads the set after a [ and returns the rest of the format; null if the set has no end. */
static const char *read_set(const char *format, unsigned char *set) {
    const unsigned char *f = (const unsigned char *)format;
    int negated = *f == '^';
    f += negated;
    memset(set, negated, 256);
    if (*f == ']' || *f == '-') {
        set[*f++] = (unsigned char)!negated;
    }
    for (;; f++) {
        if (*f == '\0') {
            return NULL;
        }
        if (*f == ']') {
            return (const char *)f + 1;
        }
        if (*f == '-' && f[1] != '\0' && f[1] != ']' && f[-1] <= f[1]) {
            for (unsigned c = f[-1]; c < f[1]; c++) {
                set[c] = (unsigned char)!negated;
            }
        } else {
            set[*f] = (unsigned char)!negated;
        }
    }
}

/* Reads the part between a % and its letter and returns a pointer to the letter. */
static const char *read_flags(const char *format, struct conversion *conversion) {
    *conversion = (struct conversion){0, 0, -1, 4, 0, 0, 0};
    int digits = 0, number = 0;
    while (format[digits] >= '0' && format[digits] <= '9') {
        number = number > 4096 ? number : number * 10 + (format[digits++] - '0');
    }
    if (digits > 0 && format[digits] == '$') {
        conversion->position = number;
        format += digits + 1;
    }
    for (;; format++) {
        if (*format == '*') {
            conversion->suppressed = 1;
        } else if (*format != '\'' && *format != 'I') {
            break;
        }
    }
    int width = 0;
    for (; *format >= '0' && *format <= '9'; format++) {
        width = width > INT_MAX / 10 - 1 ? INT_MAX : width * 10 + (*format - '0');
    }
    conversion->width = width == 0 ? -1 : width;
    switch (*format) {
    case 'h':
        conversion->size = format[1] == 'h' ? 1 : 2;
        return format + 1 + (format[1] == 'h');
    case 'l':
        conversion->size = 8;
        conversion->is_long = 1;
        conversion->is_long_double = format[1] == 'l';
        return format + 1 + (format[1] == 'l');
    case 'L':
    case 'q':
        conversion->size = 8;
        conversion->is_long = conversion->is_long_double = 1;
        return format + 1;
    case 'z':
    case 'j':
    case 't':
        conversion->size = 8;
        conversion->is_long = 1;
        return format + 1;
    case 'm':
        conversion->allocates = 1;
        conversion->is_long = format[1] == 'l';
        return format + 1 + (format[1] == 'l');
    default:
        return format;
    }
}

static enum result convert(struct source *source, char letter, const struct conversion *conversion,
                           const unsigned char *set, void *to) {
    unsigned long value = 0;
    unsigned base = 10;
    switch (letter) {
    case 'd':
    case 'u':
        break;
    case 'i':
        base = 0;
        break;
    case 'o':
        base = 8;
        break;
    case 'x':
    case 'X':
    case 'p':
        base = 16;
        break;
    case 'c':
        return characters(source, conversion, CHARACTERS, set, to);
    case 's':
        return characters(source, conversion, STRING, set, to);
    case '[':
        return characters(source, conversion, SET, set, to);
    default:
        return floating(source, conversion, to);
    }
    enum result result = integer(source, conversion, base, letter == 'd' || letter == 'i', letter == 'p', &value);
    if (result == DONE && to != NULL) {
        store(conversion, to, value);
    }
    return result;
}

static int is_letter(char c) {
    static const char known[] = "diouxXpcsCSaAeEfFgG[n";
    for (int i = 0; known[i] != '\0'; i++) {
        if (known[i] == c) {
            return 1;
        }
    }
    return 0;
}

/* The argument of a number. */
static void *numbered(va_list start, int position) {
    va_list arguments;
    va_copy(arguments, start);
    for (int i = 1; i < position; i++) {
        (void)va_arg(arguments, void *);
    }
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    return argument;
}

static int scan(struct source *source, const char *format, va_list arguments) {
    int done = 0, space = 0;
    enum result result = DONE;
    unsigned char set[256];
    va_list start;
    va_copy(start, arguments);
    while (*format != '\0' && result == DONE) {
        unsigned char literal = (unsigned char)*format++;
        if (is_space(literal)) {
            space = 1;
            continue;
        }
        struct conversion conversion;
        char letter = '\0';
        if (literal == '%') {
            format = read_flags(format, &conversion);
            if (*format == '\0') {
                result = NO_MATCH;
                break;
            }
            letter = *format++;
        }
        if (space || (literal == '%' && letter != '[' && letter != 'c' && letter != 'C' && letter != 'n')) {
            /* As in glibc, errno is taken to be 0 if the text ends before a conversion, unless it cannot be read. */
            int kept = *__errno_location();
            if (literal == '%') {
                *__errno_location() = 0;
            }
            skip_space(source);
            *__errno_location() = kept;
            space = 0;
        }
        if (literal != '%' || letter == '%') {
            int c = next(source);
            if (c != literal) {
                put_back(source, c);
                result = c == EOF_ ? NOTHING_LEFT : NO_MATCH;
            }
            continue;
        }
        if (!is_letter(letter)) {
            result = NO_MATCH;
            continue;
        }
        if (letter == 'C' || letter == 'S') {
            letter = letter == 'C' ? 'c' : 's';
            conversion.is_long = 1;
        }
        if (letter == 'p') {
            conversion.size = 8;
        }
        if (letter == '[') {
            format = read_set(format, set);
            if (format == NULL) {
                result = NO_MATCH;
                break;
            }
        }
        void *to = conversion.suppressed        ? NULL
                   : conversion.position == 0 ? va_arg(arguments, void *)
                                              : numbered(start, conversion.position);
        if (letter == 'n') {
            if (to != NULL) {
                store(&conversion, to, (unsigned long)source->count);
            }
            continue;
        }
        result = convert(source, letter, &conversion, set, to);
        done += result == DONE && !conversion.suppressed;
    }
    va_end(start);
    if (result == DONE && space) {
        skip_space(source);
    }
    return result == NOTHING_LEFT && done == 0 ? EOF_ : done;
}

int vfscanf(struct stream *restrict stream, const char *restrict format, va_list arguments) {
    struct source source = {stream, NULL, 0, 0, 0};
    return scan(&source, format, arguments);
}

int vsscanf(const char *restrict text, const char *restrict format, va_list arguments) {
    struct source source = {NULL, text, 0, 0, 0};
    return scan(&source, format, arguments);
}

int vscanf(const char *restrict format, va_list arguments) {
    return vfscanf(stdin, format, arguments);
}

/* The names that the headers give these functions under newer standards. None of them reads the prefix 0b. */
#define SCANF(scanf, fscanf, sscanf)                                                                                   \
    int scanf(const char *restrict format, ...) {                                                                      \
        va_list arguments;                                                                                             \
        va_start(arguments, format);                                                                                   \
        int result = vfscanf(stdin, format, arguments);                                                                \
        va_end(arguments);                                                                                             \
        return result;                                                                                                 \
    }                                                                                                                  \
    int fscanf(struct stream *restrict stream, const char *restrict format, ...) {                                     \
        va_list arguments;                                                                                             \
        va_start(arguments, format);                                                                                   \
        int result = vfscanf(stream, format, arguments);                                                               \
        va_end(arguments);                                                                                             \
        return result;                                                                                                 \
    }                                                                                                                  \
    int sscanf(const char *restrict text, const char *restrict format, ...) {                                          \
        va_list arguments;                                                                                             \
        va_start(arguments, format);                                                                                   \
        int result = vsscanf(text, format, arguments);                                                                 \
        va_end(arguments);                                                                                             \
        return result;                                                                                                 \
    }

SCANF(scanf, fscanf, sscanf)
SCANF(__isoc99_scanf, __isoc99_fscanf, __isoc99_sscanf)
SCANF(__isoc23_scanf, __isoc23_fscanf, __isoc23_sscanf)

int __isoc99_vscanf(const char *restrict format, va_list arguments) {
    return vscanf(format, arguments);
}

int __isoc99_vfscanf(struct stream *restrict stream, const char *restrict format, va_list arguments) {
    return vfscanf(stream, format, arguments);
}

int __isoc99_vsscanf(const char *restrict text, const char *restrict format, va_list arguments) {
    return vsscanf(text, format, arguments);
}

int __isoc23_vscanf(const char *restrict format, va_list arguments) {
    return vscanf(format, arguments);
}

int __isoc23_vfscanf(struct stream *restrict stream, const char *restrict format, va_list arguments) {
    return vfscanf(stream, format, arguments);
}

int __isoc23_vsscanf(const char *restrict text, const char *restrict format, va_list arguments) {
    return vsscanf(text, format, arguments);
}

/* The same for wide characters: those of ASCII are converted to bytes first. */

static char *as_bytes(const wchar_t *s) {
    size_t length = 0;
    while (s[length] != 0) {
        length++;
    }
    char *bytes = malloc(length + 1);
    for (size_t i = 0; i <= length; i++) {
        if ((unsigned)s[i] >= 128) {
            __pleach_unsupported("wscanf with a wide character that is not of ASCII");
        }
        bytes[i] = (char)s[i];
    }
    return bytes;
}

int vfwscanf(struct stream *restrict stream, const wchar_t *restrict format, va_list arguments) {
    char *bytes = as_bytes(format);
    int result = vfscanf(stream, bytes, arguments);
    free(bytes);
    return result;
}

int vswscanf(const wchar_t *restrict text, const wchar_t *restrict format, va_list arguments) {
    char *bytes = as_bytes(format), *source = as_bytes(text);
    int result = vsscanf(source, bytes, arguments);
    free(bytes);
    free(source);
    return result;
}

int vwscanf(const wchar_t *restrict format, va_list arguments) {
    return vfwscanf(stdin, format, arguments);
}

#define WSCANF(wscanf, fwscanf, swscanf)                                                                               \
    int wscanf(const wchar_t *restrict format, ...) {                                                                  \
        va_list arguments;                                                                                             \
        va_start(arguments, format);                                                                                   \
        int result = vfwscanf(stdin, format, arguments);                                                               \
        va_end(arguments);                                                                                             \
        return result;                                                                                                 \
    }                                                                                                                  \
    int fwscanf(struct stream *restrict stream, const wchar_t *restrict format, ...) {                                 \
        va_list arguments;                                                                                             \
        va_start(arguments, format);                                                                                   \
        int result = vfwscanf(stream, format, arguments);                                                              \
        va_end(arguments);                                                                                             \
        return result;                                                                                                 \
    }                                                                                                                  \
    int swscanf(const wchar_t *restrict text, const wchar_t *restrict format, ...) {                                   \
        va_list arguments;                                                                                             \
        va_start(arguments, format);                                                                                   \
        int result = vswscanf(text, format, arguments);                                                                \
        va_end(arguments);                                                                                             \
        return result;                                                                                                 \
    }

WSCANF(wscanf, fwscanf, swscanf)
WSCANF(__isoc99_wscanf, __isoc99_fwscanf, __isoc99_swscanf)

int __isoc99_vwscanf(const wchar_t *restrict format, va_list arguments) {
    return vwscanf(format, arguments);
}

int __isoc99_vfwscanf(struct stream *restrict stream, const wchar_t *restrict format, va_list arguments) {
    return vfwscanf(stream, format, arguments);
}

int __isoc99_vswscanf(const wchar_t *restrict text, const wchar_t *restrict format, va_list arguments) {
    return vswscanf(text, format, arguments);
}
