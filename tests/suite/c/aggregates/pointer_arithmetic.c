// Pointer arithmetic and differences over types of different sizes, negative indices, and pointers to pointers.
#include <stddef.h>
#include <stdio.h>

struct odd {
    char bytes[7];
};

int main(void) {
    int numbers[10];
    for (int i = 0; i < 10; i++) {
        numbers[i] = i * i;
    }
    int *begin = numbers, *end = numbers + 10, *middle = begin + (end - begin) / 2;
    printf("%td %td %d %d\n", end - begin, begin - end, *middle, middle[-3]);
    printf("%d %d\n", 3 [numbers], *(end - 1));
    int sum = 0;
    for (int *p = end; p != begin;) {
        sum += *--p;
    }
    printf("%d\n", sum);
    struct odd odds[5], *o = &odds[4];
    printf("%td %td\n", o - odds, (char *)o - (char *)odds);
    long longs[4] = {1, 2, 3, 4}, *l = longs;
    l += 3;
    l -= 2;
    ptrdiff_t step = -1;
    printf("%ld %ld\n", *l, l[step]);
    const char *text = "pointer", *s = text;
    while (*s++ != '\0') {
    }
    printf("%td\n", s - text);
    int **pp = &begin, ***ppp = &pp;
    ++**ppp;
    (*pp)++;
    printf("%d %d\n", ***ppp, **pp == numbers[2]);
    void *v = &numbers[4];
    printf("%d\n", *((int *)v + 1));
    unsigned char index = 200;
    signed char back = -50;
    const char *big = (char[256]){[200] = 'i', [150] = 'b'};
    printf("%c%c\n", big[index], (big + index)[back]);
    for (int *p = &numbers[1], *q = &numbers[8]; p < q; p++, q--) {
        int t = *p;
        *p = *q;
        *q = t;
    }
    printf("%d %d %d\n", numbers[1], numbers[4], numbers[8]);
    return 0;
}
// paths: 1
