// Recursion: simple, mutual, deep, through pointers, with arrays in every frame, and two calls in one.
#include <stdio.h>

static int is_odd(unsigned n);

static int is_even(unsigned n) {
    return n == 0 ? 1 : is_odd(n - 1);
}

static int is_odd(unsigned n) {
    return n == 0 ? 0 : is_even(n - 1);
}

static unsigned ackermann(unsigned m, unsigned n) {
    if (m == 0) {
        return n + 1;
    }
    return n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

static long depth(int n, const long *above) {
    long own = *above + n;
    return n == 0 ? own : depth(n - 1, &own);
}

static int fibonacci(int n) {
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

static void hanoi(int n, char from, char to, char over, char *log, int *at) {
    if (n == 0) {
        return;
    }
    hanoi(n - 1, from, over, to, log, at);
    log[(*at)++] = from;
    log[(*at)++] = to;
    hanoi(n - 1, over, to, from, log, at);
}

static int permute(char *text, int at, int (*self)(char *, int, void *), void *next) {
    if (text[at] == '\0') {
        printf("%s ", text);
        return 1;
    }
    int count = 0;
    for (int i = at; text[i] != '\0'; i++) {
        char kept = text[at];
        text[at] = text[i], text[i] = kept;
        count += self(text, at + 1, next);
        kept = text[at];
        text[at] = text[i], text[i] = kept;
    }
    return count;
}

static int permute_again(char *text, int at, void *next) {
    return permute(text, at, permute_again, next);
}

int main(void) {
    printf("%d %d\n", is_even(3000), is_odd(4001));
    printf("%u\n", ackermann(2, 9));
    long zero = 0;
    printf("%ld\n", depth(5000, &zero));
    printf("%d\n", fibonacci(15));
    char log[64] = {0};
    int at = 0;
    hanoi(4, 'A', 'C', 'B', log, &at);
    printf("%s\n", log);
    char text[] = "abcd";
    printf("%d\n", permute_again(text, 0, NULL));
    return 0;
}
// paths: 1
