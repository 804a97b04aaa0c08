/* Scans words of UTF-16 with one table of 65536 classes and one of 65536 signed differences between cases, 64 KiB and 128 KiB,
 * and looks for characters that are the same from both ends: large constant objects that are read at symbolic places. */
#include "arrays.h"
#include "unicode.h"

#ifndef N
#define N 4
#endif

#define CLASS(first, last, flags, difference) [first ... last] = flags,
#define CASE(first, last, flags, difference) [first ... last] = (flags) & UPPER ? difference : 0,

static const uint8_t class_of[0x10000] = {RANGES(CLASS)};
static const int16_t to_lower[0x10000] = {RANGES(CASE)};

static uint16_t fold(uint16_t character) {
    return (uint16_t)(character + to_lower[character]);
}

int main(void) {
    uint16_t text[N];
    klee_make_symbolic(text, sizeof text, "text");
    unsigned words = 0, digits = 0, within = 0;
    for (unsigned i = 0; i < N; i++) {
        uint8_t class = class_of[text[i]];
        if (class & (within ? CONTINUES : STARTS)) {
            words += !within;
            within = 1;
            digits += (class & DIGIT) != 0;
        } else if (class & (BLANK | DIGIT)) {
            within = 0;
        } else {
            return 1;
        }
        check((class_of[fold(text[i])] & UPPER) == 0);
    }
    unsigned mirrored = 0;
    while (mirrored < N / 2 && fold(text[mirrored]) == fold(text[N - 1 - mirrored]))
        mirrored++;
    check((words <= N) & (digits < N));
    return mirrored < N / 2;
}
