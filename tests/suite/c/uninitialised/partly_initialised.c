// Arrays that are filled as far as they are used.
// run: --uninitialized error
#include <assert.h>
#include <pleach.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    int stack[100];
    int top = 0;
    char line[64];
    for (int i = 0; i < 5; i++) {
        stack[top++] = i * i;
    }
    int sum = 0;
    while (top > 0) {
        sum += stack[--top];
    }
    assert(sum == 30);
    int length = sprintf(line, "%d", sum);
    assert(length == 2 && strlen(line) == 2 && strcmp(line, "30") == 0);
    line[pleach_range(0, 2, "at")] = '7';
    puts(line);
    return line[0] == '7';
}

// paths: 1
