// Numbers stay expressions of the text that they are read from.
#include <pleach.h>
#include <stdio.h>

int main(void) {
    char text[6];
    pleach_symbolic(text, sizeof text, "text");
    pleach_assume(text[5] == '\0');
    int hours, minutes, used = 0;
    if (sscanf(text, "%2d:%2d%n", &hours, &minutes, &used) != 2)
        return 1; //~ reach
    if (used == 5 && text[0] != ' ' && text[0] != '-' && hours * 60 + minutes == 754)
        pleach_assert(0); //~ error: assert
    return 0;
}
// paths: any
