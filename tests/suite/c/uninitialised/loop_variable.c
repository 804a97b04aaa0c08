// Variables without a first value in a loop that sets them before it reads them, and one that it reads first.
// run: --uninitialized error
#include <pleach.h>

static int last(const int *values, int count) {
    int previous;
    int found;
    for (int i = 0; i < count; i++) {
        int now = values[i];
        if (i > 0 && now < previous) {
            found = i;
        }
        previous = now;
    }
    return found;
}

int main(void) {
    int values[3] = {1, 3, 2};
    int count = pleach_range(2, 4, "count");
    return last(values, count) == 2; //~ error: uninitialized
}

// paths: 2
// errors: 1
