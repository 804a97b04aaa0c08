// Standard output becomes a file and comes back: by freopen() for good, by dup2() for a while.
// run: --sym-stdin 2
#include <fcntl.h>
#include <pleach.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    char line[64] = {0};
    int c = getchar();
    printf("first\n");
    fflush(stdout);
    int kept = dup(1), fd = open("log", O_RDWR | O_CREAT | O_TRUNC, 0644);
    dup2(fd, 1);
    printf("%d into the file", c);
    puts("!");
    putchar(c);
    fflush(stdout);
    dup2(kept, 1);
    printf("back again\n");
    fflush(stdout);
    ssize_t count = pread(fd, line, sizeof line - 1, 0);
    pleach_assert(count > 10 && strstr(line, " into the file!\n") != NULL && line[count - 1] == (char)c);
    if (c == '7')
        pleach_assert(line[0] == '5' && line[1] == '5'); //~ reach
    pleach_assert(freopen("other", "w", stdout) == stdout);
    printf("gone");
    fclose(stdout);
    FILE *file = fopen("other", "r");
    pleach_assert(fgets(line, sizeof line, file) != NULL && strcmp(line, "gone") == 0);
    fclose(file);
    return 0;
}
// paths: any
