/* A parser with many short paths, each of which prints: what writing their tests costs (--tests all).
 *
 * Reads LENGTH bytes as words, numbers, operators and blanks, and prints what it has found. */
#include <pleach.h>
#include <stdio.h>

#ifndef LENGTH
#define LENGTH 6
#endif

enum kind { BLANK, WORD, NUMBER, OTHER };

static enum kind kind_of(unsigned char c) {
    if (c <= ' ')
        return BLANK;
    if (c >= '0' && c <= '9')
        return NUMBER;
    if (c >= 'a' && c <= 'z')
        return WORD;
    return OTHER;
}

int main(void) {
    unsigned char text[LENGTH];
    pleach_symbolic(text, sizeof text, "text");
    unsigned char count_blanks;
    pleach_symbolic(&count_blanks, 1, "count_blanks");
    int words = 0, numbers = 0, others = 0, blanks = 0;
    enum kind last = BLANK;
    for (int i = 0; i < LENGTH; i++) {
        enum kind kind = kind_of(text[i]);
        if (kind != last || kind == OTHER) {
            words += kind == WORD;
            numbers += kind == NUMBER;
            others += kind == OTHER;
            blanks += kind == BLANK;
        }
        last = kind;
    }
    if (count_blanks)
        printf("%d blanks, ", blanks);
    printf("%d words, %d numbers, %d others\n", words, numbers, others);
    return words + numbers > others;
}
