// apr: any pattern against a fixed name.
#include "../input.h"
#include <apr_fnmatch.h>

int main(void) {
    char *pattern = text();
    int result = apr_fnmatch(pattern, "a.c", APR_FNM_PERIOD);
    free(pattern);
    return result != 0;
}
