// A symbolic word is compared with the names of options, to which a symbolic index leads.
#include <pleach.h>
#include <string.h>

struct option {
    const char *name;
    int *value;
};

static int verbose, depth, width, color, limit;
static const struct option options[] = {
    {"verbose", &verbose}, {"depth", &depth}, {"width", &width}, {"color", &color}, {"limit", &limit}};

int main(void) {
    char word[4];
    pleach_symbolic(word, sizeof word, "word");
    const struct option *option = &options[pleach_range(0, 5, "option")];
    unsigned same = 0;
    while (same < sizeof word && word[same] == option->name[same])
        same++;
    *option->value = same;
    pleach_assert(verbose + depth + width + color + limit == (int)same);
    return same == sizeof word ? 1 + *option->value : 0;
}
