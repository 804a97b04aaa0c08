// Roman numerals, both ways, with what SV-COMP's programs use to say what must not happen. Planted: a numeral that is
// not the one that its value has is accepted, which the round trip notices; the buffer is as long as the longest
// numeral, without its end; a letter's value is looked up by its distance from the first one in a table that ends
// with X.
#include <pleach.h>
#include <string.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int condition);

void reach_error(void) {
}

enum { LIMIT = 20, LONGEST = 5 }; // XVIII

struct step {
    int value;
    const char *numeral;
};

static const struct step steps[] = {{10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"}};

// The value of a letter from C to X, 0 for those that have none.
static int letter_value(char letter) {
    static const short values[] = {
        ['C' - 'C'] = 100, ['D' - 'C'] = 500, ['I' - 'C'] = 1, ['L' - 'C'] = 50, ['V' - 'C'] = 5, ['X' - 'C'] = 10,
    };
#ifdef MENDED
    if (letter < 'C' || letter > 'X') {
        return 0;
    }
#endif
    return values[letter - 'C']; //~ error: out-of-bounds
}

// Writes a numeral and returns where it ends.
static char *write_numeral(int value, char *to) {
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        while (value >= steps[i].value) {
            size_t length = strlen(steps[i].numeral);
            memcpy(to, steps[i].numeral, length);
            to += length;
            value -= steps[i].value;
        }
    }
    *to = '\0'; //~ error: out-of-bounds
    return to;
}

// The value of a numeral, where a letter before a greater one is subtracted; 0 for none.
static int read_numeral(const char *text, size_t length) {
    int value = 0;
    for (size_t i = 0; i < length; i++) {
        int here = letter_value(text[i]);
        int next = i + 1 < length ? letter_value(text[i + 1]) : 0;
        if (here == 0) {
            return 0;
        }
        value += here < next ? -here : here;
    }
    return value > 0 && value < LIMIT ? value : 0;
}

#ifdef MENDED
// Whether a numeral is the one that its value has.
static int is_canonical(const char *text, size_t length, int value) {
    char canonical[LONGEST + 1];
    size_t canonical_length = (size_t)(write_numeral(value, canonical) - canonical);
    return canonical_length == length && memcmp(canonical, text, length) == 0;
}
#endif

static int parse(const char *text, size_t length) {
    int value = read_numeral(text, length);
#ifdef MENDED
    if (value != 0 && !is_canonical(text, length, value)) {
        return 0;
    }
#endif
    return value;
}

static int examine_text(void) {
    char text[3];
    for (size_t i = 0; i < sizeof text; i++) {
        text[i] = (char)__VERIFIER_nondet_uchar();
        __VERIFIER_assume((text[i] == 'I') | (text[i] == 'V') | (text[i] == 'X') | (text[i] == 'Z'));
    }
    int value = parse(text, sizeof text);
    if (value == 0) {
        return 1;
    }
    char back[2 * LONGEST];
    size_t length = (size_t)(write_numeral(value, back) - back);
    if (length != sizeof text || memcmp(back, text, length) != 0) {
        reach_error(); //~ error: reach-error
    }
    return 0;
}

static int examine_value(void) {
    int value = __VERIFIER_nondet_uchar();
#ifndef MENDED
    char text[LONGEST];
#else
    char text[LONGEST + 1];
#endif
    __VERIFIER_assume((value > 0) & (value < LIMIT));
    size_t length = (size_t)(write_numeral(value, text) - text);
    return read_numeral(text, length) != value;
}

int main(void) {
    return __VERIFIER_nondet_uchar() < 128 ? examine_text() : examine_value();
}

// paths: 45
