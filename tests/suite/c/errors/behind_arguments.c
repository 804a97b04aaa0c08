// What lies behind the end of an argument or a variable is something else. A program may write into one: it ends where it did at first.
// run: --sym-arg 3 --sym-args 0 1 2 --sym-env MODE=2
#include <pleach.h>
#include <stdlib.h>
#include <string.h>

static int look(int which, char *text, size_t x) {
    switch (which) {
    case 0:
        return text[0] == '\0' && text[1] == 4; //~ error: out-of-bounds
    case 1:
        return memchr(text, 4, 3) != NULL; //~ error: out-of-bounds
    case 2:
        return x < 4 && text[x] == 'x'; //~ error: out-of-bounds
    case 3:
        if (text[0] == ',' && text[1] == 'a') {
            text[0] = '\0';
            return text[1] == 'a' && text[2] != 4;
        }
        return 0;
    case 4:
        if (text[0] == '\0')
            text[1] = 'b'; //~ error: out-of-bounds
        return 0;
    case 5:
        if (text[0] == '\0') {
            text[0] = 'b';
            return strlen(text) == 4; //~ error: out-of-bounds
        }
        return 0;
    case 6:
        return strcmp(text, "ab") == 0 || strchr(text, 'z') == text + 1 || strlen(text) == 2;
    case 7: {
        char copy[4];
        strcpy(copy, text);
        return copy[0] == 'k';
    }
    case 8:
        while (*text)
            text++;
        return text[-0] == '\0';
    default:
        return 0;
    }
}

int main(int argc, char **argv, char **envp) {
    size_t x;
    pleach_symbolic(&x, sizeof x, "x");
    pleach_assert(strncmp(envp[0], "MODE=", 5) == 0 && envp[1] == NULL && getenv("MODE") == envp[0] + 5);
    int which = pleach_range(0, 10, "which");
    if (which == 9)
        return envp[0][5] == '\0' && envp[0][6] == 'q'; //~ error: out-of-bounds
    if (argc == 3)
        return argv[2][0] == '\0' && argv[2][1] == argv[1][0]; //~ error: out-of-bounds
    return look(which, argv[1], x);
}

// paths: any
