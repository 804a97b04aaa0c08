// apr: a text compared with a fixed one by the numbers in it.
#include "../input.h"
#include <apr_strings.h>

int main(void) {
    char *name = text();
    int order = apr_strnatcmp(name, "a10");
    free(name);
    return order + 1;
}
