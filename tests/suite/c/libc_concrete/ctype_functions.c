// The same classifications through pointers to functions, where macros do not help.
#include <ctype.h>
#include <stdio.h>

static int (*const tests[])(int) = {isalpha, isdigit, isalnum, isupper, islower, isspace,
                                    isblank, iscntrl, isprint, isgraph, ispunct, isxdigit};

static void map(char *text, int (*change)(int)) {
    for (; *text != '\0'; text++) {
        *text = (char)change((unsigned char)*text);
    }
}

int main(void) {
    for (unsigned t = 0; t < sizeof tests / sizeof tests[0]; t++) {
        int count = 0, sum = 0;
        for (int c = 0; c < 256; c++) {
            if (tests[t](c)) {
                count++;
                sum += c;
            }
        }
        printf("%d %d\n", count, sum);
    }
    char text[] = "Mixed CASE 123 \xe4!";
    map(text, toupper);
    printf("%.15s\n", text);
    map(text, tolower);
    printf("%.15s\n", text);
    return 0;
}
// paths: 1
