// A structure with an array at its end, allocated for n elements and one too few for some n.
#include <assert.h>
#include <pleach.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct text {
    unsigned length;
    char data[];
};

int main(void) {
    unsigned n = pleach_range(1, 9, "n");
    size_t size = offsetof(struct text, data) + n + (n != 6);
    struct text *t = malloc(size);
    assert(t != NULL);
    t->length = n;
    memset(t->data, 'q', n);
    t->data[n] = '\0'; //~ error: out-of-bounds
    assert(n != 6);
    assert(t->length == n && strlen(t->data) == n);
    free(t);
    return 0;
}

// paths: 2
// errors: 1
