// One of several strings is printed.
#include <pleach.h>
#include <stdio.h>

int main(void) {
    static const char *const names[4] = {"zero", "one", "two", "three"};
    int i = pleach_range(0, 4, "i");
    puts(names[i]);
    printf("%s %s\n", names[3 - i], names[i]);
    return i;
}

// paths: 4
