// Field and index are both behind a pointer.
#include <assert.h>
#include <pleach.h>

struct table {
    int count;
    struct {
        short key;
        int value;
    } rows[4];
};

static int lookup(const struct table *table, short key) {
    for (int i = 0; i < table->count; i++) {
        if (table->rows[i].key == key) {
            return table->rows[i].value;
        }
    }
    return -1;
}

int main(void) {
    struct table table = {3, {{10, 1}, {20, 2}, {30, 3}}};
    short key;
    pleach_symbolic(&key, sizeof key, "key");
    int got = lookup(&table, key);
    assert(got == -1 || key == 10 * got);
    return got;
}

// paths: 4
