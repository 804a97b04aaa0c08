// <search.h>: a tree and a hash table with a symbolic key, and a linear search.
#include <pleach.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

static int seen, last;

static void visit(const void *node, VISIT when, int level) {
    (void)level;
    if (when == postorder || when == leaf) {
        int key = **(int *const *)node;
        pleach_assert(seen == 0 || last < key);
        last = key;
        seen++;
    }
}

int main(void) {
    static int keys[] = {5, 2, 8, 1, 9};
    void *root = NULL;
    for (int i = 0; i < 5; i++)
        tsearch(&keys[i], &root, compare);
    int key = pleach_range(0, 12, "key");
    int **found = tfind(&key, &root, compare);
    if (found != NULL) {
        pleach_assert(**found == key);
        tdelete(&key, &root, compare);
    } else {
        tsearch(&key, &root, compare);
    }
    twalk(root, visit);
    pleach_assert(seen == (found != NULL ? 4 : 6));
    size_t count = 5;
    pleach_assert((lfind(&key, keys, &count, sizeof *keys, compare) != NULL) == (found != NULL));
    char word[3] = "";
    pleach_symbolic(word, 2, "word");
    hcreate(4);
    hsearch((ENTRY){"on", keys}, ENTER);
    hsearch((ENTRY){"no", keys + 1}, ENTER);
    ENTRY *entry = hsearch((ENTRY){word, NULL}, FIND);
    if (entry != NULL && entry->data == keys)
        puts("on"); //~ reach
    hdestroy();
    return 0;
}
// paths: any
