// Two files have lengths of their own; one of them may be empty.
// run: --sym-files 2 0..3
#include <fcntl.h>
#include <pleach.h>
#include <unistd.h>

int main(void) {
    char a[8], b[8];
    int first = open("A", O_RDONLY), second = open("B", O_RDONLY);
    pleach_assert(first >= 0 && second >= 0 && open("C", O_RDONLY) < 0);
    long in_first = read(first, a, sizeof a), in_second = read(second, b, sizeof b);
    if (in_first == 0 && in_second == 3) {
        return b[2] == 'x' ? 1 : 2; //~ reach
    }
    pleach_assert(in_first + in_second <= 6);
    return 0; //~ reach
}

// paths: 5
