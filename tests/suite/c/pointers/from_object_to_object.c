// replay: no natively the other row is written
// Objects lie behind each other in memory. What leads from one of them into another is an error, also where the pointer may come
// from each of them.
#include <pleach.h>
#include <stdlib.h>

int main(void) {
    char *rows[3];
    for (int i = 0; i < 3; i++)
        rows[i] = calloc(8, 1);
    unsigned i = pleach_range(0, 3, "i");
    unsigned long distance = 7 + (unsigned)pleach_range(0, 2, "far") * (unsigned long)(rows[1] - rows[0]);
    char *row = rows[i];
    row[distance] = 1; //~ error: out-of-bounds
    return rows[i][7] == 1;
}

// paths: 2
// errors: 1
