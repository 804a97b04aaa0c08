// printf's rarer conversions: counts of every length, odd flags, numbered arguments, wide characters, errno's text.
// cflags: -Wno-format
#define _GNU_SOURCE
#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

int main(void) {
    signed char c;
    short h;
    long l;
    printf("abc%hhn def%hn ghi%ln\n", &c, &h, &l);
    printf("%d %d %ld\n", c, h, l);
    printf("%'d|%+5s|%05s|%#d|%5%|%-5c|\n", 1234567, "s", "s", 3, 'c');
    printf("%2$s %1$d %2$s\n", 5, "again");
    printf("%3$*1$.*2$f|%4$Lg|%5$lc%5$c|%2$x\n", 12, 3, 3.14159, 2.5L, 'q');
    printf("%b %#b %#B %08b\n", 10, 10, 5, 3);
    errno = ENOENT;
    printf("%m|%30m|%.4m\n");
    printf("%ls|%6.2ls|%-4lc|%S\n", L"wide", L"wide", (wint_t)L'w', L"old");
    int result = printf("before %ls behind\n", L"\u00e9");
    printf("\n%d %d\n", result, errno == EILSEQ);
    char *text;
    printf("%d ", asprintf(&text, "%s=%d", "key", 42));
    puts(text);
    free(text);
    fflush(stdout);
    dprintf(1, "%s %d\n", "by number", 7);
    wchar_t wide[16];
    printf("%d ", swprintf(wide, 16, L"%d-%ls-%s", 5, L"w\u00e9", "n"));
    printf("%d %d\n", (int)wcslen(wide), wide[3] == L'\u00e9');
    printf("%d\n", swprintf(wide, 4, L"%s", "too long"));
    return 0;
}
// paths: 1
