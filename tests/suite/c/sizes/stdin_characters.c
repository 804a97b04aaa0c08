// Reading character by character: a path for each length, and one for each place of the character that ends it.
// run: --sym-stdin 2..5
#include <stdio.h>

int main(void) {
    int c, count = 0;
    while ((c = getchar()) != EOF) {
        if (c == '\n') {
            return 100; //~ reach
        }
        count++;
    }
    return count; //~ reach
}

// paths: 9
