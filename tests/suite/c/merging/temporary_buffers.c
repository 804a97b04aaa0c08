// Each side has a buffer of its own size for a while, one that it frees and one that it keeps.
#include <pleach.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char text[3];
    pleach_symbolic(text, sizeof text, "text");
    char *all[3];
    for (int i = 0; i < 3; i++) {
        pleach_merge_begin();
        if (text[i] == '"') {
            char *buffer = malloc(24);
            memset(buffer, 'q', 23);
            buffer[23] = 0;
            free(buffer);
            all[i] = strdup("quote");
        } else {
            char *buffer = malloc(24);
            strcpy(buffer, "other");
            free(buffer);
            all[i] = strdup("o");
        }
        pleach_merge_end();
    }
    if (text[1] == 'x' && text[2] == '"')
        all[2][5] = all[1][2]; //~ error: out-of-bounds
    for (int i = 0; i < 3; i++)
        free(all[i]);
    if (text[0] == 'a')
        return all[0][1]; //~ error: use-after-free
    return 0;
}
// paths: any
