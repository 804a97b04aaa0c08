// _Bool is one for anything that is not zero, and an integer in arithmetic.
// cflags: -Wno-constant-conversion
#include <stdbool.h>
#include <stdio.h>

static bool both(bool a, bool b) {
    return a & b;
}

static bool flag;
static bool flags[3] = {true, false, true};

int main(void) {
    int n = 256, *pointer = &n;
    bool b = n, z = 0, p = pointer != NULL;
    printf("%d %d %d %zu\n", b, z, p, sizeof b);
    b += 5;
    printf("%d\n", b);
    b -= 1;
    printf("%d\n", b);
    b = !b;
    printf("%d %d %d\n", b, ~(int)b, -b);
    b ^= 1;
    printf("%d\n", b | z);
    printf("%d %d %d\n", both(2, 4), both(2, 0), (bool)0x100 + (bool)-1);
    unsigned long wide = 1UL << 40;
    flag = wide;
    printf("%d %d\n", flag, flags[0] + flags[1] + flags[2]);
    bool q = (bool)pointer;
    printf("%d %d\n", q, (unsigned char)0x100 ? 1 : 0);
    flag = flag < z;
    printf("%d\n", flag);
    return b;
}
// paths: 1
