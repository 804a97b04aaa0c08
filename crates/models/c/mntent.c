/* <mntent.h>: lists of mounted file systems are files like others, and there is none unless the program makes it. */
#include <stddef.h>

struct stream;
struct stream *fopen(const char *restrict name, const char *restrict mode);
int fclose(struct stream *stream);
size_t strlen(const char *s);
char *strstr(const char *text, const char *wanted);

struct mntent {
    char *name, *directory, *kind, *options;
    int dumped, checked;
};

struct stream *setmntent(const char *file, const char *mode) {
    return fopen(file, mode);
}

int endmntent(struct stream *stream) {
    if (stream != NULL) {
        fclose(stream);
    }
    return 1;
}

/* Where an option is in the list of an entry: by itself, or before its value. */
char *hasmntopt(const struct mntent *entry, const char *option) {
    size_t length = strlen(option);
    for (char *at = entry->options; (at = strstr(at, option)) != NULL;) {
        int begins = at == entry->options || at[-1] == ',';
        if (begins && (at[length] == '\0' || at[length] == '=' || at[length] == ',')) {
            return at;
        }
        while (*at != ',') {
            if (*at++ == '\0') {
                return NULL;
            }
        }
        at++;
    }
    return NULL;
}
