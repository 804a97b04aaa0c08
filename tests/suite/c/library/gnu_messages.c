// What programs of GNU ask for when they start and when they end.
// args: one
#define _GNU_SOURCE
#include <errno.h>
#include <error.h>
#include <fcntl.h>
#include <grp.h>
#include <libintl.h>
#include <locale.h>
#include <poll.h>
#include <pwd.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv) {
    setlocale(LC_ALL, "");
    puts(bindtextdomain("words", "/nowhere"));
    puts(textdomain("words"));
    puts(gettext(argc > 1 ? "arguments" : "none"));
    program_invocation_name = argv[0];
    error(0, ENOENT, "%s", argv[1]);
    error_at_line(0, 0, "file", 3, "%d", argc);
    printf("%u messages\n", error_message_count);
    struct passwd *user = getpwuid(getuid());
    printf("%s %s %s %d\n", user->pw_name, user->pw_dir, getgrgid(getgid())->gr_name, getpwnam("nobody") == NULL);
    struct utsname names;
    uname(&names);
    printf("%s %s %s\n", names.sysname, names.nodename, names.machine);
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    unsigned random;
    getrandom(&random, sizeof random, 0);
    printf("%lu %u %d %d\n", (unsigned long)limit.rlim_cur, random, setuid(0), errno);
    struct winsize size;
    printf("%d %d\n", ioctl(1, TIOCGWINSZ, &size), errno);
    printf("%d %d\n", waitpid(-1, NULL, 0), errno);
    int ends[2];
    pipe(ends);
    struct pollfd waits[] = {{ends[0], POLLIN, 0}, {ends[1], POLLOUT, 0}};
    printf("%d %d %d\n", poll(waits, 2, 10), waits[0].revents, waits[1].revents);
    printf("%d %d\n", posix_fadvise(ends[0], 0, 0, POSIX_FADV_SEQUENTIAL), __freadable(stdin) != 0);
    return __fwriting(stdout) ? 0 : 1;
}

// paths: 1
