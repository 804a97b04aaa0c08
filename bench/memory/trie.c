// A trie over the bytes of words, searched for a symbolic word of five letters.
#include <pleach.h>
#include <stdlib.h>

#define LETTERS 8

struct node {
    int value;
    struct node *child[LETTERS];
};

static void insert(struct node *at, const char *word, int value) {
    for (; *word; word++) {
        struct node **child = &at->child[(*word - 'a') % LETTERS];
        if (!*child)
            *child = calloc(1, sizeof **child);
        at = *child;
    }
    at->value = value;
}

int main(void) {
    static const char *const words[] = {"bad", "bade", "badge", "bag", "bead", "bed", "cab", "cafe", "cage", "dab",
                                        "dad", "deaf", "face", "fade", "fed", "feed", "gab", "had", "hag", "head"};
    struct node root = {0};
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
        insert(&root, words[i], i + 1);
    const struct node *at = &root;
    for (int i = 0; i < 5 && at; i++) {
        unsigned letter = pleach_range(0, LETTERS + 1, "letter");
        if (letter == LETTERS)
            break;
        at = at->child[letter];
    }
    return at ? at->value : 0;
}
