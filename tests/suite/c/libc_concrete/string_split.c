// Splitting: strtok, strtok_r nested, strsep with empty fields.
// cflags: -D_GNU_SOURCE
#include <stdio.h>
#include <string.h>

int main(void) {
    char a[] = "  one,two;; three ,";
    for (char *p = strtok(a, " ,;"); p != NULL; p = strtok(NULL, " ,;")) {
        printf("[%s]", p);
    }
    printf("%d\n", strtok(NULL, ",") == NULL);
    char b[] = "k1=v1&k2=&=v3&k4";
    char *outer, *inner;
    for (char *pair = strtok_r(b, "&", &outer); pair != NULL; pair = strtok_r(NULL, "&", &outer)) {
        char *key = strtok_r(pair, "=", &inner), *value = strtok_r(NULL, "=", &inner);
        printf("%s:%s ", key, value != NULL ? value : "none");
    }
    printf("\n");
    char c[] = ",x,,yz,", *rest = c;
    for (char *field; (field = strsep(&rest, ",")) != NULL;) {
        printf("<%s>", field);
    }
    printf("%d\n", rest == NULL);
    char d[] = "first second third";
    printf("%s ", strtok(d, " "));
    printf("%s ", strtok(NULL, "cd"));
    printf("%s\n", strtok(NULL, ""));
    return 0;
}
// paths: 1
