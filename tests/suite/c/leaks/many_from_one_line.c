// Objects that one line allocates are one report.
// run: --check-leaks
#include <stdlib.h>
#include <string.h>

static char *copy(const char *text) {
    char *result = malloc(strlen(text) + 1); //~ error: leak
    strcpy(result, text);
    return result;
}

int main(void) {
    int sum = 0;
    for (int i = 0; i < 5; i++) {
        sum += copy("text")[i % 4];
    }
    return sum == 0;
}

// paths: 1
// errors: 1
