// Words are cut at unknown separators.
#include <pleach.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    char text[8] = "ab?cd?e";
    text[2] = pleach_range(0, 2, "first") ? ',' : 'x';
    text[5] = pleach_range(0, 2, "second") ? ',' : 'y';
    int count = 0;
    for (char *word = strtok(text, ","); word != NULL; word = strtok(NULL, ",")) {
        printf("%s\n", word);
        count++;
    }
    return count;
}

// paths: 4
