/* <dirent.h>: what a directory holds is noted, sorted by name, when it is opened or rewound. */
#include <stddef.h>

void *malloc(size_t size);
void *realloc(void *p, size_t size);
void free(void *p);
void *memset(void *to, int byte, size_t count);
void *memcpy(void *restrict to, const void *restrict from, size_t count);
size_t strlen(const char *s);
int strcmp(const char *a, const char *b);
int strverscmp(const char *a, const char *b);
void qsort(void *base, size_t count, size_t size, int (*compare)(const void *a, const void *b));
int open(const char *name, int flags, ...);
int openat(int directory, const char *name, int flags, ...);
int close(int fd);
int fcntl(int fd, int command, ...);
int *__errno_location(void);

enum { ENOENT_ = 2, EBADF_ = 9, ENOTDIR_ = 20, EINVAL_ = 22, DIRECTORY = 0200000, CLOSE_ON_EXEC = 02000000, HERE = -100 };
enum { KIND = 0170000, IS_DIRECTORY = 0040000 };

/* The beginning of a node and an entry of tree.c, as far as they matter here. */
struct node {
    unsigned mode, links;
    char *bytes;
    size_t size, room;
    int pending;
    int device;
    unsigned long number;
    struct {
        long seconds, nanoseconds;
    } times[2];
    int readers, writers;
    struct entry *entries;
    struct node *parent;
};

struct entry {
    struct entry *next;
    struct node *node;
    size_t length;
    char *name;
};

struct node *__pleach_node_of(int fd);
struct node *__pleach_open_file(int fd);
void __pleach_unsupported(const char *what);
struct entry *__pleach_next_entry(struct node *directory, struct entry *last);

/* As on x86-64. */
struct dirent {
    unsigned long number;
    long next;
    unsigned short size;
    unsigned char kind;
    char name[256];
};

typedef struct directory {
    int fd;
    long count, at;
    struct dirent *items;
} DIR;

static int by_name(const void *a, const void *b) {
    return strcmp(((const struct dirent *)a)->name, ((const struct dirent *)b)->name);
}

static void fill(struct dirent *item, const char *name, const struct node *node) {
    item->number = node->number;
    item->size = (unsigned short)((offsetof(struct dirent, name) + strlen(name) + 1 + 7) & ~(size_t)7);
    item->kind = (unsigned char)(node->mode >> 12);
    memcpy(item->name, name, strlen(name) + 1);
}

/* Notes what is in the directory. */
static int note(DIR *directory) {
    struct node *node = __pleach_node_of(directory->fd);
    /* A directory that was removed is empty. */
    long count = node->links == 0 ? 0 : 2;
    for (struct entry *entry = NULL; (entry = __pleach_next_entry(node, entry)) != NULL;) {
        count++;
    }
    struct dirent *items = realloc(directory->items, (size_t)(count + 1) * sizeof *items);
    if (items == NULL) {
        return 0;
    }
    memset(items, 0, (size_t)(count + 1) * sizeof *items);
    directory->items = items;
    directory->count = count;
    directory->at = 0;
    if (count >= 2) {
        fill(&items[0], ".", node);
        fill(&items[1], "..", node->parent);
    }
    long at = 2;
    for (struct entry *entry = NULL; (entry = __pleach_next_entry(node, entry)) != NULL; at++) {
        fill(&items[at], entry->name, entry->node);
    }
    if (count > 3) {
        qsort(items + 2, (size_t)count - 2, sizeof *items, by_name);
    }
    for (long i = 0; i < count; i++) {
        items[i].next = i + 1;
    }
    return 1;
}

DIR *fdopendir(int fd) {
    enum { GET_FLAGS = 3, ACCESS = 3, WRITE_ONLY = 1 };
    struct node *node = __pleach_node_of(fd);
    int error = node == NULL ? EBADF_ : (node->mode & KIND) != IS_DIRECTORY ? ENOTDIR_ : 0;
    if (error != 0) {
        *__errno_location() = error;
        return NULL;
    }
    if (__pleach_open_file(fd) == NULL) {
        __pleach_unsupported("fdopendir of a number that stands for a path (O_PATH)");
    }
    DIR *directory = malloc(sizeof *directory);
    if (directory != NULL) {
        *directory = (DIR){fd, 0, 0, NULL};
        if (note(directory)) {
            return directory;
        }
        free(directory);
    }
    return NULL;
}

