/* <iconv.h> between ASCII, ISO-8859-1 and UTF-8. */
#include <stddef.h>

void *malloc(size_t size);
void free(void *p);
int strcasecmp(const char *a, const char *b);
int *__errno_location(void);
void __pleach_unsupported(const char *what);

enum code { ASCII, LATIN, UTF8 };
enum { E2BIG_ = 7, EINVAL_ = 22, EILSEQ_ = 84, INCOMPLETE = -1, WRONG = -2 };

struct conversion {
    enum code to, from;
};

static enum code code_of(const char *name) {
    static const struct {
        const char *name;
        enum code code;
    } known[] = {{"ASCII", ASCII}, {"US-ASCII", ASCII}, {"ANSI_X3.4-1968", ASCII}, {"ISO-8859-1", LATIN}, {"ISO8859-1", LATIN},
                 {"ISO_8859-1", LATIN}, {"LATIN1", LATIN}, {"UTF-8", UTF8}, {"UTF8", UTF8}, {"", ASCII}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strcasecmp(name, known[i].name) == 0) {
            return known[i].code;
        }
    }
    __pleach_unsupported("iconv with a code that is not known");
    return ASCII;
}

struct conversion *iconv_open(const char *to, const char *from) {
    struct conversion *conversion = malloc(sizeof *conversion);
    if (conversion == NULL) {
        return (struct conversion *)-1;
    }
    *conversion = (struct conversion){code_of(to), code_of(from)};
    if (conversion->to == UTF8 && conversion->from == UTF8) {
        /* What glibc does with the beginning of a character that is none differs from other conversions. */
        __pleach_unsupported("iconv from UTF-8 to UTF-8");
    }
    return conversion;
}

int iconv_close(struct conversion *conversion) {
    free(conversion);
    return 0;
}

/* Reads a character; returns its number of bytes, or what is wrong. */
static int take(enum code code, const unsigned char *from, size_t left, unsigned *c) {
    *c = from[0];
    if (code == LATIN || from[0] < 0x80) {
        return 1;
    }
    int more = from[0] >= 0xf0 ? 3 : from[0] >= 0xe0 ? 2 : 1;
    if (code == ASCII || from[0] < 0xc2 || from[0] > 0xf4) {
        return WRONG;
    }
    *c = from[0] & (0x3fu >> more);
    for (int i = 1; i <= more; i++) {
        if ((size_t)i == left) {
            return INCOMPLETE;
        }
        unsigned low = i == 1 && from[0] == 0xe0 ? 0xa0 : i == 1 && from[0] == 0xf0 ? 0x90 : 0x80;
        unsigned high = i == 1 && from[0] == 0xed ? 0x9f : i == 1 && from[0] == 0xf4 ? 0x8f : 0xbf;
        if (from[i] < low || from[i] > high) {
            return WRONG;
        }
        *c = *c << 6 | (from[i] & 0x3f);
    }
    return more + 1;
}

/* Writes a character; returns its number of bytes, or what is wrong. */
static int put(enum code code, unsigned c, unsigned char *to, size_t room) {
    int count = code != UTF8 || c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    /* As in glibc: where no room is left, nobody notices what could not be written there. */
    if (room == 0) {
        return INCOMPLETE;
    }
    if ((code == ASCII && c >= 0x80) || (code == LATIN && c >= 0x100)) {
        return WRONG;
    }
    if ((size_t)count > room) {
        return INCOMPLETE;
    }
    for (int i = count - 1; i > 0; i--, c >>= 6) {
        to[i] = (unsigned char)(0x80 | (c & 0x3f));
    }
    to[0] = (unsigned char)(count == 1 ? c : (0xf00u >> count & 0xff) | c);
    return count;
}

size_t iconv(struct conversion *conversion, char **restrict from, size_t *restrict left, char **restrict to, size_t *restrict room) {
    int error = 0;
    if (from == NULL || *from == NULL) {
        return 0;
    }
    while (error == 0 && *left > 0) {
        unsigned c;
        int taken = take(conversion->from, (const unsigned char *)*from, *left, &c);
        int done = taken < 0 ? 0 : put(conversion->to, c, (unsigned char *)*to, *room);
        error = taken == INCOMPLETE ? EINVAL_ : taken < 0 || done == WRONG ? EILSEQ_ : done < 0 ? E2BIG_ : 0;
        if (error == 0) {
            *from += taken;
            *left -= (size_t)taken;
            *to += done;
            *room -= (size_t)done;
        }
    }
    if (error != 0) {
        *__errno_location() = error;
        return (size_t)-1;
    }
    return 0;
}
