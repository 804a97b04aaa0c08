// Two loops with bounds of their own: all combinations.
#include <pleach.h>

int main(void) {
    int n = pleach_range(0, 4, "n");
    int m = pleach_range(0, 3, "m");
    int count = 0;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++) {
            count++;
        }
    }
    return count;
}

// With n = 0 the inner bound is never looked at; else it has three values.
// paths: 10
