// 128-bit numbers among variadic arguments: two words of their own, aligned only where they lie in memory.
#include <stdarg.h>
#include <stdio.h>

static void show(int count, ...) {
    va_list list;
    va_start(list, count);
    while (count-- > 0) {
        __int128 wide = va_arg(list, __int128);
        printf("%lx:%lx %d\n", (long)(wide >> 64), (long)wide, va_arg(list, int));
    }
    va_end(list);
}

int main(void) {
    show(1, (__int128)1 << 70, 1);
    show(4, (__int128)7 << 64 | 8, 1, (__int128)-1, 2, (__int128)5 << 64 | 6, 3, (__int128)1, 4);
    return 0;
}
// paths: 1
