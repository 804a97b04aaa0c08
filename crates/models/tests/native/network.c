/* Compares addresses as text, the order of bytes, messages to standard error and what a process has used with the system's. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <err.h>
#include <errno.h>
#include <error.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "compare.h"

uint32_t pl_htonl(uint32_t), pl_ntohl(uint32_t), pl_inet_addr(const char *);
uint16_t pl_htons(uint16_t), pl_ntohs(uint16_t);
int pl_inet_aton(const char *, void *), pl_inet_pton(int, const char *, void *), pl_getrusage(int, void *);
char *pl_inet_ntoa(uint32_t);
const char *pl_inet_ntop(int, const void *, char *, unsigned);
extern const unsigned char pl_in6addr_any[16], pl_in6addr_loopback[16];
void pl_warn(const char *, ...), pl_warnx(const char *, ...), pl_vwarn(const char *, va_list), pl_vwarnx(const char *, va_list);
void pl_err(int, const char *, ...), pl_errx(int, const char *, ...), pl_verr(int, const char *, va_list);
void pl_verrx(int, const char *, va_list), pl_error(int, int, const char *, ...);
extern unsigned pl_error_message_count;

/* Mostly addresses, some with something wrong. */
static void make(char *text) {
    static const char *const pieces[] = {"0", "1", "9", "255", "256", "0x1f", "017", "08", "ffff", "abcd", "1a", ":", "::", ":",
                                         ".", ".", ".", "1.2.3.4", "192.168.0.1", " ", "x", "00", "4294967295", "65536"};
    *text = '\0';
    for (unsigned count = below(9); count > 0; count--) {
        strcat(text, pieces[below(sizeof pieces / sizeof *pieces)]);
    }
}

static void make_colons(char *text) {
    static const char *const groups[] = {"0", "1", "ab", "ffff", "0", "0", "", "1.2.3.4", "12345"};
    *text = '\0';
    for (unsigned count = below(10), i = 0; i < count; i++) {
        strcat(text, i > 0 ? ":" : "");
        strcat(text, groups[below(i + 1 == count ? 9 : 7)]);
    }
}

static void compare_text(const char *text) {
    unsigned char ours[16], theirs[16];
    memset(ours, 7, sizeof ours), memset(theirs, 7, sizeof theirs);
    errno = 5;
    CHECK(pl_inet_aton(text, ours) == inet_aton(text, (struct in_addr *)theirs), "\"%s\"", text);
    CHECK(memcmp(ours, theirs, 16) == 0 && errno == 5, "\"%s\"", text);
    CHECK(pl_inet_addr(text) == inet_addr(text), "\"%s\"", text);
    for (int i = 0; i < 2; i++) {
        int family = i ? AF_INET6 : AF_INET;
        CHECK(pl_inet_pton(family, text, ours) == inet_pton(family, text, theirs), "%d: \"%s\"", family, text);
        CHECK(memcmp(ours, theirs, 16) == 0, "%d: \"%s\"", family, text);
    }
}

static void compare_bytes(const unsigned char *bytes) {
    for (int i = 0; i < 2; i++) {
        int family = i ? AF_INET6 : AF_INET;
        unsigned size = below(4) == 0 ? below(47) : 46;
        char ours[50], theirs[50];
        memset(ours, 7, sizeof ours), memset(theirs, 7, sizeof theirs);
        errno = 0;
        int there = inet_ntop(family, bytes, theirs, size) != NULL, error = errno;
        errno = 0;
        CHECK((pl_inet_ntop(family, bytes, ours, size) == ours) == there && errno == error, "%d %u", family, size);
        CHECK(!there || strcmp(ours, theirs) == 0, "%s instead of %s", ours, theirs);
    }
    uint32_t word;
    memcpy(&word, bytes, 4);
    CHECK(strcmp(pl_inet_ntoa(word), inet_ntoa((struct in_addr){word})) == 0, "%s", pl_inet_ntoa(word));
}

