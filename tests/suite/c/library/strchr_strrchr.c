// The first and the last place of a character.
#include <assert.h>
#include <pleach.h>
#include <string.h>

int main(void) {
    char c = (char)pleach_range('a', 'e', "c");
    const char *text = "abcab";
    char *first = strchr(text, c);
    char *last = strrchr(text, c);
    if (first == NULL) {
        assert(c == 'd' && last == NULL); //~ reach
        return 0;
    }
    assert(*first == c && *last == c && first <= last);
    return (int)(last - first);
}

// a, b, c and d.
// paths: 4
