// Standard input of any length up to a bound, read at once into an array that the longest does not fit in.
// run: --sym-stdin 0..8
#include <unistd.h>

int main(void) {
    char line[5];
    long count = read(0, line, 8); //~ error: out-of-bounds
    if (count == 0) {
        return 1; //~ reach
    }
    if (count == 4 && line[3] == 'x') {
        return 2; //~ reach
    }
    if (read(0, line, 1) != 0) {
        return 3; //~ dead
    }
    return 0; //~ reach
}

// paths: 6
