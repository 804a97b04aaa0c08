// Switches inside loops, loops inside switches, switches inside switches: break and continue belong to the nearest.
#include <stdio.h>

static int count_tokens(const char *text) {
    enum { OUTSIDE, WORD, NUMBER } state = OUTSIDE;
    int words = 0, numbers = 0;
    for (; *text != '\0'; text++) {
        switch (state) {
        case OUTSIDE:
            switch (*text) {
            case ' ':
            case ',':
                continue;
            case '0':
            case '1':
            case '2':
                state = NUMBER;
                numbers++;
                break;
            case '#':
                goto out;
            default:
                state = WORD;
                words++;
            }
            break;
        case WORD:
        case NUMBER:
            if (*text == ' ' || *text == ',') {
                state = OUTSIDE;
            }
            break;
        }
    }
out:
    return 10 * words + numbers;
}

static int loops_in_cases(int n) {
    int sum = 0;
    switch (n & 1) {
    case 0:
        while (1) {
            if (++sum > n) {
                break;
            }
        }
        sum *= 2;
        break;
    case 1:
        for (int i = 0; i < n; i++) {
            if (i == 2) {
                continue;
            }
            sum += i;
        }
    }
    return sum;
}

int main(void) {
    printf("%d %d\n", count_tokens("one, two 12 three,0 x"), count_tokens("a 1 #b 2"));
    for (int i = 0; i < 6; i++) {
        printf("%d ", loops_in_cases(i));
    }
    printf("\n");
    return 0;
}
// paths: 1
