/* Reads settings, a letter and a digit each, from standard input. Setting the same letter twice frees its value twice. */
#include <stdio.h>
#include <stdlib.h>

struct setting {
    char name;
    char *value;
};

int main(void) {
    struct setting settings[2] = {{'a', NULL}, {'b', NULL}};
    int name, digit;
    while ((name = getchar()) != EOF && (digit = getchar()) != EOF) {
        if (name != 'a' && name != 'b')
            return 1;
        if (digit < '0' || digit > '9')
            return 2;
        struct setting *setting = &settings[name - 'a'];
        free(setting->value); //~ error: double-free
        if (digit != '0') {
            setting->value = malloc(2);
            setting->value[0] = (char)digit;
            setting->value[1] = '\0';
        }
    }
    return 0;
}
// stdin: 6
