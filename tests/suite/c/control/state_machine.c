// A state machine over its input, table-driven and as code: both agree on every word of length six over {a, b}.
#include <stdio.h>

/* Accepts words with an even number of a and without "bbb". */
static const unsigned char table[2][4][2] = {
    {{4, 1}, {4, 2}, {4, 3}, {3, 3}},
    {{0, 5}, {0, 6}, {0, 7}, {7, 7}},
};

static int by_table(const char *word) {
    int state = 0;
    for (; *word != '\0'; word++) {
        state = table[state >> 2][state & 3][*word == 'b'];
    }
    return state < 3;
}

static int by_code(const char *word) {
    int run;
even:
    run = 0;
even_more:
    switch (*word++) {
    case 'a':
        goto odd;
    case 'b':
        if (++run == 3) {
            return 0;
        }
        goto even_more;
    default:
        return 1;
    }
odd:
    run = 0;
odd_more:
    switch (*word++) {
    case 'a':
        goto even;
    case 'b':
        if (++run == 3) {
            return 0;
        }
        goto odd_more;
    default:
        return 0;
    }
}

int main(void) {
    int accepted = 0;
    for (int bits = 0; bits < 64; bits++) {
        char word[7] = {0};
        for (int i = 0; i < 6; i++) {
            word[i] = bits >> i & 1 ? 'b' : 'a';
        }
        if (by_table(word) != by_code(word)) {
            printf("%s\n", word); //~ dead
        }
        accepted += by_code(word);
    }
    printf("%d\n", accepted);
    return 0;
}
// paths: 1
