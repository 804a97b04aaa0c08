// Searching: strchr and its kin, strstr, memmem, spans, and what is returned when nothing is found.
// cflags: -D_GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <strings.h>

static void at(const void *found, const char *text) {
    if (found == NULL) {
        printf("- ");
    } else {
        printf("%td ", (const char *)found - text);
    }
}

int main(void) {
    const char *t = "the cat sat on the mat";
    at(strchr(t, 'a'), t);
    at(strchr(t, 'z'), t);
    at(strchr(t, '\0'), t);
    at(strchr(t, 256 + 't'), t);
    at(strrchr(t, 'a'), t);
    at(strrchr(t, '\0'), t);
    at(strrchr(t, 'q'), t);
    at(strchrnul(t, 'q'), t);
    at(strchrnul(t, 'c'), t);
    at(index(t, 'o'), t);
    at(rindex(t, 't'), t);
    at(memchr(t, 'm', 22), t);
    at(memchr(t, 'm', 5), t);
    at(memrchr(t, 't', 20), t);
    at(rawmemchr(t, 'n'), t);
    printf("\n");
    at(strstr(t, "sat"), t);
    at(strstr(t, ""), t);
    at(strstr(t, "mats"), t);
    printf("\n");
    const char *r = "aababaabaab";
    at(strstr(r, "abaab"), r);
    at(strstr(r, "baabaab"), r);
    at(strcasestr(t, "SAT ON"), t);
    at(strcasestr(t, "dog"), t);
    at(memmem(t, 22, "on\0", 2), t);
    at(memmem(t, 10, "on", 2), t);
    at(memmem(t, 22, "", 0), t);
    at(strpbrk(t, "xyzon"), t);
    at(strpbrk(t, "XYZ"), t);
    printf("%zu %zu %zu %zu\n", strspn(t, "eht "), strspn(t, ""), strcspn(t, "ms"), strcspn(t, ""));
    return 0;
}
// paths: 1
