// Characters and strings with symbolic bytes, with width and precision.
#include <pleach.h>
#include <stdio.h>

int main(void) {
    char text[4];
    pleach_symbolic(text, sizeof text, "text");
    text[3] = 0;
    pleach_assume((text[0] >= 'a') & (text[0] <= 'z') & (text[1] >= 'A') & (text[1] <= 'Z') & (text[2] != 0));
    printf("%s|%c|%5s|%-5s|%.2s\n", text, text[0], text, text, text);
    printf("%%|%.*s|%*d\n", 1, text, 4, text[0]);
    if (text[0] == 'q') {
        puts("q");
    }
    return 0;
}

// paths: 2
