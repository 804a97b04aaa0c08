// Open addressing: two keys, the same slot or not.
#include <assert.h>
#include <pleach.h>

struct slot {
    int used;
    unsigned key;
    int value;
};

static struct slot slots[4];

static struct slot *find(unsigned key) {
    unsigned at = key * 2654435761u >> 30;
    while (slots[at].used && slots[at].key != key) {
        at = (at + 1) % 4;
    }
    return &slots[at];
}

int main(void) {
    unsigned a, b;
    pleach_symbolic(&a, sizeof a, "a");
    pleach_symbolic(&b, sizeof b, "b");
    *find(a) = (struct slot){1, a, 10};
    struct slot *slot = find(b);
    if (slot->used) {
        assert(a == b && slot->value == 10); //~ reach
        return 1;
    }
    *slot = (struct slot){1, b, 20};
    assert(find(a)->value == 10 && find(b)->value == 20);
    return 0;
}

// A free slot, the same key, or another key in the same slot.
// paths: 3
