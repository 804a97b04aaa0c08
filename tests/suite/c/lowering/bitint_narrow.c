// _BitInt of few bits: wraps at its own width, does not promote, and is stored in whole bytes.
#include <stdio.h>

typedef _BitInt(7) s7;
typedef unsigned _BitInt(7) u7;
typedef unsigned _BitInt(3) u3;
typedef _BitInt(2) s2;

static s7 global = -64;
static u3 cells[5] = {7, 6, 5};

static u7 add(u7 a, u7 b) {
    return a + b;
}

struct mixed {
    u3 a;
    s7 b;
    _BitInt(17) c;
};

static struct mixed twist(struct mixed m) {
    m.c = -m.c;
    m.a++;
    return m;
}

int main(void) {
    volatile u7 a = 120;
    volatile s7 b = -60;
    printf("%d %d\n", (int)add(a, 100), (int)(u7)(a * a));
    printf("%d %d %d\n", (int)(b / 7), (int)(b % 7), (int)(b >> 2));
    printf("%d %d\n", (int)(s7)a, (int)(u7)b);
    printf("%d %d\n", a > 100, b < 0);
    printf("%d %d\n", (int)global, (int)(s7)(global + 1));
    u3 c = 5;
    c += 6;
    c <<= 1;
    printf("%d %d\n", (int)c, (int)(u3)~c);
    int sum = 0;
    for (int i = 0; i < 5; i++) {
        sum = 10 * sum + (int)cells[i]--;
    }
    printf("%d %d %zu %zu\n", sum, (int)cells[4], sizeof cells, sizeof(struct mixed));
    struct mixed m = twist((struct mixed){7, -1, 65535});
    printf("%d %d %d\n", (int)m.a, (int)m.b, (int)m.c);
    s2 least = -2;
    printf("%d %d\n", (int)least, (int)(least + (s2)1));
    return 0;
}
// paths: 1
