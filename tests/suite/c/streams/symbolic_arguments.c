// run: --sym-arg 2 --sym-args 0 1 2
// args: --name
// Arguments that may be options.
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    int verbose = 0;
    if (argc < 3 || strcmp(argv[1], "--name") != 0 || argv[argc] != NULL)
        return 1; //~ dead
    for (int i = 2; i < argc; i++) {
        if (strcmp(argv[i], "-v") == 0)
            verbose++;
        if (argv[i][0] == '\0')
            puts("empty"); //~ reach
    }
    if (verbose == 2)
        puts("twice"); //~ reach
    return 100 / (3 - argc + verbose); //~ error: div-by-zero
}

// paths: any
