// run: --external-calls overapproximate
// replay: no the functions are not there natively
// A function that nobody knows gives anything, also in what its arguments point to.
#include <stdio.h>
#include <stdlib.h>

int unknown_size(const int *seed);
void unknown_fill(char *to);

int main(void) {
    int seed = 7;
    static const int fixed = 5;
    char text[4] = "abc";
    unknown_fill(text);
    if (text[0] != 'a')
        puts("filled"); //~ reach
    if (unknown_size(&fixed) == 12345 && fixed == 5)
        return 1; //~ reach
    int size = unknown_size(&seed);
    if (seed != 7)
        abort(); //~ error: abort
    return size == 3;
}
// paths: any
// complete: no
// incomplete: overapproximated call of unknown_size
