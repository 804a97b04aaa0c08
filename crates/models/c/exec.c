/* exec() and its family. There are no programs in the world but those that the program makes itself, so it finds nothing that can
 * be executed; what it finds nevertheless ends the path by name.
 */
#include <stdarg.h>
#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t count);
size_t strlen(const char *s);
char *getenv(const char *name);
int *__errno_location(void);
void __pleach_unsupported(const char *what);
int faccessat(int fd, const char *path, int mode, int flags);

/* As in tree.c. */
struct stat {
    unsigned long device, number, links;
    unsigned mode, rest[29];
};

_Static_assert(sizeof(struct stat) == 144, "as tree.c has it");

int fstatat(int fd, const char *restrict path, struct stat *restrict to, int flags);

enum { HERE = -100, ENOENT_ = 2, EACCES_ = 13, ENOTDIR_ = 20, LONGEST_NAME = 255, LONGEST_PATH = 4096 };

extern char **environ;

static int fail(int error) {
    *__errno_location() = error;
    return -1;
}

int execve(const char *path, char *const arguments[], char *const variables[]) {
    enum { KIND = 0170000, IS_FILE = 0100000, EXECUTE = 1 };
    struct stat status;
    (void)arguments, (void)variables;
    if (fstatat(HERE, path, &status, 0) < 0) {
        return -1;
    }
    if ((status.mode & KIND) != IS_FILE) {
        return fail(EACCES_);
    }
    if (faccessat(HERE, path, EXECUTE, 0) < 0) {
        return -1;
    }
    __pleach_unsupported("exec of a file that can be executed");
    return -1;
}

int execv(const char *path, char *const arguments[]) {
    return execve(path, arguments, environ);
}

/* A name without a slash is looked for in the directories of PATH, of which an empty one is the current directory. */
int execvpe(const char *file, char *const arguments[], char *const variables[]) {
    size_t length = strlen(file);
    int denied = 0;
    if (length == 0) {
        return fail(ENOENT_);
    }
    for (size_t i = 0; i < length; i++) {
        if (file[i] == '/') {
            return execve(file, arguments, variables);
        }
    }
    /* Too long is what a directory that is there says of it. */
    if (length > LONGEST_NAME) {
        length = LONGEST_NAME + 1;
    }
    const char *path = getenv("PATH");
    if (path == NULL) {
        path = "/bin:/usr/bin";
    }
    for (;;) {
        char name[LONGEST_PATH + LONGEST_NAME + 3];
        size_t size = 0;
        while (path[size] != '\0' && path[size] != ':') {
            size++;
        }
        if (size < LONGEST_PATH) {
            memcpy(name, path, size);
            name[size] = '/';
            memcpy(name + size + (size > 0), file, length);
            name[size + (size > 0) + length] = '\0';
            execve(name, arguments, variables);
            int error = *__errno_location();
            if (error == EACCES_) {
                denied = 1;
            } else if (error != ENOENT_ && error != ENOTDIR_) {
                return -1;
            }
        }
        if (path[size] == '\0') {
            return denied ? fail(EACCES_) : -1;
        }
        path += size + 1;
    }
}

int execvp(const char *file, char *const arguments[]) {
    return execvpe(file, arguments, environ);
}

/* The forms with the arguments one by one, of which nothing is known where nothing is executed. */

int execl(const char *path, const char *argument, ...) {
    (void)argument;
    return execve(path, NULL, environ);
}

int execle(const char *path, const char *argument, ...) {
    (void)argument;
    return execve(path, NULL, environ);
}

int execlp(const char *file, const char *argument, ...) {
    (void)argument;
    return execvpe(file, NULL, environ);
}
