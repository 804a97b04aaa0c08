// memcpy, memmove with overlap and memset on symbolic bytes.
#include <assert.h>
#include <pleach.h>
#include <string.h>

int main(void) {
    char original[6], work[6];
    pleach_symbolic(original, sizeof original, "bytes");
    memcpy(work, original, sizeof work);
    memmove(work + 1, work, 4);
    assert(work[0] == original[0] && work[1] == original[0]);
    assert(work[4] == original[3] && work[5] == original[5]);
    memmove(work, work + 2, 3);
    assert(work[0] == original[1] && work[2] == original[3]);
    memset(work + 1, original[5], 4);
    assert(work[1] == original[5] && work[4] == original[5]);
    assert(work[0] == original[1]);
    return 0;
}

// paths: 1
