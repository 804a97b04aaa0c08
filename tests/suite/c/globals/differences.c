// Initial values that only the linker knows: distances between objects and labels, addresses as numbers in tables.
#include <stdint.h>
#include <stdio.h>

static int values[8] = {0, 10, 20, 30, 40, 50, 60, 70};
static const intptr_t span = &values[6] - &values[2];

static int interpret(const char *code) {
    static const int offsets[] = {&&stop - &&stop, &&increment - &&stop, &&twice - &&stop};
    int accumulator = 0;
    goto *(&&stop + offsets[(int)*code++]);
increment:
    accumulator++;
    goto *(&&stop + offsets[(int)*code++]);
twice:
    accumulator *= 2;
    goto *(&&stop + offsets[(int)*code++]);
stop:
    return accumulator;
}

int main(void) {
    printf("%ld\n", (long)span);
    printf("%d\n", interpret("\1\1\2\2\1"));
    return values[span];
}
// paths: 1
