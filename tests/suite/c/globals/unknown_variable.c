// A variable of the system that nothing defines has no known value: using it is named, and only that path ends.
#include <argp.h>
#include <pleach.h>

int main(void) {
    if (pleach_range(0, 2, "n") == 0) {
        return 3; //~ reach
    }
    return argp_err_exit_status == 7;
}
// paths: 1
// complete: no
// incomplete: argp_err_exit_status
