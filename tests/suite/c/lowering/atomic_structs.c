// Atomic structures that fit a word, and main calling itself.
// cflags: -Wno-main
#include <stdatomic.h>
#include <stdio.h>

struct pair {
    int a, b;
};

static _Atomic struct pair shared;
static int rounds;

int main(int argc, char **argv) {
    struct pair old = atomic_load(&shared), new = {old.a + 1, old.b + argc * 10};
    int done = atomic_compare_exchange_strong(&shared, &old, new);
    struct pair now = atomic_load(&shared);
    printf("%d %d %d\n", done, now.a, now.b);
    if (++rounds < 3) {
        return main(argc + 1, argv) + 1;
    }
    atomic_store(&shared, ((struct pair){7, 8}));
    old = atomic_exchange(&shared, ((struct pair){9, 9}));
    printf("%d %d\n", old.a, old.b);
    return 5;
}
// paths: 1
