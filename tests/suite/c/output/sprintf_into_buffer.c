// Text printed into memory is read again.
#include <assert.h>
#include <pleach.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    char buffer[16];
    int x = pleach_range(100, 1000, "x");
    int length = sprintf(buffer, "<%d>", x);
    assert(length == 5 && buffer[0] == '<' && buffer[4] == '>');
    assert(buffer[1] - '0' == x / 100);
    length = snprintf(buffer, 4, "%d!", x * 10);
    assert(length == 5 && buffer[3] == 0 && strlen(buffer) == 3);
    length = snprintf(NULL, 0, "%s%s", "ab", "cde");
    assert(length == 5);
    puts(buffer);
    return 0;
}

// paths: 1
