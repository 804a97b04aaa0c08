// Static locals keep their values between calls, one for each function, also in recursion and inline functions.
#include <stdio.h>

static int counter(void) {
    static int count = 100;
    return count++;
}

static int other(void) {
    static int count;
    count += 2;
    return count;
}

static inline int *slot(int index) {
    static int slots[4] = {1, 2, 3};
    return &slots[index];
}

static int deepest(int n) {
    static int deepest_seen = -1;
    if (n > deepest_seen) {
        deepest_seen = n;
    }
    if (n < 3) {
        deepest(n + 1);
    }
    {
        static int deepest_seen = 50;
        deepest_seen++;
        if (n == 0) {
            printf("%d ", deepest_seen);
        }
    }
    return deepest_seen;
}

static const char *name(int n) {
    static char buffer[8];
    snprintf(buffer, sizeof buffer, "n%d", n);
    return buffer;
}

int main(void) {
    printf("%d %d ", counter(), other());
    counter();
    other();
    printf("%d %d\n", counter(), other());
    *slot(3) += *slot(0) + *slot(1);
    printf("%d\n", *slot(3));
    printf("%d ", deepest(0));
    printf("%d\n", deepest(1));
    const char *first = name(1);
    name(2);
    printf("%s\n", first);
    return 0;
}
// paths: 1
