/* <ctype.h> in the C locale, and the three tables that glibc's headers read instead of calling functions.
 *
 * The functions compute their answer without a branch: a table would be read at a symbolic place, and a chain of `&&` would
 * fork. A class is reported by its bit of glibc's table, so the result is what a native program sees. Bytes from 128 on
 * belong to no class; neither does EOF.
 */

/* The bits of glibc's classification table on a little-endian machine. */
enum {
    BLANK = 1 << 0,
    CNTRL = 1 << 1,
    PUNCT = 1 << 2,
    ALNUM = 1 << 3,
    UPPER = 1 << 8,
    LOWER = 1 << 9,
    ALPHA = 1 << 10,
    DIGIT = 1 << 11,
    XDIGIT = 1 << 12,
    SPACE = 1 << 13,
    PRINT = 1 << 14,
    GRAPH = 1 << 15,
};

/* Whether `c` is one of `count` characters from `first` on. */
static int within(int c, int first, unsigned count) {
    return (unsigned)c - (unsigned)first < count;
}

static int upper(int c) {
    return within(c, 'A', 26);
}

static int lower(int c) {
    return within(c, 'a', 26);
}

static int digit(int c) {
    return within(c, '0', 10);
}

static int graph(int c) {
    return within(c, '!', '~' - '!' + 1);
}

int isupper(int c) {
    return upper(c) * UPPER;
}

int islower(int c) {
    return lower(c) * LOWER;
}

int isalpha(int c) {
    return within(c | 0x20, 'a', 26) * ALPHA;
}

int isdigit(int c) {
    return digit(c) * DIGIT;
}

int isxdigit(int c) {
    return (digit(c) | within(c | 0x20, 'a', 6)) * XDIGIT;
}

int isalnum(int c) {
    return (digit(c) | within(c | 0x20, 'a', 26)) * ALNUM;
}

int isspace(int c) {
    return ((c == ' ') | within(c, '\t', 5)) * SPACE;
}

int isblank(int c) {
    return ((c == ' ') | (c == '\t')) * BLANK;
}

int iscntrl(int c) {
    return (within(c, 0, ' ') | (c == 127)) * CNTRL;
}

int isgraph(int c) {
    return graph(c) * GRAPH;
}

int isprint(int c) {
    return within(c, ' ', '~' - ' ' + 1) * PRINT;
}

int ispunct(int c) {
    return (graph(c) & !(digit(c) | within(c | 0x20, 'a', 26))) * PUNCT;
}

int isascii(int c) {
    return within(c, 0, 128);
}

int toascii(int c) {
    return c & 127;
}

/* A negative char given by mistake counts as the byte it stands for, as in glibc's tables; EOF stays. */
static int as_byte(int c) {
    return c + (within(c, -128, 127) << 8);
}

int tolower(int c) {
    return as_byte(c) + (upper(c) << 5);
}

int toupper(int c) {
    return as_byte(c) - (lower(c) << 5);
}

/* The tables start at -128; what is not written is 0. */

static const unsigned short classes[384] = {
    [128] =
    0x0002, 0x0002, 0x0002, 0x0002, 0x0002, 0x0002, 0x0002, 0x0002,
    0x0002, 0x2003, 0x2002, 0x2002, 0x2002, 0x2002, 0x0002, 0x0002,
    0x0002, 0x0002, 0x0002, 0x0002, 0x0002, 0x0002, 0x0002, 0x0002,
    0x0002, 0x0002, 0x0002, 0x0002, 0x0002, 0x0002, 0x0002, 0x0002,
    0x6001, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004,
    0xc004, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004,
    0xd808, 0xd808, 0xd808, 0xd808, 0xd808, 0xd808, 0xd808, 0xd808,
    0xd808, 0xd808, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004,
    0xc004, 0xd508, 0xd508, 0xd508, 0xd508, 0xd508, 0xd508, 0xc508,
    0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc508,
    0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc508,
    0xc508, 0xc508, 0xc508, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004,
    0xc004, 0xd608, 0xd608, 0xd608, 0xd608, 0xd608, 0xd608, 0xc608,
    0xc608, 0xc608, 0xc608, 0xc608, 0xc608, 0xc608, 0xc608, 0xc608,
    0xc608, 0xc608, 0xc608, 0xc608, 0xc608, 0xc608, 0xc608, 0xc608,
    0xc608, 0xc608, 0xc608, 0xc004, 0xc004, 0xc004, 0xc004, 0x0002,
};

#define ROW(n)                                                                                                         \
    n, n + 1, n + 2, n + 3, n + 4, n + 5, n + 6, n + 7, n + 8, n + 9, n + 10, n + 11, n + 12, n + 13, n + 14, n + 15
#define NEGATIVE ROW(128), ROW(144), ROW(160), ROW(176), ROW(192), ROW(208), ROW(224)
#define HIGH NEGATIVE, ROW(240)

static const int lowered[384] = {
    NEGATIVE,
    240, 241, 242, 243, 244, 245, 246, 247, 248, 249, 250, 251, 252, 253, 254, -1,
    ROW(0), ROW(16), ROW(32), ROW(48),
    64, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111,
    112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122, 91, 92, 93, 94, 95,
    ROW(96), ROW(112), HIGH,
};

static const int raised[384] = {
    NEGATIVE,
    240, 241, 242, 243, 244, 245, 246, 247, 248, 249, 250, 251, 252, 253, 254, -1,
    ROW(0), ROW(16), ROW(32), ROW(48), ROW(64), ROW(80),
    96, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79,
    80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 123, 124, 125, 126, 127,
    HIGH,
};

const unsigned short **__ctype_b_loc(void) {
    static const unsigned short *table = classes + 128;
    return &table;
}

const int **__ctype_tolower_loc(void) {
    static const int *table = lowered + 128;
    return &table;
}

const int **__ctype_toupper_loc(void) {
    static const int *table = raised + 128;
    return &table;
}
