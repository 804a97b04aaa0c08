// A string is printed up to its first zero, wherever that is: no fork is needed.
#include <pleach.h>
#include <stdio.h>

int main(void) {
    char text[6];
    pleach_symbolic(text, sizeof text, "text");
    text[5] = 0;
    printf("[%s] [%.3s] [%7s]\n", text, text, text);
    puts(text);
    if (text[2] == 0 && text[0] == 'A' && text[1] == 'B') {
        return 1; //~ reach
    }
    return 0;
}

// The condition has four outcomes.
// paths: 4
