// Alignment of globals and locals beyond what their types ask for; arrays of aligned structures.
#include <stdalign.h>
#include <stdint.h>
#include <stdio.h>

alignas(4096) static char page[10];
static alignas(64) int line;

struct alignas_16 {
    alignas(16) char a;
    char b;
};

static struct alignas_16 array[3];

int main(void) {
    alignas(256) char local[3];
    printf("%d %d %d\n", (int)((uintptr_t)page % 4096), (int)((uintptr_t)&line % 64), (int)((uintptr_t)local % 256));
    printf("%zu %td %d\n", sizeof array, (char *)&array[2] - (char *)array, (int)((uintptr_t)&array[1] % 16));
    return 0;
}
// paths: 1
