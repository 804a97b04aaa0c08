// goto forwards, backwards, out of nested loops, into a block, and as the usual clean-up chain.
#include <stdio.h>
#include <stdlib.h>

static int acquire(int fail_at) {
    int result = -1;
    char *a = NULL, *b = NULL;
    if (fail_at == 1) {
        goto nothing;
    }
    a = malloc(4);
    if (fail_at == 2) {
        goto first;
    }
    b = malloc(8);
    if (fail_at == 3) {
        goto both;
    }
    result = 0;
both:
    printf("free b ");
    free(b);
first:
    printf("free a ");
    free(a);
nothing:
    printf("%d\n", result);
    return result;
}

int main(void) {
    int i = 0;
again:
    if (i < 3) {
        printf("%d ", i++);
        goto again;
    }
    for (int x = 0; x < 10; x++) {
        for (int y = 0; y < 10; y++) {
            if (x * y == 42) {
                printf("%d %d\n", x, y);
                goto found;
            }
        }
    }
    printf("nowhere\n"); //~ dead
found:
    goto inside;
    while (i > 0) {
        printf("loop %d ", i);
    inside:
        i--;
    }
    printf("%d\n", i);
    int sum = 0;
    for (int fail = 0; fail < 4; fail++) {
        sum += acquire(fail);
    }
    return sum + 3;
}
// paths: 1
