/* What the two programs on UTF-16 share: a part of Unicode's classes and cases, as ranges that do not overlap.
 *
 * A range has its first and last character, flags, and what to add to get the other case. Letters whose other case is no
 * neighbour of the same range's are listed by themselves or without case. */
enum { STARTS = 1, CONTINUES = 2, UPPER = 4, LOWER = 8, DIGIT = 16, BLANK = 32, WORD = STARTS | CONTINUES };

#define RANGES(RANGE)                               \
    RANGE(0x0009, 0x000d, BLANK, 0)                 \
    RANGE(0x0020, 0x0020, BLANK, 0)                 \
    RANGE(0x0030, 0x0039, CONTINUES | DIGIT, 0)     \
    RANGE(0x0041, 0x005a, WORD | UPPER, 32)         \
    RANGE(0x005f, 0x005f, WORD, 0)                  \
    RANGE(0x0061, 0x007a, WORD | LOWER, -32)        \
    RANGE(0x0085, 0x0085, BLANK, 0)                 \
    RANGE(0x00a0, 0x00a0, BLANK, 0)                 \
    RANGE(0x00aa, 0x00aa, WORD, 0)                  \
    RANGE(0x00b5, 0x00b5, WORD, 0)                  \
    RANGE(0x00c0, 0x00d6, WORD | UPPER, 32)         \
    RANGE(0x00d8, 0x00de, WORD | UPPER, 32)         \
    RANGE(0x00df, 0x00df, WORD, 0)                  \
    RANGE(0x00e0, 0x00f6, WORD | LOWER, -32)        \
    RANGE(0x00f8, 0x00fe, WORD | LOWER, -32)        \
    RANGE(0x0300, 0x036f, CONTINUES, 0)             \
    RANGE(0x0388, 0x038a, WORD | UPPER, 37)         \
    RANGE(0x0391, 0x03a1, WORD | UPPER, 32)         \
    RANGE(0x03a3, 0x03ab, WORD | UPPER, 32)         \
    RANGE(0x03ad, 0x03af, WORD | LOWER, -37)        \
    RANGE(0x03b1, 0x03c1, WORD | LOWER, -32)        \
    RANGE(0x03c2, 0x03c2, WORD | LOWER, -31)        \
    RANGE(0x03c3, 0x03cb, WORD | LOWER, -32)        \
    RANGE(0x0400, 0x040f, WORD | UPPER, 80)         \
    RANGE(0x0410, 0x042f, WORD | UPPER, 32)         \
    RANGE(0x0430, 0x044f, WORD | LOWER, -32)        \
    RANGE(0x0450, 0x045f, WORD | LOWER, -80)        \
    RANGE(0x0531, 0x0556, WORD | UPPER, 48)         \
    RANGE(0x0561, 0x0586, WORD | LOWER, -48)        \
    RANGE(0x05d0, 0x05ea, WORD, 0)                  \
    RANGE(0x0620, 0x064a, WORD, 0)                  \
    RANGE(0x0660, 0x0669, CONTINUES | DIGIT, 0)     \
    RANGE(0x0904, 0x0939, WORD, 0)                  \
    RANGE(0x093e, 0x094d, CONTINUES, 0)             \
    RANGE(0x0966, 0x096f, CONTINUES | DIGIT, 0)     \
    RANGE(0x0e01, 0x0e30, WORD, 0)                  \
    RANGE(0x0e50, 0x0e59, CONTINUES | DIGIT, 0)     \
    RANGE(0x1680, 0x1680, BLANK, 0)                 \
    RANGE(0x2000, 0x200a, BLANK, 0)                 \
    RANGE(0x203f, 0x2040, CONTINUES, 0)             \
    RANGE(0x2160, 0x216f, WORD | UPPER, 16)         \
    RANGE(0x2170, 0x217f, WORD | LOWER, -16)        \
    RANGE(0x2c00, 0x2c2f, WORD | UPPER, 48)         \
    RANGE(0x2c30, 0x2c5f, WORD | LOWER, -48)        \
    RANGE(0x3000, 0x3000, BLANK, 0)                 \
    RANGE(0x3041, 0x3096, WORD, 0)                  \
    RANGE(0x30a1, 0x30fa, WORD, 0)                  \
    RANGE(0x3400, 0x4dbf, WORD, 0)                  \
    RANGE(0x4e00, 0x9fff, WORD, 0)                  \
    RANGE(0xac00, 0xd7a3, WORD, 0)                  \
    RANGE(0xff10, 0xff19, CONTINUES | DIGIT, 0)     \
    RANGE(0xff21, 0xff3a, WORD | UPPER, 32)         \
    RANGE(0xff41, 0xff5a, WORD | LOWER, -32)
