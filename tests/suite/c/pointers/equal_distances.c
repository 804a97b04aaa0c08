// A table of pointers to objects that lie at equal distances: its elements are pointers, not one pointer and a multiple of the distance.
#include <pleach.h>
#include <stdlib.h>

struct item {
    unsigned key, more[7];
};

int main(void) {
    struct item *items[8];
    for (unsigned i = 0; i < 8; i++) {
        items[i] = calloc(1, sizeof **items);
        items[i]->key = i;
    }
    unsigned at = (pleach_range(0, 8, "at") + 1) % 8;
    struct item *item = items[at];
    item->key += 10; //~ reach
    unsigned sum = 0;
    for (unsigned i = 0; i < 8; i++)
        sum += items[i]->key;
    pleach_assert(item->key == at + 10 && sum == 38);
    return 0;
}
// paths: any
