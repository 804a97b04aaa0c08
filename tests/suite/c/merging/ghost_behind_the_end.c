// A pointer in the last bytes of the larger object keeps nothing alive on the path of the smaller one.
// run: --check-leaks
#include <pleach.h>
#include <stdlib.h>

char **volatile kept;

int main(void) {
    int x = pleach_int("x");
    char *lost = malloc(4); //~ error: leak
    pleach_merge_begin();
    if (x < 0) {
        kept = malloc(8);
        kept[0] = 0;
    } else {
        kept = malloc(16);
        kept[0] = 0;
        kept[1] = lost;
    }
    lost = 0;
    pleach_merge_end();
    return lost != 0;
}
// paths: any
