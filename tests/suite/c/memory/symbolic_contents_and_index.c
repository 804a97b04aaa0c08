// Both the contents of a table and the index into it are inputs.
#include <assert.h>
#include <pleach.h>

int main(void) {
    unsigned char table[16];
    pleach_symbolic(table, sizeof table, "table");
    int i = pleach_range(0, 16, "i");
    if (table[i] < 16) {
        unsigned char second = table[table[i]];
        if (second == 200) {
            assert(table[i] != i); //~ reach
            return 2;
        }
        return 1;
    }
    return 0;
}

// paths: 3
