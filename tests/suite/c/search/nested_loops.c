// An inner loop that runs up to the outer's counter: the outer bound alone decides.
#include <pleach.h>

int main(void) {
    int n = pleach_range(0, 6, "n");
    int count = 0;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            count++;
        }
    }
    return count;
}

// paths: 6
