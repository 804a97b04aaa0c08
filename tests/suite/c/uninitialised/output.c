// What is printed.
// run: --uninitialized error
#include <pleach.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    char text[8];
    int number;
    char *unset = text + 4;
    memcpy(text, "ab", 3);
    switch (pleach_range(0, 5, "which")) {
    case 0:
        puts(text);
        return 0;
    case 1:
        printf("%c\n", text[5]); //~ error: uninitialized
        return 0;
    case 2:
        printf("%d\n", number); //~ error: uninitialized
        return 0;
    case 3:
        puts(unset); //~ error: uninitialized
        return 0;
    default:
        putchar(text[7]); //~ error: uninitialized
        return 0;
    }
}

// paths: 5
// errors: 4
