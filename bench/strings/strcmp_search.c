// Binary search in a sorted list of names, and what is found is an index that is used.
#include <pleach.h>
#include <string.h>

#ifndef N
#define N 8
#endif

static const struct {
    const char *name;
    int value;
} table[] = {{"amber", 3}, {"azure", 5}, {"black", 0}, {"blue", 1},   {"brown", 9},  {"cyan", 6},
             {"gold", 2},  {"green", 4}, {"olive", 8}, {"orange", 7}, {"purple", 2}, {"red", 1}};

int main(void) {
    char name[N];
    pleach_symbolic(name, sizeof name, "name");
    name[N - 1] = '\0';
    int low = 0, high = 12, count[10] = {0};
    while (low < high) {
        int middle = (low + high) / 2, order = strcmp(name, table[middle].name);
        if (order == 0) {
            return ++count[table[middle].value];
        }
        if (order < 0) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}
