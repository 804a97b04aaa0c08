// A name is looked for in entries that a symbolic pointer chooses between: the texts have several lengths, and are compared,
// measured and searched without a path for each entry.
#include <pleach.h>
#include <stdlib.h>
#include <string.h>

struct entry {
    const char *name;
    int number;
};

int main(void) {
    static const char *const names[] = {"if", "else", "for", "while", "return"};
    struct entry *entries[5];
    for (int i = 0; i < 5; i++) {
        entries[i] = malloc(sizeof **entries);
        entries[i]->name = strdup(names[i]);
        entries[i]->number = i;
    }
    const struct entry *at = entries[pleach_range(0, 5, "at")];
    if (strcmp(at->name, "while") == 0) {
        pleach_assert(at->number == 3);
        return 1;
    }
    if (strlen(at->name) > 4)
        pleach_assert(at->number == 4);
    const char *first = strchr(at->name, 'e');
    if (first && first[1] == 't')
        return at->number; //~ reach
    if (memcmp(at->name, "fo", 2) == 0 && at->name[3] != 0)
        return 3; //~ dead
    return 2;
}

// paths: 5
