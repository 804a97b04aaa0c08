// "key=value": the key is looked up and the value is one digit.
#include <pleach.h>
#include <string.h>

#ifndef N
#define N 32
#endif

int main(void) {
    char line[N];
    pleach_symbolic(line, sizeof line, "line");
    line[N - 1] = '\0';
    char *sign = strchr(line, '=');
    if (sign == NULL) {
        return 1;
    }
    *sign = '\0';
    if (strcmp(line, "size") != 0 && strcmp(line, "depth") != 0) {
        return 2;
    }
    const char *value = sign + 1;
    if (strlen(value) != 1 || value[0] < '0' || value[0] > '9') {
        return 3;
    }
    return 0;
}
