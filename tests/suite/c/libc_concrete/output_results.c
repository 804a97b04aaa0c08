// What the output functions return is what glibc's return.
#include <stdio.h>

int main(void) {
    int a = puts("hello"), b = puts(""), c = fputs("text\n", stdout), d = putchar(300), e = putc('\n', stdout);
    int f = printf("%d\n", 100), g = fprintf(stdout, "\n");
    size_t h = fwrite("abcdef", 2, 2, stdout), i = fwrite("abc", 0, 3, stdout);
    printf("\n%d %d %d %d %d %d %d %zu %zu\n", a, b, c > 0, d, e, f, g, h, i);
    printf("%d %d\n", fflush(stdout), setvbuf(stdout, NULL, _IOLBF, 0));
    return 0;
}
// paths: 1
