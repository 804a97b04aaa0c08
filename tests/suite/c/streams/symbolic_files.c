// run: --sym-files 2 3
// Two files that are given, and no third; a header is checked before the length in it is believed.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(void) {
    FILE *file = fopen("A", "rb");
    if (fopen("C", "rb") != NULL || file == NULL)
        return 1; //~ dead
    unsigned char header[2];
    if (fread(header, 1, 2, file) != 2 || header[0] != 'P')
        return 2; //~ reach
    char *data = malloc(4);
    for (unsigned i = 0; i < header[1] % 8; i++)
        data[i] = (char)i; //~ error: out-of-bounds
    int fd = open("B", O_RDONLY);
    char byte = 0;
    lseek(fd, -1, SEEK_END);
    if (read(fd, &byte, 1) == 1 && byte == '!')
        puts("the last byte of B"); //~ reach
    free(data);
    close(fd);
    return 0;
}

// paths: any
