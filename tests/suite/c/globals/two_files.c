// A program of two files: shared variables and functions, and static ones of the same names that stay apart.
// files: two_files_other.c
#include <stdio.h>

extern int shared;
extern const char *const names[];
extern int numbers[];
extern struct pair {
    int a, b;
} pair;
int other(int n);
int *hidden_of_other(void);

int tentative;
static int hidden = 1;

static int helper(int n) {
    return n + hidden;
}

int callback(int n) {
    return helper(n) * 10;
}

int main(void) {
    shared += 5;
    printf("%d ", other(3));
    printf("%d\n", shared);
    printf("%s %d\n", names[1], numbers[2]);
    pair.a = 8;
    printf("%d %d\n", pair.a * pair.b, other(pair.a));
    hidden = 7;
    *hidden_of_other() = 1000;
    printf("%d %d\n", helper(1), hidden);
    printf("%d\n", other(1));
    printf("%d\n", tentative);
    return 0;
}
// paths: 1
