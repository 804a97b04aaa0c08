// The program's arguments, printed and compared.
// args: alpha 'two words' -n 42
#include <pleach.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        printf("%d: %s\n", i, argv[i]);
    }
    int limit = 0;
    for (int i = 1; i + 1 < argc; i++) {
        if (strcmp(argv[i], "-n") == 0) {
            limit = atoi(argv[i + 1]);
        }
    }
    int x = pleach_range(0, 100, "x");
    if (x == limit) {
        return 1; //~ reach
    }
    return argv[argc] != NULL;
}

// paths: 2
