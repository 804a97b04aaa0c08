/* Compares rarer functions on strings, names of files, patterns and <search.h> with the system's. */
#define _GNU_SOURCE
#include <errno.h>
#include <fnmatch.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compare.h"

/* What the executor does for the library. Numbers are symbolic at times, so that both ways are compared. */

unsigned __pleach_is_symbolic(unsigned long number) {
    return number % 3 == 0;
}

size_t __pleach_expression_strnlen(const char *s, size_t limit) {
    return strnlen(s, limit);
}

int __pleach_expression_memcmp(const void *a, const void *b, size_t count) {
    return memcmp(a, b, count);
}

char *pl___strdup(const char *), *pl___strndup(const char *, size_t), *pl___strtok_r(char *, const char *, char **), *pl___stpcpy(char *, const char *);
char *pl___stpncpy(char *, const char *, size_t), *pl_strerror_r(int, char *, size_t), *pl_l64a(long);
void *pl___mempcpy(void *, const void *, size_t), *pl_memfrob(void *, size_t), pl_bcopy(const void *, void *, size_t), pl_swab(const void *, void *, long);
int pl___memcmpeq(const void *, const void *, size_t), pl_strverscmp(const char *, const char *), pl___xpg_strerror_r(int, char *, size_t);
int pl_getsubopt(char **, char *const *, char **), pl_fnmatch(const char *, const char *, int), __xpg_strerror_r(int, char *, size_t);
long pl_a64l(const char *);
char *pl_basename(const char *), *pl___xpg_basename(char *), *pl_dirname(char *), *__xpg_basename(char *), *dirname(char *);

static int sign(int n) {
    return (n > 0) - (n < 0);
}

static void some_text(char *to, size_t most, const char *alphabet) {
    size_t length = below((unsigned)most), count = strlen(alphabet);
    for (size_t i = 0; i < length; i++) {
        to[i] = alphabet[below((unsigned)count)];
    }
    to[length] = '\0';
}

static void strings(void) {
    for (int round = 0; round < 100000; round++) {
        char a[24], b[24], ours[32], theirs[32];
        some_text(a, 9, "0019a.");
        some_text(b, 9, "0019a.");
        if (below(2)) {
            memcpy(b, a, below(4));
        }
        CHECK(sign(pl_strverscmp(a, b)) == sign(strverscmp(a, b)), "%s %s", a, b);
        CHECK(pl___memcmpeq(a, b, 3) == (memcmp(a, b, 3) != 0), "%s %s", a, b);
        CHECK(pl_a64l(a) == a64l(a), "%s", a);
        long number = (long)next() >> below(64);
        CHECK(strcmp(pl_l64a(number), l64a(number)) == 0, "%ld", number);
        memset(ours, '-', sizeof ours);
        memset(theirs, '-', sizeof theirs);
        size_t count = below(9);
        pl_swab(a, ours, (long)count - 1), swab(a, theirs, (long)count - 1);
        pl_memfrob(ours + 20, count), memfrob(theirs + 20, count);
        CHECK(memcmp(ours, theirs, sizeof ours) == 0, "%zu", count);
        int error = (int)below(150) - 5;
        CHECK(strcmp(pl_strerror_r(error, ours, 32), strerror_r(error, theirs, 32)) == 0, "%d", error);
        memset(ours, '-', sizeof ours);
        memset(theirs, '-', sizeof theirs);
        CHECK(pl___xpg_strerror_r(error, ours, count + 1) == __xpg_strerror_r(error, theirs, count + 1) && memcmp(ours, theirs, sizeof ours) == 0, "%d %zu", error, count);
        some_text(a, 10, "ab/..");
        strcpy(b, a);
        CHECK(strcmp(pl_basename(a), basename(a)) == 0, "%s", a);
        strcpy(ours, a), strcpy(theirs, a);
        CHECK(strcmp(pl___xpg_basename(ours), __xpg_basename(theirs)) == 0, "basename '%s': '%s' '%s'", a, ours, theirs);
        strcpy(ours, a), strcpy(theirs, a);
        const char *our_name = pl_dirname(ours), *their_name = dirname(theirs);
        CHECK(strcmp(our_name, their_name) == 0, "dirname '%s': '%s' '%s'", a, our_name, their_name);
    }
    char text[8] = "moved", *rest, *copy = pl___strdup("copy"), *part = pl___strndup("copy", 2);
    CHECK(!strcmp(copy, "copy") && !strcmp(part, "co") && pl___stpcpy(text, "ab") == text + 2 && pl___stpncpy(text, "c", 4) == text + 1, "copies");
    CHECK(pl___mempcpy(text, "x,y", 4) == text + 4 && !strcmp(pl___strtok_r(text, ",", &rest), "x") && !strcmp(rest, "y"), "%s", text);
    pl_bcopy("bc", text, 3);
    CHECK(!strcmp(text, "bc") && !strcmp(pl___xpg_basename(NULL), ".") && !strcmp(pl_dirname(NULL), "."), "%s", text);
    free(copy), free(part);
}

