// A file of symbolic length is read as a whole, by the length that seeking to its end or stat() gives.
// run: --sym-files 1 0..40
#include <pleach.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

int main(void) {
    struct stat about;
    FILE *file = fopen("A", "rb");
    if (file == NULL || stat("A", &about) != 0) {
        return 1; //~ dead
    }
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    pleach_assert(size == about.st_size);
    rewind(file);
    char *bytes = malloc((size_t)size);
    if (bytes == NULL || fread(bytes, 1, (size_t)size, file) != (size_t)size) {
        return 2; //~ dead
    }
    if (size > 2 && bytes[0] == 'P' && bytes[1] == 'K') {
        return bytes[size] == 0; //~ error: out-of-bounds
    }
    pleach_assert(getc(file) == EOF);
    free(bytes);
    return size > 30; //~ reach
}

// paths: 5
// errors: 1
