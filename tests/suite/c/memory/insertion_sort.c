// Insertion sort of three unknown numbers follows one path a permutation.
#include <assert.h>
#include <pleach.h>

int main(void) {
    int a[3];
    pleach_symbolic(a, sizeof a, "a");
    for (int i = 1; i < 3; i++) {
        int moving = a[i];
        int j = i;
        while (j > 0 && a[j - 1] > moving) {
            a[j] = a[j - 1];
            j--;
        }
        a[j] = moving;
    }
    assert(a[0] <= a[1] && a[1] <= a[2]); //~ reach
    return 0;
}

// paths: 6
