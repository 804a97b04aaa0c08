// A ring buffer driven by unknown commands; what comes out is what went in.
#include <assert.h>
#include <pleach.h>

static int ring[2], head, count;

int main(void) {
    int next_in = 0, next_out = 0;
    for (int step = 0; step < 4; step++) {
        if (pleach_range(0, 2, "push")) {
            if (count < 2) {
                ring[(head + count++) % 2] = next_in++;
            }
        } else if (count > 0) {
            assert(ring[head] == next_out++);
            head = (head + 1) % 2;
            count--;
        }
    }
    return 10 * next_in + count;
}

// paths: 16