static void options(void) {
    static char *const names[] = {"ro", "rw", "size", NULL};
    for (int round = 0; round < 2000; round++) {
        char ours[40] = "", theirs[40], *our_rest = ours, *their_rest = theirs, *our_value, *their_value;
        static const char *const parts[] = {"ro", "rw=1", "size=10", "none", "size", "", "r", ",", "="};
        for (unsigned i = 0, count = 1 + below(4); i < count; i++) {
            strcat(strcat(ours, i > 0 ? "," : ""), parts[below(9)]);
        }
        strcpy(theirs, ours);
        while (*their_rest != '\0') {
            our_value = their_value = NULL;
            int got = pl_getsubopt(&our_rest, names, &our_value), expected = getsubopt(&their_rest, names, &their_value);
            CHECK(got == expected && our_rest - ours == their_rest - theirs, "%s", ours);
            CHECK(our_value == NULL ? their_value == NULL : their_value != NULL && !strcmp(our_value, their_value), "%s", ours);
        }
    }
}

static void patterns(void) {
    for (int round = 0; round < 300000; round++) {
        char pattern[16], text[16];
        some_text(pattern, 9, below(2) ? "ab*?.[]-/\\!" : "ab*?./A*");
        some_text(text, 7, "ab./A-]");
        if (below(8) == 0) {
            static const char *const sets[] = {"[[:alpha:]]*", "[![:upper:]]", "[a-]*", "[]a]b", "[^a]?", "[[:digit:]-]", "*[b-", "a[/]b", "[a-b]*.?", "[\\]]*"};
            strcpy(pattern, sets[below(10)]);
        }
        int flags = (int)below(32);
        const char *set = strchr(pattern, '[');
        int is_open = set != NULL && strchr(set, '/') != NULL && (flags & FNM_PATHNAME);
        if (is_open || strstr(pattern, "[.") != NULL || strstr(pattern, "[=") != NULL) {
            continue;
        }
        int ours = pl_fnmatch(pattern, text, flags), theirs = fnmatch(pattern, text, flags);
        CHECK(ours == theirs, "'%s' '%s' %x: %d %d", pattern, text, flags, ours, theirs);
    }
}

