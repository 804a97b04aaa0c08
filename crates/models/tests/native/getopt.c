/* Compares the reading of command lines with the system's: every result, the order that is left, and the messages. */
#define _GNU_SOURCE
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"

extern char *pl_optarg;
extern int pl_optind, pl_opterr, pl_optopt;
int pl_getopt(int, char *const *, const char *);
int pl_getopt_long(int, char *const *, const char *, const struct option *, int *);
int pl_getopt_long_only(int, char *const *, const char *, const struct option *, int *);

static int our_flag, their_flag;

static void one_line(int argc, char **words, const char *options, int kind) {
    char *ours[12], *theirs[12];
    memcpy(ours, words, sizeof ours);
    memcpy(theirs, words, sizeof theirs);
    struct option our_longs[] = {{"verbose", 0, NULL, 'v'},      {"version", 0, NULL, 'V'}, {"verb", 0, &our_flag, 7}, {"output", 1, NULL, 'o'},
                                 {"color", 2, NULL, 'c'}, {"colour", 2, NULL, 'c'}, {"a", 0, NULL, 1000}, {NULL, 0, NULL, 0}};
    struct option their_longs[8];
    memcpy(their_longs, our_longs, sizeof our_longs);
    their_longs[2].flag = &their_flag;
    our_flag = their_flag = 0;
    pl_optind = optind = (int)below(4) == 0 ? 0 : 1;
    if (optind == 1) {
        /* Both begin anew only with 0. */
        pl_optind = optind = 0;
    }
    pl_opterr = opterr = below(4) != 0;
    pl_optopt = optopt = 77;
    pl_optarg = optarg = NULL;
    char *messages = NULL;
    size_t size = 0;
    FILE *old = stderr;
    stderr = open_memstream(&messages, &size);
    for (int calls = 0; calls < 30; calls++) {
        int our_index = -5, their_index = -5, got, expected;
        if (kind == 0) {
            got = pl_getopt(argc, ours, options);
            expected = getopt(argc, theirs, options);
        } else if (kind == 1) {
            got = pl_getopt_long(argc, ours, options, our_longs, &our_index);
            expected = getopt_long(argc, theirs, options, their_longs, &their_index);
        } else {
            got = pl_getopt_long_only(argc, ours, options, our_longs, &our_index);
            expected = getopt_long_only(argc, theirs, options, their_longs, &their_index);
        }
        int same = got == expected && pl_optind == optind && pl_optopt == optopt && pl_optarg == optarg && our_index == their_index &&
                   our_flag == their_flag && memcmp(ours, theirs, sizeof ours) == 0;
        CHECK(same, "%d '%s' %s %s %s %s %s: %d %d %d, not %d %d %d", kind, options, words[1], argc > 2 ? words[2] : "", argc > 3 ? words[3] : "",
              argc > 4 ? words[4] : "", argc > 5 ? words[5] : "", got, pl_optind, pl_optopt, expected, optind, optopt);
        if (!same || expected == -1) {
            break;
        }
    }
    fclose(stderr);
    stderr = old;
    CHECK(strcmp(take_printed(), messages) == 0, "%d '%s' %s %s: %s", kind, options, words[1], argc > 2 ? words[2] : "", messages);
    free(messages);
}

void command_lines(void) {
    static char *const words[] = {"-a", "-b", "-ab", "-ofile", "-o", "file", "--", "-", "--verbose", "--verbo", "--ver", "--output=x", "--output", "--color",
                                  "--color=red", "--colo", "--verbose=1", "--unknown", "-x", "-W", "verbose", "-Wverb", "--verb", "-verb", "-output", "-c", "-cred",
                                  "", "-a-", "--a", "-:", "--o", "word", "-v"};
    static const char *const lists[] = {"abo:c::v", "+abo:", "-abo:c::", ":abo:", "abW;o:", "", "+:o:", "-:ao:", "a"};
    for (int round = 0; round < 60000; round++) {
        char *argv[12] = {"program"};
        int argc = 1 + (int)below(7);
        for (int i = 1; i < argc; i++) {
            argv[i] = words[below(sizeof words / sizeof *words)];
        }
        if (argc > 1) {
            one_line(argc, argv, lists[below(9)], (int)below(3));
        }
    }
}
