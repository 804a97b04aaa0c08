// A variable of the system that nothing defines has no known value: using it is named, and only that path ends.
#include <pleach.h>
#include <time.h>

int main(void) {
    if (pleach_range(0, 2, "n") == 0) {
        return 3; //~ reach
    }
    return tzname[0][0] == 'X';
}
// paths: 1
// complete: no
// incomplete: tzname