static int by_value(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

void *pl_lfind(const void *, const void *, size_t *, size_t, int (*)(const void *, const void *));
void *pl_lsearch(const void *, void *, size_t *, size_t, int (*)(const void *, const void *));
void *pl_tfind(const void *, void *const *, int (*)(const void *, const void *)), *pl_tsearch(const void *, void **, int (*)(const void *, const void *));
void *pl_tdelete(const void *, void **, int (*)(const void *, const void *));
void pl_twalk(const void *, void (*)(const void *, VISIT, int)), pl_twalk_r(const void *, void (*)(const void *, VISIT, void *), void *);
void pl_tdestroy(void *, void (*)(void *)), pl_insque(void *, void *), pl_remque(void *), pl_hdestroy(void), pl_hdestroy_r(struct hsearch_data *);
int pl_hcreate(size_t), pl_hcreate_r(size_t, struct hsearch_data *), pl_hsearch_r(ENTRY, ACTION, ENTRY **, struct hsearch_data *);
ENTRY *pl_hsearch(ENTRY, ACTION);

static int walked[64], walked_count;

static void in_order(const void *node, VISIT visit, int level) {
    (void)level;
    if (visit == postorder || visit == leaf) {
        walked[walked_count++] = **(const int *const *)node;
    }
}

static void in_order_with(const void *node, VISIT visit, void *sum) {
    if (visit == postorder || visit == leaf) {
        *(int *)sum += **(const int *const *)node;
    }
}

static void no_release(void *key) {
    walked_count += *(int *)key >= 0;
}

static void searches(void) {
    static int keys[32];
    for (int i = 0; i < 32; i++) {
        keys[i] = i;
    }
    for (int round = 0; round < 500; round++) {
        void *ours = NULL, *theirs = NULL;
        for (int step = 0; step < 40; step++) {
            int *key = &keys[below(32)];
            if (below(3)) {
                int **got = pl_tsearch(key, &ours, by_value), **expected = tsearch(key, &theirs, by_value);
                CHECK(*got == *expected, "%d", *key);
            } else {
                void *got = pl_tdelete(key, &ours, by_value), *expected = tdelete(key, &theirs, by_value);
                CHECK((got == NULL) == (expected == NULL), "%d", *key);
            }
            void *got = pl_tfind(key, &ours, by_value), *expected = tfind(key, &theirs, by_value);
            CHECK((got == NULL) == (expected == NULL), "%d", *key);
        }
        int expected[64], count, sum = 0;
        walked_count = 0;
        twalk(theirs, in_order);
        memcpy(expected, walked, sizeof walked);
        count = walked_count;
        walked_count = 0;
        pl_twalk(ours, in_order);
        CHECK(walked_count == count && memcmp(walked, expected, (size_t)count * sizeof *walked) == 0, "in order");
        pl_twalk_r(ours, in_order_with, &sum);
        for (int i = 0; i < count; i++) {
            sum -= expected[i];
        }
        walked_count = 0;
        pl_tdestroy(ours, no_release);
        CHECK(sum == 0 && walked_count == count, "every one once");
        tdestroy(theirs, no_release);
        int a[40], b[40];
        size_t our_count = 0, their_count = 0;
        for (int step = 0; step < 12; step++) {
            int key = (int)below(10);
            CHECK((pl_lfind(&key, a, &our_count, sizeof key, by_value) == NULL) == (lfind(&key, b, &their_count, sizeof key, by_value) == NULL), "%d", key);
            int *got = pl_lsearch(&key, a, &our_count, sizeof key, by_value), *found = lsearch(&key, b, &their_count, sizeof key, by_value);
            CHECK(got - a == found - b && *got == key && our_count == their_count, "%d", key);
        }
    }
    for (unsigned size = 0; size < 40; size++) {
        struct hsearch_data ours = {0}, theirs = {0};
        CHECK(!pl_hcreate_r(size, &ours) == !hcreate_r(size, &theirs), "%u", size);
        static char names[100][4];
        for (int i = 0; i < 100; i++) {
            sprintf(names[i], "%d", i);
            ENTRY item = {names[i], &keys[i % 32]}, *got, *expected;
            CHECK(pl_hsearch_r(item, ENTER, &got, &ours) == hsearch_r(item, ENTER, &expected, &theirs) && (got == NULL) == (expected == NULL), "%d of %u", i, size);
        }
        for (int i = 0; i < 100; i += 7) {
            ENTRY item = {names[i], NULL}, *got, *expected;
            errno = 0;
            CHECK(pl_hsearch_r(item, FIND, &got, &ours) == hsearch_r(item, FIND, &expected, &theirs), "%d of %u", i, size);
            CHECK(got == NULL ? expected == NULL && errno == ESRCH : got->data == expected->data, "%d of %u", i, size);
        }
        pl_hdestroy_r(&ours);
        hdestroy_r(&theirs);
    }
    ENTRY item = {"key", keys};
    CHECK(pl_hcreate(5) && pl_hsearch(item, ENTER)->data == keys && pl_hsearch(item, FIND)->data == keys, "one table");
    pl_hdestroy();
    struct {
        void *next, *previous;
    } one, two, three;
    pl_insque(&one, NULL);
    pl_insque(&three, &one);
    pl_insque(&two, &one);
    CHECK(one.next == &two && two.next == &three && three.previous == &two && three.next == NULL, "three in a list");
    pl_remque(&two);
    CHECK(one.next == &three && three.previous == &one, "two in a list");
}

void rarer_strings(void) {
    strings();
    options();
    patterns();
    searches();
}
