// Without --sym-stdin there is nothing to read, and the run says so.
#include <stdio.h>

int main(void) {
    char line[8] = "kept";
    int n = 5;
    if (getchar() != EOF || fgets(line, sizeof line, stdin) != NULL || scanf("%d", &n) != EOF)
        return 1; //~ dead
    printf("%s %d %d\n", line, n, feof(stdin));
    return 0;
}

// paths: 1
// warning: --sym-stdin
