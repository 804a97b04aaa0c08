// Words are interned: equal words get the same pointer, which then stands for the word.
#include <pleach.h>
#include <stdlib.h>
#include <string.h>

#define ROOM 16

static const char *slots[ROOM];

static unsigned hash(const char *word) {
    unsigned h = 0;
    for (; *word; word++)
        h = h * 5 + (*word - 'a');
    return h % ROOM;
}

static const char *intern(const char *word) {
    unsigned at = hash(word);
    while (slots[at] && strcmp(slots[at], word) != 0)
        at = (at + 1) % ROOM;
    if (!slots[at])
        slots[at] = strcpy(malloc(strlen(word) + 1), word);
    return slots[at];
}

int main(void) {
    static const char *const known[] = {"ab", "ba", "ca", "abc", "bb", "cab"};
    const char *interned[6];
    for (int i = 0; i < 6; i++)
        interned[i] = intern(known[i]);
    char word[4] = {0};
    for (int i = 0; i < 3; i++) {
        unsigned letter = pleach_range(0, 4, "letter");
        if (letter == 3)
            break;
        word[i] = 'a' + letter;
    }
    const char *it = intern(word);
    for (int i = 0; i < 6; i++)
        pleach_assert((it == interned[i]) == (strcmp(word, known[i]) == 0));
    return it == interned[3];
}
