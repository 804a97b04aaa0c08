// memset of a symbolic byte from a symbolic place on.
#include <assert.h>
#include <pleach.h>
#include <string.h>

int main(void) {
    unsigned char room[8] = {0};
    int at = pleach_range(0, 6, "at");
    int fill = pleach_range(1, 256, "fill");
    memset(room + at, fill, 3);
    int sum = 0;
    for (int i = 0; i < 8; i++) {
        sum += room[i];
    }
    assert(sum == 3 * fill);
    assert(room[at] == fill && room[at + 2] == fill);
    return 0;
}

// paths: 1
