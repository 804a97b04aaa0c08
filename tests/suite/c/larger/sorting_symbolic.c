// Two sorts of four symbolic numbers: each order is a path, 4! of them, and the result is sorted on every one. The second
// sort works on what is sorted already, so it adds none.
#include <pleach.h>

#define N 4

static void insertion(int *a, int n) {
    for (int i = 1; i < n; i++) {
        int x = a[i], j = i;
        for (; j > 0 && a[j - 1] > x; j--) {
            a[j] = a[j - 1];
        }
        a[j] = x;
    }
}

static int bubble(int *a, int n) {
    int swaps = 0;
    for (int end = n - 1; end > 0; end--) {
        for (int i = 0; i < end; i++) {
            if (a[i] > a[i + 1]) {
                int t = a[i]; //~ dead
                a[i] = a[i + 1];
                a[i + 1] = t;
                swaps++;
            }
        }
    }
    return swaps;
}

int main(void) {
    int a[N];
    pleach_symbolic(a, sizeof a, "a");
    insertion(a, N);
    for (int i = 1; i < N; i++) {
        pleach_assert(a[i - 1] <= a[i]);
    }
    return bubble(a, N);
}
// paths: 24
