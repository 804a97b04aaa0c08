// for, while and do loops with break and continue, nested, empty, and with several variables.
// coverage: no clang does not count the line after a do-while that is always left by break
#include <stdio.h>

int main(void) {
    int sum = 0;
    for (int i = 0; i < 10; i++) {
        if (i % 3 == 0) {
            continue;
        }
        if (i == 8) {
            break;
        }
        sum += i;
    }
    printf("%d\n", sum);
    int n = 27, steps = 0;
    while (n != 1) {
        n = n % 2 == 0 ? n / 2 : 3 * n + 1;
        steps++;
    }
    printf("%d\n", steps);
    do {
        n -= 3;
    } while (n > 0);
    printf("%d\n", n);
    for (;;) {
        if (++n > 5) {
            break;
        }
    }
    int i = 0, j = 100;
    for (; i < j; i += 3, j -= 4)
        ;
    printf("%d %d %d\n", n, i, j);
    int found = 0;
    for (int a = 1; a < 30; a++) {
        for (int b = a; b < 30; b++) {
            for (int c = b; c < 40; c++) {
                if (a * a + b * b < c * c) {
                    break;
                }
                if (a * a + b * b != c * c) {
                    continue;
                }
                found++;
            }
        }
    }
    printf("%d\n", found);
    while (0) {
        printf("never\n"); //~ dead
    }
    do {
        if (found > 0) {
            break;
        }
        printf("skipped\n"); //~ dead
    } while (0);
    unsigned down = 3;
    while (down-- > 0) {
        printf("%u ", down);
    }
    printf("\n");
    return 0;
}
// paths: 1
