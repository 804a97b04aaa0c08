// Marks that must follow each other in one text: each is looked for behind the one before.
#include "input.h"
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *s = text();
    int depth = 0;
    const char *p = s;
    static const char marks[] = "<=>;";
    for (int i = 0; i < 4; i++) {
        p = strchr(p, marks[i]);
        if (p == NULL) {
            break;
        }
        depth++;
        p++;
    }
    free(s);
    return depth;
}
