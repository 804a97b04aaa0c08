// Directories, links and permissions: each path has a tree of its own, and natively the same happens.
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pleach.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void list(const char *name) {
    DIR *directory = opendir(name);
    for (struct dirent *item; (item = readdir(directory)) != NULL;)
        printf("%s ", item->d_name);
    closedir(directory);
    puts(name);
}

static void tree(void) {
    char text[100];
    struct stat status;
    mkdir("d", 0700);
    mkdir("/tmp/x", 0755);
    symlink("/tmp/x", "d/l");
    close(open("d/l/f", O_CREAT | O_WRONLY, 0640));
    chdir("d");
    puts(getcwd(text, sizeof text));
    pleach_assert(stat("../../../tmp/x/f", &status) == 0);
    printf("%o %ld %ld %ld %u\n", status.st_mode, (long)status.st_size, (long)status.st_mtime, (long)status.st_nlink, status.st_uid);
    lstat("l", &status);
    printf("%o %ld\n", status.st_mode, (long)status.st_size);
    printf("%.*s\n", (int)readlink("l", text, sizeof text), text);
    puts(realpath("l/f", text));
    chmod("/tmp/x/f", 0);
    printf("%d %d\n", open("/tmp/x/f", O_RDONLY), errno);
    printf("%d %d\n", chown("l/f", 0, 0), errno);
    printf("%d %d\n", rmdir("/tmp"), errno);
    printf("%d %d\n", unlink("/work/d"), errno);
    printf("%d %d\n", rename("l", "/tmp/y"), access("/tmp/y/f", F_OK));
    list("/");
    list("/tmp");
}

int main(void) {
    unsigned char which;
    pleach_symbolic(&which, sizeof which, "which");
    tree();
    int ends[2];
    pipe(ends);
    if (which == 0) {
        pleach_assert(rmdir("../d") == 0 && getcwd(NULL, 0) == NULL);
        puts("removed");
    } else {
        char text[8], name[] = "tXXXXXX";
        write(ends[1], "words", which % 5);
        close(ends[1]);
        printf("%ld %s\n", (long)read(ends[0], text, sizeof text), mkdtemp(name));
    }
    return 0;
}

// paths: any
