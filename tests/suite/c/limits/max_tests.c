// Two tests and no more, though there are ten paths.
// run: --max-tests 2 --search dfs
#include <pleach.h>

int main(void) {
    int n = pleach_range(0, 10, "n");
    for (int i = 0; i < n; i++) {
    }
    return 0;
}

// paths: 2
// complete: no
// stopped: max-tests
