// An array whose length is an input.
#include <assert.h>
#include <pleach.h>

int main(void) {
    int n = pleach_range(1, 5, "n");
    int a[n];
    for (int i = 0; i < n; i++) {
        a[i] = i;
    }
    int sum = 0;
    for (int i = 0; i < n; i++) {
        sum += a[i];
    }
    assert(sum == n * (n - 1) / 2);
    return sum;
}

// paths: 4
