// A search that may fail, and a caller that does not ask.
#include <pleach.h>
#include <stddef.h>

static int keys[3] = {10, 20, 30};

static int *find(int key) {
    for (int i = 0; i < 3; i++) {
        if (keys[i] == key) {
            return &keys[i];
        }
    }
    return NULL;
}

int main(void) {
    int *found = find(pleach_int("key"));
    return *found; //~ error: null
}

// paths: 4
// errors: 1
