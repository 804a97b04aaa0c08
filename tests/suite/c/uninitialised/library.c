// Functions of the library: those that write what they are given, and those that look at it.
// run: --uninitialized error
#include <pleach.h>
#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b) {
    int x = *(const int *)a;
    int y = *(const int *)b;
    return (x > y) - (x < y);
}

int main(void) {
    char name[16];
    char other[16];
    int numbers[4];
    char *end;
    strcpy(name, "17 apples");
    strncpy(other, name, sizeof other);
    memset(numbers, 1, sizeof numbers);
    numbers[0] = (int)strtol(name, &end, 10);
    switch (pleach_range(0, 4, "which")) {
    case 0:
        qsort(numbers, 4, sizeof *numbers, compare);
        return numbers[0] != 17 || strcmp(end, " apples") != 0 || memcmp(other + 9, "\0\0\0", 3) != 0;
    case 1: {
        char unset[8];
        return strlen(unset) == 3; //~ error: uninitialized
    }
    case 2: {
        int more[4];
        more[0] = 3;
        qsort(more, 2, sizeof *more, compare); //~ error: uninitialized
        return 0;
    }
    default:
        return strchr(name + 10, 'x') == NULL; //~ error: uninitialized
    }
}

// paths: 4
// errors: 3
