/* <utmpx.h>: who is logged in, as a file says that is not there unless the program makes it or names another one. */
#include <stddef.h>

int open(const char *name, int flags, ...);
int close(int fd);
long read(int fd, void *to, size_t count);
void *memcpy(void *restrict to, const void *restrict from, size_t count);
size_t strlen(const char *s);
int *__errno_location(void);
void *malloc(size_t size);
void free(void *p);

enum { RECORD = 384, CLOSE_ON_EXEC = 02000000 };

static const char usual[] = "/var/run/utmp";
static char *named;
static int file = -1;
static char last[RECORD];

/* Sets the file. */
int utmpname(const char *name) {
    size_t size = strlen(name) + 1;
    char *copy = malloc(size);
    if (copy == NULL) {
        return -1;
    }
    free(named);
    named = memcpy(copy, name, size);
    if (file >= 0) {
        close(file);
        file = -1;
    }
    return 0;
}

int utmpxname(const char *name) {
    return utmpname(name);
}

void endutxent(void) {
    if (file >= 0) {
        close(file);
        file = -1;
    }
}

void endutent(void) {
    endutxent();
}

void setutxent(void) {
    endutxent();
    file = open(named == NULL ? usual : named, CLOSE_ON_EXEC);
}

void setutent(void) {
    setutxent();
}

/* A file that ends within a record has no more of them. */
void *getutxent(void) {
    if (file < 0) {
        setutxent();
    }
    return file >= 0 && read(file, last, RECORD) == RECORD ? last : NULL;
}

void *getutent(void) {
    return getutxent();
}
