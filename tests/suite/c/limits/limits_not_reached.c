// Generous limits leave a run complete.
// run: --max-forks 1000 --max-depth 100 --max-tests 1000 --max-instructions 1000000 --max-time 1h --max-memory 64GB
#include <pleach.h>

int main(void) {
    int x = pleach_int("x");
    return x > 3 ? x > 5 : x < 0;
}

// paths: 2
