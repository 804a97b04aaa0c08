// printf's rarer conversions: positions, wide characters, counts of every length, the text of errno, odd flags.
// cflags: -Wno-format
#include <errno.h>
#include <stdio.h>
#include <wchar.h>

int main(void) {
    signed char c;
    short h;
    long l;
    printf("abc%hhn def%hn ghi%ln\n", &c, &h, &l);
    printf("%d %d %ld\n", c, h, l);
    printf("%'d|%+5s|%05s|%#d|%5%|%-5c|\n", 1234567, "s", "s", 3, 'c');
    printf("%2$s %1$d %2$s\n", 5, "again");
    printf("%1$*2$d|%1$-*2$d|%3$.*2$f\n", 42, 6, 0.5);
    printf("%ls|%5ls|%.2ls|%lc\n", L"wide", L"w", L"wide", L'x');
    errno = ENOENT;
    printf("%m\n");
    return 0;
}
// paths: 1
