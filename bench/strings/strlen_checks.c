// Several answers must have lengths that are allowed: nothing else depends on them.
#include <pleach.h>
#include <string.h>

#ifndef N
#define N 16
#endif

int main(void) {
    char user[N], word[N], code[N];
    pleach_symbolic(user, sizeof user, "user");
    pleach_symbolic(word, sizeof word, "word");
    pleach_symbolic(code, sizeof code, "code");
    user[N - 1] = word[N - 1] = code[N - 1] = '\0';
    if (strlen(user) < 3) {
        return 1;
    }
    if (strlen(word) < 4 || strlen(word) + strlen(user) > 12) {
        return 2;
    }
    return strlen(code) == 6 ? 0 : 3;
}
