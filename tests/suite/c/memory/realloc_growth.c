// A vector that grows by realloc keeps its contents.
#include <assert.h>
#include <pleach.h>
#include <stdlib.h>

int main(void) {
    int *items = NULL;
    int count = 0, room = 0;
    int n = pleach_range(0, 6, "n");
    int first = pleach_int("first");
    for (int i = 0; i < n; i++) {
        if (count == room) {
            room = room ? 2 * room : 1;
            items = realloc(items, room * sizeof *items);
        }
        items[count++] = i == 0 ? first : i;
    }
    for (int i = 0; i < n; i++) {
        assert(items[i] == (i == 0 ? first : i));
    }
    free(items);
    return count;
}

// paths: 6
