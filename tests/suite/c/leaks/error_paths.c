// The way out on an error forgets what the ordinary one frees.
// run: --check-leaks
#include <pleach.h>
#include <stdlib.h>

static int parse(const char *text, int length) {
    int *numbers = malloc(length * sizeof *numbers); //~ error: leak
    int sum = 0;
    for (int i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9') {
            return -1;
        }
        numbers[i] = text[i] - '0';
        sum += numbers[i];
    }
    free(numbers);
    return sum;
}

int main(void) {
    char text[2];
    pleach_symbolic(text, sizeof text, "text");
    return parse(text, 2) < 0;
}

// paths: any
