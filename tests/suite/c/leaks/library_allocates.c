// What a function of the library allocates belongs to the line that calls it.
// run: --check-leaks
#include <string.h>
#include <stdlib.h>

int main(void) {
    char *kept = strdup("kept");
    char *lost = strdup("lost"); //~ error: leak
    int same = strcmp(kept, lost);
    free(kept);
    return same == 0;
}

// paths: 1
// errors: 1
