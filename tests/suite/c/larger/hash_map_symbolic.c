// A hash map of four slots with three symbolic keys: what was put in is found, and a key that was not is not.
#include <pleach.h>
#include <stdint.h>

struct slot {
    uint8_t full, key, value;
};

static struct slot *find(struct slot *slots, uint8_t key) {
    unsigned at = (key ^ key >> 4) & 3;
    while (slots[at].full && slots[at].key != key) {
        at = (at + 1) & 3;
    }
    return &slots[at];
}

int main(void) {
    struct slot slots[4] = {{0, 0, 0}};
    uint8_t keys[3];
    pleach_symbolic(keys, sizeof keys, "keys");
    for (int i = 0; i < 2; i++) {
        struct slot *slot = find(slots, keys[i]);
        slot->full = 1;
        slot->key = keys[i];
        slot->value = (uint8_t)(i + 1);
    }
    pleach_assert(find(slots, keys[1])->value == 2);
    pleach_assert(find(slots, keys[0])->value == (keys[0] == keys[1] ? 2 : 1));
    struct slot *third = find(slots, keys[2]);
    if (third->full) {
        pleach_assert(keys[2] == keys[0] || keys[2] == keys[1]);
        return third->value;
    }
    return 0;
}
// paths: 13
