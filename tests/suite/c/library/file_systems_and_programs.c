// What a program asks of file systems, of devices and of other programs is the same natively, and a file that is an input
// is in its directory also where nobody opens it.
// run: --sym-files 1 2
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <mntent.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/vfs.h>
#include <unistd.h>
#include <utmpx.h>

#include "pleach.h"

static void tell(const char *what, long result) {
    printf("%s: %ld %s\n", what, result, result == -1 ? strerror(errno) : "");
}

static void list(const char *path) {
    DIR *directory = opendir(path);
    for (struct dirent *item; directory && (item = readdir(directory)) != NULL;)
        printf("%s in %s\n", item->d_name, path);
    if (directory)
        closedir(directory);
}

static void unreadable(void) {
    FILE *stream = fopen("/", "r");
    int c = fgetc(stream);
    printf("a directory: %d, error %d, end %d\n", c, ferror(stream) != 0, feof(stream) != 0);
    fclose(stream);
}

static void file_systems(void) {
    struct statfs system;
    struct statvfs posix;
    struct statx status;
    tell("statfs", statfs(".", &system));
    printf("%lx %ld %ld %ld\n", (long)system.f_type, (long)system.f_bsize, (long)system.f_bfree, (long)system.f_namelen);
    tell("statvfs", statvfs("/tmp", &posix));
    printf("%lu %lu\n", posix.f_frsize, (unsigned long)posix.f_favail);
    tell("statx", statx(AT_FDCWD, "A", 0, STATX_BASIC_STATS | STATX_BTIME, &status));
    printf("%o %d %u %lld\n", status.stx_mode, (int)status.stx_size, status.stx_mask & STATX_BTIME, (long long)status.stx_mtime.tv_sec);
    tell("statx", statx(AT_FDCWD, "none", 0, STATX_BASIC_STATS, &status));
    tell("setmntent", setmntent("/etc/mtab", "r") ? 1 : -1);
    int directory = open(".", O_PATH | O_DIRECTORY);
    char byte;
    tell("read", read(directory, &byte, 1));
    tell("openat", openat(directory, "A", O_RDONLY) >= 0);
}

static void devices(void) {
    tell("mkfifo", mkfifo("pipe", 0600));
    struct stat status;
    tell("stat", stat("pipe", &status));
    printf("%o\n", status.st_mode);
    tell("mknod", mknod("device", S_IFCHR | 0600, 0x103));
    tell("chroot", chroot("/"));
    tell("chroot", chroot("/none"));
    tell("unlink", unlink("/dev/full"));
    tell("rename", rename("/tmp", "t"));
    list("/");
}

static void programs(void) {
    char *arguments[] = {"sh", NULL};
    tell("execvp", execvp("sh", arguments));
    tell("execv", execv("/bin/sh", arguments));
    tell("execv", execv("/dev", arguments));
    tell("execlp", execlp("A", "A", NULL));
    cpu_set_t processors;
    tell("affinity", sched_getaffinity(0, sizeof processors, &processors));
    printf("%d processor\n", CPU_COUNT(&processors));
    tell("priority", getpriority(PRIO_PROCESS, 0));
    tell("nice", nice(3));
    tell("nice", nice(-1));
    tell("login", getlogin() ? 0 : -1);
    setutxent();
    tell("logged in", getutxent() != NULL);
}

int main(void) {
    list(".");
    unreadable();
    file_systems();
    devices();
    programs();
    char more;
    pleach_symbolic(&more, 1, "more");
    if (more)
        puts("more");
    return 0;
}
// paths: 2
