// args: input.txt -v --output=there --level 3
// run: --sym-arg 3
// Options in any order; the last argument may be one.
#include <getopt.h>
#include <pleach.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    static const struct option longs[] = {{"output", required_argument, NULL, 'o'}, {"level", required_argument, NULL, 'l'}, {NULL, 0, NULL, 0}};
    int verbose = 0, level = 0;
    const char *output = "";
    for (int c; (c = getopt_long(argc, argv, "vo:q", longs, NULL)) != -1;) {
        switch (c) {
        case 'v':
            verbose++;
            break;
        case 'o':
            output = optarg;
            break;
        case 'l':
            level = atoi(optarg);
            break;
        case 'q':
            puts("quiet"); //~ reach
            break;
        default:
            return 2; //~ reach
        }
    }
    pleach_assert(level == 3 && verbose >= 1 && strcmp(argv[optind], "input.txt") == 0);
    return strcmp(output, "there") == 0 ? 0 : 3;
}
// paths: any
