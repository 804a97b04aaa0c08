// A switch with consecutive cases, a default in the middle, several labels for one body, and fallthrough.
// cflags: -Wno-implicit-fallthrough
#include <stdio.h>

static int dense(int n) {
    int score = 0;
    switch (n) {
    case 0:
        return 100;
    case 1:
        score += 1;
        /* fallthrough */
    case 2:
        score += 10;
        /* fallthrough */
    case 3:
        score += 100;
        break;
    default:
        score = -1;
        break;
    case 4:
    case 5:
    case 6:
        score = 456;
        break;
    case 7: {
        int local = 77;
        score = local;
    }
    }
    return score;
}

static int last_falls_out(unsigned char c) {
    int n = 0;
    switch (c) {
    case 'a':
    case 'e':
    case 'i':
    case 'o':
    case 'u':
        n = 1;
    }
    return n;
}

static int only_default(int n) {
    switch (n) {
    default:
        return n * 2;
    }
}

static int no_cases(int n) {
    switch (n) {
    }
    return n;
}

int main(void) {
    for (int n = -2; n < 10; n++) {
        printf("%d ", dense(n));
    }
    int vowels = 0;
    for (const char *p = "interlace living branches"; *p != '\0'; p++) {
        vowels += last_falls_out((unsigned char)*p);
    }
    printf("%d %d %d\n", vowels, only_default(21), no_cases(3));
    return 0;
}
// paths: 1
