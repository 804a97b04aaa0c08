// printf's strings, characters, pointers and counts; snprintf's truncation; sprintf into the middle of a buffer.
// cflags: -Wno-format-truncation
#include <stdio.h>
#include <string.h>

int main(void) {
    printf("[%s][%10s][%-10s][%.3s][%10.3s][%-10.3s][%.0s]\n", "hello", "hello", "hello", "hello", "hello", "hello", "x");
    char unterminated[4] = {'a', 'b', 'c', 'd'};
    printf("[%.4s][%.*s][%*s]\n", unterminated, 2, "precision", 7, "width");
    printf("[%c][%5c][%-5c][%s]\n", 'x', 'y', 'z', "");
    printf("%p %p\n", (void *)0, (void *)0x1234);
    int seen;
    printf("count%n", &seen);
    printf(" %d\n", seen);
    char b[12];
    memset(b, '#', sizeof b);
    int needed = snprintf(b, 6, "%s-%d", "long text", 42);
    printf("%d %s %c\n", needed, b, b[7]);
    needed = snprintf(b, 1, "%d", 12345);
    printf("%d [%s]\n", needed, b);
    needed = snprintf(NULL, 0, "%d %s", 7, "seven");
    printf("%d\n", needed);
    needed = snprintf(b, sizeof b, "%x", 0xBEEF);
    printf("%d %s\n", needed, b);
    int length = 0;
    char row[64];
    for (int i = 0; i < 5; i++) {
        length += sprintf(row + length, "%d,", i * i);
    }
    printf("%s %d\n", row, length);
    fprintf(stdout, "%s %d\n", "to stdout", 1);
    fprintf(stderr, "to stderr\n");
    fputs("fputs ", stdout);
    fputc('c', stdout);
    putc('\n', stdout);
    printf("%d\n", (int)fwrite("12345678", 2, 3, stdout));
    puts("puts");
    putchar('p');
    printf("\n%d", putchar('q'));
    printf(" %d\n", puts("r") >= 0);
    fflush(stdout);
    fflush(NULL);
    return 0;
}
// paths: 1
