// main gets its arguments, each in memory of its own that the program may change; argv ends with a null pointer.
// args: first "two words" -n 42 ''
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    printf("%d\n", argc);
    for (int i = 1; i < argc; i++) {
        printf("[%s] %zu\n", argv[i], strlen(argv[i]));
    }
    printf("%d %d\n", argv[argc] == NULL, argv[0] != NULL);
    for (char *p = argv[1]; *p != '\0'; p++) {
        *p = (char)(*p - 'a' + 'A');
    }
    char *swap = argv[1];
    argv[1] = argv[2];
    argv[2] = swap;
    printf("%s %s %d\n", argv[1], argv[2], atoi(argv[4]) + 1);
    while (*++argv != NULL && **argv != '-') {
        argc--;
    }
    return argc;
}
// paths: 1
