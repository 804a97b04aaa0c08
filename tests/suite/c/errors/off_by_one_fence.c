// Binary search with an inclusive upper end that starts one too far.
#include <pleach.h>

static int find(const int *a, int count, int key) {
    int low = 0, high = count;
    while (low <= high) {
        int middle = low + (high - low) / 2;
        if (a[middle] == key) { //~ error: out-of-bounds
            return middle;
        }
        if (a[middle] < key) {
            low = middle + 1;
        } else {
            high = middle - 1;
        }
    }
    return -1;
}

int main(void) {
    int a[3] = {10, 20, 30};
    return find(a, 3, pleach_int("key"));
}

// Of 10, 20 and 30 each is found; below 10, between 10 and 20 and between 20 and 30 nothing is; above 30 the fourth element
// is read.
// paths: 7
// errors: 1
