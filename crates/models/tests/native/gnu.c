/* Compares what programs of GNU ask for at their beginning and end with the system's: variables of the library, messages, what streams are,
 * users. */
#define _GNU_SOURCE
#include <errno.h>
#include <grp.h>
#include <libintl.h>
#include <nl_types.h>
#include <pwd.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "compare.h"

extern char *pl_program_invocation_name, *pl_program_invocation_short_name, *pl___progname, *pl___progname_full;
extern char **pl_environ, **pl___environ, **pl__environ, *pl_tzname[2], *pl___tzname[2];
extern long pl_timezone, pl___timezone;
extern unsigned pl_error_message_count;
extern int pl_daylight, pl___daylight, pl_error_one_per_line;
extern void (*pl_error_print_progname)(void);
void pl_error(int, int, const char *, ...), pl_error_at_line(int, int, const char *, unsigned, const char *, ...), pl_tzset(void);
struct tm *pl_localtime(const time_t *);
FILE *pl_fopen(const char *, const char *), *pl_tmpfile(void);
int pl_fclose(FILE *), pl_ferror(FILE *), pl_unlink(const char *);
size_t pl___fpending(FILE *);
int pl___freadable(FILE *), pl___fwritable(FILE *), pl___freading(FILE *), pl___fwriting(FILE *), pl___flbf(FILE *);
int pl___fsetlocking(FILE *, int);
void pl___fseterr(FILE *);
char *pl_gettext(const char *), *pl_dgettext(const char *, const char *), *pl_dcgettext(const char *, const char *, int);
char *pl_ngettext(const char *, const char *, unsigned long), *pl_dngettext(const char *, const char *, const char *, unsigned long);
char *pl_dcngettext(const char *, const char *, const char *, unsigned long, int), *pl_textdomain(const char *);
char *pl_bindtextdomain(const char *, const char *), *pl_bind_textdomain_codeset(const char *, const char *);
nl_catd pl_catopen(const char *, int);
char *pl_catgets(nl_catd, int, int, const char *);
int pl_catclose(nl_catd);
struct passwd *pl_getpwuid(uid_t), *pl_getpwnam(const char *), *pl_getpwent(void);
struct group *pl_getgrgid(gid_t), *pl_getgrnam(const char *), *pl_getgrent(void);
void pl_setpwent(void), pl_endpwent(void), pl_setgrent(void), pl_endgrent(void);
int pl_getpwuid_r(uid_t, struct passwd *, char *, size_t, struct passwd **), pl_getgrgid_r(gid_t, struct group *, char *, size_t, struct group **);
int pl_getpwnam_r(const char *, struct passwd *, char *, size_t, struct passwd **);
int pl_getgrnam_r(const char *, struct group *, char *, size_t, struct group **), pl_getgrouplist(const char *, gid_t, gid_t *, int *);

static void variables(void) {
    CHECK(strcmp(pl_program_invocation_name, "program") == 0 && strcmp(pl_program_invocation_short_name, "program") == 0, "the name");
    pl_program_invocation_name = "other";
    CHECK(strcmp(pl___progname_full, "other") == 0 && strcmp(pl___progname, "program") == 0, "one variable");
    char *list[] = {"A=1", NULL}, **kept = pl_environ;
    pl_environ = list;
    CHECK(pl___environ == list && pl__environ == list, "one list");
    pl_environ = kept;
    /* As before the first question for a local time, and as afterwards. */
    time_t now = 1;
    pl_localtime(&now);
    pl_tzset();
    CHECK(strcmp(pl_tzname[0], "UTC") == 0 && strcmp(pl___tzname[1], "UTC") == 0, "the zone");
    CHECK(pl_timezone == 0 && pl___timezone == 0 && pl_daylight == 0 && pl___daylight == 0, "no summer");
}

long pl_write(int, const void *, size_t);

static void other_name(void) {
    pl_write(2, "<name> ", 7);
}

static void messages(void) {
    take_printed();
    pl_error(0, 0, "%d", 8);
    CHECK(strcmp(take_printed(), "other: 8\n") == 0, "the name that was set");
    pl_error_at_line(0, ENOENT, "file", 7, "%s", "text");
    CHECK(strcmp(take_printed(), "other:file:7: text: No such file or directory\n") == 0, "a line");
    pl_error_at_line(0, 0, NULL, 7, "text");
    CHECK(strcmp(take_printed(), "other: text\n") == 0, "no file");
    pl_error_one_per_line = 1;
    pl_error_at_line(0, 0, "file", 7, "text");
    pl_error_at_line(0, 0, "file", 7, "text");
    CHECK(strcmp(take_printed(), "other:file:7: text\n") == 0, "once");
    pl_error_print_progname = other_name;
    pl_error_one_per_line = 0;
    pl_error_at_line(0, 0, "file", 7, "text");
    CHECK(strcmp(take_printed(), "<name> file:7: text\n") == 0, "what is printed instead of the name");
    pl_error_print_progname = NULL;
    pl_program_invocation_name = "program";
    pl_error_message_count = 0;
}