static void addresses(void) {
    char text[200];
    for (int round = 0; round < 20000; round++) {
        make(text);
        compare_text(text);
        make_colons(text);
        compare_text(text);
        unsigned char bytes[16];
        for (int i = 0; i < 16; i++) {
            bytes[i] = below(3) > 0 ? 0 : below(3) > 0 ? 0xff : (unsigned char)below(256);
        }
        compare_bytes(bytes);
        uint32_t word = (uint32_t)next();
        CHECK(pl_htonl(word) == htonl(word) && pl_ntohl(word) == ntohl(word), "%x", word);
        CHECK(pl_htons((uint16_t)word) == htons((uint16_t)word) && pl_ntohs((uint16_t)word) == ntohs((uint16_t)word), "%x", word);
    }
    errno = 0;
    CHECK(pl_inet_pton(77, "1.2.3.4", text) == -1 && errno == EAFNOSUPPORT, "no family");
    errno = 0;
    CHECK(pl_inet_ntop(77, text, text, 99) == NULL && errno == EAFNOSUPPORT, "no family");
    CHECK(memcmp(pl_in6addr_any, &in6addr_any, 16) == 0 && memcmp(pl_in6addr_loopback, &in6addr_loopback, 16) == 0, "known");
}

/* What the system writes to standard error, behind the program's name. */
static char theirs[300];

static void take(void (*tell)(int), int which) {
    fflush(stderr);
    int kept = dup(2), file = open(".", O_TMPFILE | O_RDWR, 0600);
    dup2(file, 2);
    tell(which);
    fflush(stderr);
    long length = lseek(file, 0, SEEK_CUR);
    memset(theirs, 0, sizeof theirs);
    pread(file, theirs, length, 0);
    dup2(kept, 2);
    close(kept), close(file);
    char *name = strchr(theirs, ':');
    memmove(theirs, name, strlen(name) + 1);
}

static void call(void (*told)(const char *, va_list), const char *format, ...) {
    va_list list;
    va_start(list, format);
    told(format, list);
    va_end(list);
}

static void system_tells(int which) {
    errno = ENOENT;
    switch (which) {
    case 0:
        return warn("%s %d", "text", 5);
    case 1:
        return warnx("%s", "text");
    case 2:
        return warn(NULL);
    case 3:
        return warnx(NULL);
    case 4:
        return call(vwarn, "%d", 7);
    case 5:
        return call(vwarnx, "%d", 7);
    case 6:
        return error(0, 0, "%d", 8);
    default:
        return error(0, EINVAL, "%d", 9);
    }
}

static void ours_tell(int which) {
    errno = ENOENT;
    switch (which) {
    case 0:
        return pl_warn("%s %d", "text", 5);
    case 1:
        return pl_warnx("%s", "text");
    case 2:
        return pl_warn(NULL);
    case 3:
        return pl_warnx(NULL);
    case 4:
        return call(pl_vwarn, "%d", 7);
    case 5:
        return call(pl_vwarnx, "%d", 7);
    case 6:
        return pl_error(0, 0, "%d", 8);
    default:
        return pl_error(0, EINVAL, "%d", 9);
    }
}

static void messages(void) {
    for (int which = 0; which < 8; which++) {
        take(system_tells, which);
        int expected = errno;
        take_printed();
        ours_tell(which);
        CHECK(which > 5 || errno == expected, "errno %d instead of %d", errno, expected);
        const char *ours = strchr(take_printed(), ':');
        CHECK(ours != NULL && strcmp(ours, theirs) == 0, "%d: \"%s\" instead of \"%s\"", which, ours, theirs);
    }
    CHECK(pl_error_message_count == error_message_count, "%u messages", pl_error_message_count);
    /* These end the program: that they are there is all that can be seen here. */
    CHECK(pl_err != NULL && pl_errx != NULL && pl_verr != NULL && pl_verrx != NULL, "they are there");
}

void network(void) {
    addresses();
    messages();
    struct rusage usage;
    memset(&usage, 1, sizeof usage);
    CHECK(pl_getrusage(RUSAGE_SELF, &usage) == 0 && usage.ru_utime.tv_sec == 0 && usage.ru_nivcsw == 0, "nothing used");
    CHECK(pl_getrusage(RUSAGE_CHILDREN, &usage) == 0 && pl_getrusage(RUSAGE_THREAD, &usage) == 0, "whoever");
    errno = 0;
    CHECK(getrusage(77, &usage) == -1 && errno == EINVAL, "nobody");
    errno = 0;
    CHECK(pl_getrusage(77, &usage) == -1 && errno == EINVAL, "nobody");
}
