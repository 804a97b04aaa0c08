// Weak definitions that another file overrides, weak references without a definition, and aliases.
// files: weak_and_alias_other.c
#include <stdio.h>

__attribute__((weak)) int overridden(void) {
    return 1;
}

__attribute__((weak)) int kept(void) {
    return 2;
}

__attribute__((weak)) int limit = 10;
extern __attribute__((weak)) int missing(int);
extern __attribute__((weak)) int missing_number;

static int real(int n) {
    return n * 3;
}

int counter = 5;
extern int also_counter __attribute__((alias("counter")));
int second_name(int n) __attribute__((alias("real")));
static int third_name(int n) __attribute__((alias("real")));

int main(void) {
    printf("%d %d %d\n", overridden(), kept(), limit);
    printf("%d %d\n", missing == NULL, &missing_number == NULL);
    if (missing != NULL) {
        return missing(1); //~ dead
    }
    also_counter++;
    counter++;
    printf("%d %d %d\n", counter, also_counter, &counter == &also_counter);
    int (*p)(int) = second_name;
    printf("%d %d %d %d\n", second_name(4), third_name(5), p(6), p == real);
    return 0;
}
// paths: 1
