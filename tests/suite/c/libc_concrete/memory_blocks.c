// memcpy, memset, memmove: sizes from zero up, and overlaps in both directions.
#include <stdio.h>
#include <string.h>

static char block[64];

static void reset(void) {
    for (int i = 0; i < 63; i++) {
        block[i] = (char)('A' + i % 26);
    }
    block[63] = '\0';
}

int main(void) {
    for (int size = 0; size <= 20; size += 4) {
        for (int distance = -6; distance <= 6; distance += 3) {
            reset();
            void *result = memmove(block + 20 + distance, block + 20, (size_t)size);
            printf("%s %d\n", block, result == block + 20 + distance);
        }
    }
    reset();
    memset(block + 3, '-' + 256, 5);
    memset(block + 60, 0, 0);
    memcpy(block + 40, block + 3, 6);
    memcpy(block, block + 30, 0);
    puts(block);
    int numbers[6] = {1, 2, 3, 4, 5, 6};
    memmove(numbers + 1, numbers, 5 * sizeof(int));
    memset(&numbers[5], 0xFF, sizeof(int));
    for (int i = 0; i < 6; i++) {
        printf("%d ", numbers[i]);
    }
    printf("\n");
    return 0;
}
// paths: 1
