// Copying and joining strings: strcpy, strncpy, stpcpy, stpncpy, strcat, strncat, strdup, strndup, mempcpy, memccpy.
// cflags: -D_GNU_SOURCE -Wno-unknown-warning-option -Wno-stringop-truncation -Wno-stringop-overflow -Wno-stringop-overread
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static void show(const char *bytes, int count) {
    for (int i = 0; i < count; i++) {
        printf("%c", bytes[i] == '\0' ? '0' : bytes[i]);
    }
    printf("\n");
}

int main(void) {
    char b[16];
    memset(b, '.', sizeof b);
    printf("%d ", strcpy(b, "copy") == b);
    show(b, 16);
    printf("%d ", strncpy(b, "truncated", 4) == b);
    show(b, 16);
    printf("%d ", strncpy(b + 1, "pad", 8) == b + 1);
    show(b, 16);
    printf("%td ", stpcpy(b, "end") - b);
    show(b, 16);
    printf("%td ", stpncpy(b + 3, "xyz", 6) - b);
    show(b, 16);
    printf("%td ", stpncpy(b, "longer", 3) - b);
    show(b, 16);
    printf("%s ", strcat(b, "+cat"));
    printf("%s ", strncat(b, "ncat", 2));
    printf("%s\n", strncat(b, "", 5));
    printf("%td ", (char *)mempcpy(b, "memory", 6) - b);
    show(b, 16);
    printf("%td ", (char *)memccpy(b, "stop here", ' ', 9) - b);
    show(b, 16);
    printf("%d ", memccpy(b, "none", 'x', 4) == NULL);
    show(b, 16);
    char *d = strdup("duplicate"), *e = strndup("duplicate", 3), *f = strndup("short", 50);
    d[0] = 'D';
    printf("%s %s %s\n", d, e, f);
    free(d);
    free(e);
    free(f);
    memset(b, 0, sizeof b);
    printf("%zu %zu %zu\n", strlen(b), strnlen("abcdef", 3), strnlen("ab", 9));
    bzero(b, 2);
    explicit_bzero(b, 3);
    printf("%zu %s\n", strxfrm(b, "collate", sizeof b), b);
    return 0;
}
// paths: 1
