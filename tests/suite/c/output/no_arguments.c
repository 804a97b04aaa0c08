// Without arguments there is the program's name alone.
#include <stdio.h>

int main(int argc, char **argv) {
    printf("%d %d\n", argc, argv[1] == NULL);
    return argv[0][0] == 0;
}

// paths: 1
