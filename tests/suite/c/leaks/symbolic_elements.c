// Pointers in a table that the input chooses places of are kept, whether they are stored whole or in parts.
// run: --check-leaks
#include <pleach.h>
#include <stdlib.h>

struct entry {
    int key;
    int count;
    char *text;
};

static struct entry table[300];
static char *many[300];
static unsigned char *bytes[300];

int main(void) {
    unsigned i = pleach_range(0, 300, "i"), j = pleach_range(0, 300, "j");
    // What was there before the first store at a place that the input chooses.
    many[5] = malloc(1);
    many[6 + i % 200] = malloc(2);
    table[3].text = malloc(3);
    // The table is accessed in words of four bytes too, so that a pointer is two of them.
    table[i].key = 1;
    table[i].text = malloc(4);
    table[j].count = 2;
    // A structure is copied whole.
    struct entry one = {.key = 1, .count = 2, .text = malloc(5)};
    table[100 + j % 100] = one;
    // Bytes of pointers.
    ((unsigned char *)bytes)[8 * i % 100] = 0;
    bytes[200 + j % 50] = malloc(6);
    // Which of two is kept is not known, nor where.
    char *first = malloc(7), *second = malloc(8);
    bytes[i % 100 + 100] = (unsigned char *)(j & 1 ? first : second);
    many[299] = j & 1 ? second : first;
    return 0;
}

// paths: any
