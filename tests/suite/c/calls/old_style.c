// Definitions in the old style and calls without a prototype: arguments are promoted by their own types.
// cflags: -std=gnu89 -Wno-old-style-definition -Wno-deprecated-non-prototype -Wno-strict-prototypes
#include <stdio.h>

int add(a, b, c)
char a;
short b;
long c;
{
    return a + b + (int)c;
}

static int length(text)
register const char *text;
{
    int n = 0;
    while (*text++)
        n++;
    return n;
}

int later();

int main()
{
    char a = 'a';
    unsigned char b = 200;
    printf("%d %d\n", add(a, b, 3L), length("old style"));
    printf("%d\n", later(a, b, "text"));
    {
        int (*p)() = later;
        printf("%d\n", p(1, 2, "pointer"));
    }
    return 0;
}

int later(a, b, s)
int a, b;
const char *s;
{
    return a * b + length(s);
}
// paths: 1
