/* <libintl.h> and <nl_types.h>: no message is translated, as in the locale "C". */
#include <stddef.h>

void *malloc(size_t size);
void free(void *p);
void *memcpy(void *restrict to, const void *restrict from, size_t count);
size_t strlen(const char *s);
int strcmp(const char *a, const char *b);
int *__errno_location(void);

enum { ENOENT_ = 2, EBADF_ = 9, ENOMEM_ = 12 };

char *dcgettext(const char *domain, const char *message, int category) {
    (void)domain, (void)category;
    return (char *)message;
}

char *dgettext(const char *domain, const char *message) {
    return dcgettext(domain, message, 0);
}

char *gettext(const char *message) {
    return dcgettext(NULL, message, 0);
}

char *dcngettext(const char *domain, const char *one, const char *many, unsigned long count, int category) {
    (void)domain, (void)category;
    return (char *)(count == 1 ? one : many);
}

char *dngettext(const char *domain, const char *one, const char *many, unsigned long count) {
    return dcngettext(domain, one, many, count, 0);
}

char *ngettext(const char *one, const char *many, unsigned long count) {
    return dcngettext(NULL, one, many, count, 0);
}

/* A text of its own that replaces another one. */
static char *replace(char **kept, const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    if (copy == NULL) {
        *__errno_location() = ENOMEM_;
        return NULL;
    }
    memcpy(copy, text, size);
    free(*kept);
    return *kept = copy;
}

char *textdomain(const char *domain) {
    static char *current;
    if (domain == NULL) {
        return current == NULL ? "messages" : current;
    }
    return replace(&current, domain[0] == '\0' ? "messages" : domain);
}

/* Where the messages of a domain would be, and in which code. */
struct domain {
    struct domain *next;
    char *name, *place, *code;
};

static struct domain *domain_of(const char *name, int make) {
    static struct domain *domains;
    struct domain *domain = domains;
    while (domain != NULL && strcmp(domain->name, name) != 0) {
        domain = domain->next;
    }
    if (domain == NULL && make && (domain = malloc(sizeof *domain)) != NULL) {
        *domain = (struct domain){domains, NULL, NULL, NULL};
        if (replace(&domain->name, name) == NULL) {
            free(domain);
            return NULL;
        }
        domains = domain;
    }
    return domain;
}

char *bindtextdomain(const char *name, const char *place) {
    if (name == NULL || name[0] == '\0') {
        return NULL;
    }
    struct domain *domain = domain_of(name, place != NULL);
    if (place != NULL) {
        return domain == NULL ? NULL : replace(&domain->place, place);
    }
    return domain == NULL || domain->place == NULL ? "/usr/share/locale" : domain->place;
}

char *bind_textdomain_codeset(const char *name, const char *code) {
    if (name == NULL || name[0] == '\0') {
        return NULL;
    }
    struct domain *domain = domain_of(name, code != NULL);
    if (code != NULL) {
        return domain == NULL ? NULL : replace(&domain->code, code);
    }
    return domain == NULL ? NULL : domain->code;
}

/* There are no catalogues of messages. */

void *catopen(const char *name, int flags) {
    (void)name, (void)flags;
    *__errno_location() = ENOENT_;
    return (void *)-1;
}

char *catgets(void *catalogue, int set, int number, const char *message) {
    (void)catalogue, (void)set, (void)number;
    *__errno_location() = EBADF_;
    return (char *)message;
}

int catclose(void *catalogue) {
    (void)catalogue;
    *__errno_location() = EBADF_;
    return -1;
}
