// Library functions on a buffer with a write at a symbolic place in it.
#include <assert.h>
#include <pleach.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    char buffer[400];
    memset(buffer, 'x', sizeof buffer);
    int end = pleach_range(2, 5, "end");
    buffer[end] = 0;
    size_t length = strlen(buffer);
    assert(length == (size_t)end);
    puts(buffer);
    printf("%.2s %zu\n", buffer, length);
    return 0;
}

// paths: 3
