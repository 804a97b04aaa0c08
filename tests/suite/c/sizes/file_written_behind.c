// Writing at the end of a file of symbolic length, and reading what was written.
// run: --sym-files 1 0..3
#include <fcntl.h>
#include <pleach.h>
#include <unistd.h>

int main(void) {
    int file = open("A", O_RDWR | O_APPEND);
    pleach_assert(write(file, "end", 3) == 3);
    long size = lseek(file, 0, SEEK_END);
    pleach_assert(size >= 3 && size <= 6);
    char last[3] = {0};
    lseek(file, -3, SEEK_END);
    pleach_assert(read(file, last, 3) == 3);
    pleach_assert(last[0] == 'e' && last[2] == 'd');
    return (int)size; //~ reach
}

// paths: 3
