/* <pwd.h> and <grp.h> on a fixed world: the superuser, and the user that the program runs as. */
#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t count);
size_t strlen(const char *s);
int strcmp(const char *a, const char *b);
int *__errno_location(void);

enum { ERANGE_ = 34, USER = 1000, KNOWN = 2 };

struct passwd {
    char *name, *password;
    unsigned user, group;
    char *about, *directory, *shell;
};

struct group {
    char *name, *password;
    unsigned number;
    char **members;
};

static struct passwd users[KNOWN] = {{"root", "x", 0, 0, "root", "/root", "/bin/sh"},
                                     {"user", "x", USER, USER, "User", "/work", "/bin/sh"}};
static char *nobody[1];
static struct group groups[KNOWN] = {{"root", "x", 0, nobody}, {"user", "x", USER, nobody}};
static int next_user, next_group;

struct passwd *getpwuid(unsigned user) {
    for (int i = 0; i < KNOWN; i++) {
        if (users[i].user == user) {
            return &users[i];
        }
    }
    return NULL;
}

struct passwd *getpwnam(const char *name) {
    for (int i = 0; i < KNOWN; i++) {
        if (strcmp(users[i].name, name) == 0) {
            return &users[i];
        }
    }
    return NULL;
}

struct group *getgrgid(unsigned number) {
    for (int i = 0; i < KNOWN; i++) {
        if (groups[i].number == number) {
            return &groups[i];
        }
    }
    return NULL;
}

struct group *getgrnam(const char *name) {
    for (int i = 0; i < KNOWN; i++) {
        if (strcmp(groups[i].name, name) == 0) {
            return &groups[i];
        }
    }
    return NULL;
}

struct passwd *getpwent(void) {
    return next_user < KNOWN ? &users[next_user++] : NULL;
}

void setpwent(void) {
    next_user = 0;
}

void endpwent(void) {
    next_user = 0;
}

struct group *getgrent(void) {
    return next_group < KNOWN ? &groups[next_group++] : NULL;
}

void setgrent(void) {
    next_group = 0;
}

void endgrent(void) {
    next_group = 0;
}

/* Copies a text to the room that is left; null if it does not fit. */
static char *keep(const char *text, char **room, size_t *left) {
    size_t size = strlen(text) + 1;
    if (size > *left) {
        return NULL;
    }
    char *copy = memcpy(*room, text, size);
    *room += size;
    *left -= size;
    return copy;
}

static int copy_user(const struct passwd *from, struct passwd *to, char *room, size_t left, struct passwd **result) {
    *result = NULL;
    if (from == NULL) {
        return 0;
    }
    struct passwd copy = *from;
    copy.name = keep(from->name, &room, &left);
    copy.password = copy.name == NULL ? NULL : keep(from->password, &room, &left);
    copy.about = copy.password == NULL ? NULL : keep(from->about, &room, &left);
    copy.directory = copy.about == NULL ? NULL : keep(from->directory, &room, &left);
    copy.shell = copy.directory == NULL ? NULL : keep(from->shell, &room, &left);
    if (copy.shell == NULL) {
        return ERANGE_;
    }
    *to = copy;
    *result = to;
    return 0;
}

int getpwuid_r(unsigned user, struct passwd *to, char *room, size_t left, struct passwd **result) {
    return copy_user(getpwuid(user), to, room, left, result);
}

int getpwnam_r(const char *name, struct passwd *to, char *room, size_t left, struct passwd **result) {
    return copy_user(getpwnam(name), to, room, left, result);
}

static int copy_group(const struct group *from, struct group *to, char *room, size_t left, struct group **result) {
    *result = NULL;
    if (from == NULL) {
        return 0;
    }
    struct group copy = *from;
    copy.name = keep(from->name, &room, &left);
    copy.password = copy.name == NULL ? NULL : keep(from->password, &room, &left);
    if (copy.password == NULL) {
        return ERANGE_;
    }
    *to = copy;
    *result = to;
    return 0;
}

int getgrgid_r(unsigned number, struct group *to, char *room, size_t left, struct group **result) {
    return copy_group(getgrgid(number), to, room, left, result);
}

int getgrnam_r(const char *name, struct group *to, char *room, size_t left, struct group **result) {
    return copy_group(getgrnam(name), to, room, left, result);
}

/* A user belongs to the group of the same number and to no other. */
int getgrouplist(const char *name, unsigned group, unsigned *to, int *count) {
    (void)name;
    int room = *count;
    *count = 1;
    if (room < 1) {
        return -1;
    }
    to[0] = group;
    return 1;
}
