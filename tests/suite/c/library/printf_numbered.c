// Numbered arguments, some of them symbolic, into memory and to a stream.
#define _GNU_SOURCE
#include <pleach.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    int n = pleach_range(0, 200, "n");
    char *text;
    int length = asprintf(&text, "%2$s:%1$d/%1$x", n, "key");
    pleach_assert(strncmp(text, "key:", 4) == 0 && (int)strlen(text) == length);
    pleach_assert(atoi(text + 4) == n);
    if (text[4] == '1' && text[5] == '9' && text[6] == '9')
        puts("the last one"); //~ reach
    free(text);
    printf("%2$*1$d\n", 6, n);
    return 0;
}
// paths: any
