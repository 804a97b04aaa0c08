// Globals with pointers to each other and to the middle of arrays.
#include <assert.h>
#include <pleach.h>

struct entry {
    const char *name;
    const int *value;
    const struct entry *next;
};

static const int values[4] = {5, 6, 7, 8};
static const struct entry last = {"last", &values[3], 0};
static const struct entry first = {&"first"[1], values + 1, &last};
static int (*const order[2])(void);
static char zeros[1 << 16];

int main(void) {
    const struct entry *at = &first;
    int i = pleach_range(0, 1 << 16, "i");
    assert(zeros[i] == 0 && order[1] == 0);
    assert(at->name[0] == 'i' && *at->value == 6 && at->value[2] == 8);
    assert(*at->next->value == 8 && at->next->next == 0);
    return at->next->name[1];
}

// paths: 1
