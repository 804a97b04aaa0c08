// What a program can see of the world around it is the same in every run, and in every replay.
// args: one
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static void describe(int fd) {
    struct stat status;
    errno = 0;
    int terminal = isatty(fd);
    printf("%d: terminal %d errno %d, ", fd, terminal, errno);
    if (fstat(fd, &status) != 0) {
        printf("errno %d\n", errno);
        return;
    }
    printf("mode %o size %ld links %ld\n", status.st_mode, (long)status.st_size, (long)status.st_nlink);
}

static void start(int argc, char **argv, char **envp) {
    printf("errno %d, argc %d, %s %s, %d\n", errno, argc, argv[0], argv[1], argv[argc] == NULL);
    printf("environ %d, envp %d\n", environ == NULL || environ[0] == NULL, envp[0] == NULL);
    const char *names[] = {"HOME", "PATH", "PWD", "USER", "LANG", "TZ", "KTEST_FILE", "ASAN_OPTIONS", "LD_PRELOAD"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        printf("%s: %s\n", names[i], getenv(names[i]) ? getenv(names[i]) : "-");
    printf("locale %s\n", setlocale(LC_ALL, ""));
    printf("random %d\n", rand());
}

static void process(void) {
    printf("process %d of %d, user %u %u, group %u %u\n", getpid(), getppid(), getuid(), geteuid(), getgid(), getegid());
    printf("page %d, ticks %ld, files %ld, processors %ld\n", getpagesize(), sysconf(_SC_CLK_TCK), sysconf(_SC_OPEN_MAX),
           sysconf(_SC_NPROCESSORS_ONLN));
    sigset_t blocked;
    sigprocmask(SIG_BLOCK, NULL, &blocked);
    for (int number = 1; number < 32; number++) {
        struct sigaction action;
        if (sigismember(&blocked, number))
            printf("%d is blocked\n", number);
        if (sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN)
            printf("%d is ignored\n", number);
    }
}

static void files(void) {
    for (int fd = 0; fd < 6; fd++)
        describe(fd);
    char byte;
    printf("input %ld %ld, output %ld\n", (long)read(0, &byte, 1), (long)lseek(0, 0, SEEK_END), (long)lseek(1, 0, SEEK_CUR));
    int fd = open("new", O_CREAT | O_RDWR, 0666);
    describe(fd);
    describe(open("private", O_CREAT | O_RDWR, 0600));
    printf("%d %d %d\n", open("./new", O_RDONLY), access("././new", R_OK), access("nowhere", R_OK));
    printf("%d %d %d\n", open("/etc/passwd", O_RDONLY), open("/dev/null", O_RDONLY), open("", O_CREAT, 0600));
    FILE *made = fopen("/tmp/pleach-made", "w");
    fputs("x", made);
    fclose(made);
    struct stat status;
    printf("%d, %ld bytes\n", stat("/tmp/pleach-made", &status), (long)status.st_size);
    char pattern[] = "/tmp/pleachXXXXXX";
    describe(mkstemp(pattern));
    puts(pattern);
}

static void clocks(void) {
    time_t now = time(NULL);
    struct tm *local = localtime(&now);
    char text[64];
    strftime(text, sizeof text, "%F %T %Z %z", local);
    printf("%ld, %s, %ld, %s", (long)now, text, (long)mktime(local), ctime(&now));
    struct timespec exactly, c11;
    clock_gettime(CLOCK_REALTIME, &exactly);
    timespec_get(&c11, TIME_UTC);
    printf("%ld.%09ld %ld.%09ld %ld\n", (long)exactly.tv_sec, exactly.tv_nsec, (long)c11.tv_sec, c11.tv_nsec, (long)clock());
    alarm(5);
    printf("%u %u\n", sleep(1000), alarm(0));
}

int main(int argc, char **argv, char **envp) {
    start(argc, argv, envp);
    process();
    files();
    clocks();
    return 0;
}

// paths: 1
// warning: standard input is read and holds nothing
