// A merge that forgets the rest of one half: found by asserting that the sum stays the same.
#include <pleach.h>
#include <string.h>

static void merge(unsigned char *a, int half, int n) {
    unsigned char room[4];
    memcpy(room, a, (size_t)half);
    int i = 0, j = half, k = 0;
    while (i < half && j < n) {
        a[k++] = a[j] < room[i] ? a[j++] : room[i++];
    }
    /* What is left of room is lost. */
}

static void sort(unsigned char *a, int n) {
    if (n > 1) {
        sort(a, n / 2);
        sort(a + n / 2, n - n / 2);
        merge(a, n / 2, n);
    }
}

int main(void) {
    unsigned char a[3];
    pleach_symbolic(a, sizeof a, "a");
    int before = a[0] + a[1] + a[2];
    sort(a, 3);
    pleach_assert(a[0] + a[1] + a[2] == before); //~ error: assert
    return 0;
}
// paths: 5
// errors: 3
