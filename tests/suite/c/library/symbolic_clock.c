// run: --time symbolic
#include <pleach.h>
#include <stdio.h>
#include <time.h>

int main(void) {
    time_t first = time(NULL), second = time(NULL);
    pleach_assert(second >= first);
    if (second - first > 60)
        puts("more than a minute"); //~ reach
    return second == first;
}
// paths: any