static void translations(void) {
#define SAME_TEXT(ours, theirs) CHECK(strcmp(ours, theirs) == 0, "%s instead of %s", ours, theirs)
    SAME_TEXT(pl_gettext("text"), gettext("text"));
    SAME_TEXT(pl_dgettext("domain", "text"), dgettext("domain", "text"));
    SAME_TEXT(pl_dcgettext("domain", "text", 5), dcgettext("domain", "text", 5));
    for (unsigned long n = 0; n < 3; n++) {
        SAME_TEXT(pl_ngettext("one", "many", n), ngettext("one", "many", n));
        SAME_TEXT(pl_dngettext("domain", "one", "many", n), dngettext("domain", "one", "many", n));
        SAME_TEXT(pl_dcngettext("domain", "one", "many", n, 5), dcngettext("domain", "one", "many", n, 5));
    }
    SAME_TEXT(pl_textdomain(NULL), textdomain(NULL));
    SAME_TEXT(pl_textdomain("words"), textdomain("words"));
    SAME_TEXT(pl_textdomain(NULL), textdomain(NULL));
    SAME_TEXT(pl_textdomain(""), textdomain(""));
    SAME_TEXT(pl_bindtextdomain("words", NULL), bindtextdomain("words", NULL));
    SAME_TEXT(pl_bindtextdomain("words", "/place"), bindtextdomain("words", "/place"));
    SAME_TEXT(pl_bindtextdomain("words", NULL), bindtextdomain("words", NULL));
    CHECK(pl_bindtextdomain("", "x") == bindtextdomain("", "x") && pl_bind_textdomain_codeset("words", NULL) == NULL, "none");
    SAME_TEXT(pl_bind_textdomain_codeset("words", "UTF-8"), bind_textdomain_codeset("words", "UTF-8"));
    errno = 0;
    nl_catd native = catopen("none", 0);
    int error = errno;
    CHECK(pl_catopen("none", 0) == native && errno == error, "%d", error);
    SAME_TEXT(pl_catgets(native, 1, 2, "text"), catgets(native, 1, 2, "text"));
    CHECK(pl_catclose(native) == catclose(native), "not open");
}

static void kinds_of_streams(void) {
    static const char *const modes[] = {"w", "r", "a", "w+"};
    for (int i = 0; i < 4; i++) {
        FILE *ours = pl_fopen("/work/kind", modes[i]), *theirs = fopen("/tmp/pleach-kind", modes[i]);
        CHECK(pl___fpending(ours) == __fpending(theirs) && !pl___freadable(ours) == !__freadable(theirs), "%s", modes[i]);
        CHECK(!pl___fwritable(ours) == !__fwritable(theirs) && !pl___flbf(ours) == !__flbf(theirs), "%s", modes[i]);
        if (i < 3) {
            CHECK(!pl___freading(ours) == !__freading(theirs) && !pl___fwriting(ours) == !__fwriting(theirs), "%s", modes[i]);
        }
        for (int how = 0; how < 3; how++) {
            CHECK(pl___fsetlocking(ours, how) == __fsetlocking(theirs, how), "%s, %d", modes[i], how);
        }
        CHECK(pl___fsetlocking(ours, 0) == __fsetlocking(theirs, 0), "%s", modes[i]);
        pl___fseterr(ours);
        CHECK(pl_ferror(ours) == 1 && pl_fclose(ours) == 0 && fclose(theirs) == 0, "failed");
    }
    CHECK(pl_unlink("/work/kind") == 0 && unlink("/tmp/pleach-kind") == 0, "gone");
}

/* The world is fixed; its superuser is the system's. */
static void users(void) {
    struct passwd *ours = pl_getpwuid(0), *theirs = getpwuid(0), own, *found;
    char room[100];
    SAME_TEXT(ours->pw_name, theirs->pw_name);
    CHECK(ours->pw_gid == theirs->pw_gid && pl_getpwnam("root") == ours && pl_getpwnam("nobody here") == NULL && pl_getpwuid(77) == NULL, "root");
    CHECK(pl_getpwuid_r(1000, &own, room, 100, &found) == 0 && found == &own && strcmp(own.pw_name, "user") == 0, "%s", own.pw_name);
    CHECK(own.pw_name >= room && own.pw_shell < room + 100 && strcmp(own.pw_dir, "/work") == 0, "in the room");
    CHECK(pl_getpwuid_r(1000, &own, room, 10, &found) == ERANGE && found == NULL && pl_getpwuid_r(7, &own, room, 9, &found) == 0 && found == NULL, "no room");
    CHECK(pl_getpwnam_r("user", &own, room, 100, &found) == 0 && own.pw_uid == 1000, "user");
    pl_setpwent();
    CHECK(pl_getpwent() == ours && pl_getpwent()->pw_uid == 1000 && pl_getpwent() == NULL, "two");
    pl_endpwent();
    struct group *group = pl_getgrgid(0), in_room, *there;
    SAME_TEXT(group->gr_name, getgrgid(0)->gr_name);
    CHECK(pl_getgrnam("user")->gr_gid == 1000 && pl_getgrnam("none") == NULL && pl_getgrgid(5) == NULL && group->gr_mem[0] == NULL, "groups");
    CHECK(pl_getgrgid_r(1000, &in_room, room, 100, &there) == 0 && there == &in_room && strcmp(in_room.gr_name, "user") == 0, "group");
    CHECK(pl_getgrnam_r("user", &in_room, room, 5, &there) == ERANGE && there == NULL, "no room");
    pl_setgrent();
    CHECK(pl_getgrent() == group && pl_getgrent() != NULL && pl_getgrent() == NULL, "two");
    pl_endgrent();
    gid_t list[2];
    int count = 2, none = 0;
    CHECK(pl_getgrouplist("user", 1000, list, &count) == 1 && list[0] == 1000 && count == 1 && pl_getgrouplist("user", 7, list, &none) == -1, "one");
}

void gnu(void) {
    variables();
    messages();
    translations();
    kinds_of_streams();
    users();
}
