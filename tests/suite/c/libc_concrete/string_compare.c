// Comparing memory and strings: the signs of results, unsigned bytes, limits and letter case.
// cflags: -D_GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <strings.h>

static int sign(int n) {
    return (n > 0) - (n < 0);
}

int main(void) {
    static const char *const words[] = {"", "a", "A", "ab", "abc", "abd", "ABC", "\xff", "\x7f", "b", "[", "`"};
    enum { COUNT = sizeof words / sizeof words[0] };
    for (int i = 0; i < COUNT; i++) {
        for (int j = 0; j < COUNT; j++) {
            const char *a = words[i], *b = words[j];
            printf("%2d%2d%2d%2d%2d ", sign(strcmp(a, b)), sign(strncmp(a, b, 2)), sign(strcasecmp(a, b)),
                   sign(strncasecmp(a, b, 2)), sign(strcoll(a, b)));
        }
        printf("\n");
    }
    printf("%d %d %d\n", sign(memcmp("a\0b", "a\0c", 3)), memcmp("same", "same", 4), memcmp("x", "y", 0));
    printf("%d %d\n", sign(memcmp("\x80", "\x7f", 1)), bcmp("ab", "ac", 2) != 0);
    printf("%d %d\n", strncmp("x", "y", 0), strncasecmp("ABCD", "abcE", 3));
    return 0;
}
// paths: 1
