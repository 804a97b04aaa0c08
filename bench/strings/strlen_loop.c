// Letters are counted in a loop that asks for the length in every round, as one should not.
#include <pleach.h>
#include <string.h>

#ifndef N
#define N 9
#endif

int main(void) {
    char text[N];
    int digits = 0;
    pleach_symbolic(text, sizeof text, "text");
    text[N - 1] = '\0';
    for (size_t i = 0; i < strlen(text); i++) {
        if (text[i] >= '0' && text[i] <= '9') {
            digits++;
        }
    }
    return digits == 3;
}
