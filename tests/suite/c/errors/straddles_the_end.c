// An access that begins within an object and ends outside of it.
#include <pleach.h>
#include <stdint.h>
#include <stdlib.h>

struct __attribute__((packed)) anywhere {
    uint32_t word;
};

int main(void) {
    char *bytes = calloc(8, 1);
    int at = pleach_range(3, 6, "at");
    struct anywhere *view = (struct anywhere *)(bytes + at);
    uint32_t got = view->word; //~ error: out-of-bounds
    free(bytes);
    return got;
}

// paths: 2
// errors: 1