static DIR *of_number(int fd) {
    DIR *directory = fd < 0 ? NULL : fdopendir(fd);
    if (fd >= 0 && directory == NULL) {
        close(fd);
    }
    return directory;
}

DIR *opendir(const char *name) {
    return of_number(open(name, DIRECTORY | CLOSE_ON_EXEC));
}

int closedir(DIR *directory) {
    if (directory == NULL) {
        *__errno_location() = EINVAL_;
        return -1;
    }
    int fd = directory->fd;
    free(directory->items);
    free(directory);
    return close(fd);
}

struct dirent *readdir(DIR *directory) {
    return directory->at < directory->count ? &directory->items[directory->at++] : NULL;
}

struct dirent *readdir64(DIR *directory) {
    return readdir(directory);
}

int readdir_r(DIR *directory, struct dirent *to, struct dirent **result) {
    struct dirent *item = readdir(directory);
    *result = NULL;
    if (item != NULL) {
        memcpy(to, item, item->size);
        *result = to;
    }
    return 0;
}

int readdir64_r(DIR *directory, struct dirent *to, struct dirent **result) {
    return readdir_r(directory, to, result);
}

void rewinddir(DIR *directory) {
    note(directory);
}

long telldir(DIR *directory) {
    return directory->at;
}

void seekdir(DIR *directory, long at) {
    directory->at = at;
}

int dirfd(DIR *directory) {
    return directory->fd;
}

int alphasort(const struct dirent **a, const struct dirent **b) {
    return strcmp((*a)->name, (*b)->name);
}

int alphasort64(const struct dirent **a, const struct dirent **b) {
    return strcmp((*a)->name, (*b)->name);
}

int versionsort(const struct dirent **a, const struct dirent **b) {
    return strverscmp((*a)->name, (*b)->name);
}

int versionsort64(const struct dirent **a, const struct dirent **b) {
    return strverscmp((*a)->name, (*b)->name);
}

int scandirat(int fd, const char *name, struct dirent ***list, int (*wanted)(const struct dirent *),
              int (*compare)(const struct dirent **, const struct dirent **)) {
    DIR *directory = of_number(openat(fd, name, DIRECTORY | CLOSE_ON_EXEC));
    if (directory == NULL) {
        return -1;
    }
    struct dirent **found = malloc((size_t)(directory->count + 1) * sizeof *found);
    int count = 0;
    for (long i = 0; found != NULL && i < directory->count; i++) {
        struct dirent *item = &directory->items[i];
        if (wanted == NULL || wanted(item)) {
            struct dirent *copy = malloc(item->size);
            if (copy == NULL) {
                break;
            }
            memcpy(copy, item, item->size);
            found[count++] = copy;
        }
    }
    closedir(directory);
    if (found == NULL) {
        return -1;
    }
    if (compare != NULL) {
        qsort(found, (size_t)count, sizeof *found, (int (*)(const void *, const void *))compare);
    }
    *list = found;
    return count;
}

int scandirat64(int fd, const char *name, struct dirent ***list, int (*wanted)(const struct dirent *),
                int (*compare)(const struct dirent **, const struct dirent **)) {
    return scandirat(fd, name, list, wanted, compare);
}

int scandir(const char *name, struct dirent ***list, int (*wanted)(const struct dirent *),
            int (*compare)(const struct dirent **, const struct dirent **)) {
    return scandirat(HERE, name, list, wanted, compare);
}

int scandir64(const char *name, struct dirent ***list, int (*wanted)(const struct dirent *),
              int (*compare)(const struct dirent **, const struct dirent **)) {
    return scandirat(HERE, name, list, wanted, compare);
}
