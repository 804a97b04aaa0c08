/* <regex.h>: regular expressions of POSIX and of GNU, for text of single bytes.
 *
 * A pattern becomes a tree, and the matcher tries the tree's ways one after the other: at each place of the text the longest match is taken, as
 * POSIX asks. Where several ways give the longest match, its parts are those of the first way: repetitions take as much as they
 * can, and of alternatives the first that leads there is taken.
 */
#include <stddef.h>

void *malloc(size_t size);
void *realloc(void *p, size_t size);
void free(void *p);
void *memcpy(void *restrict to, const void *restrict from, size_t count);
void *memset(void *to, int byte, size_t count);
size_t strlen(const char *s);
int strcmp(const char *a, const char *b);
void __pleach_unsupported(const char *what);

/* How a pattern is written: glibc's bits. */
enum {
    ESCAPES_IN_LISTS = 1, BACKSLASH_PLUS = 2, CLASSES_IN_LISTS = 4, ANCHORS_ANYWHERE = 8, OPERATORS_ANYWHERE = 0x10, OPERATORS_CHECKED = 0x20,
    DOT_NEWLINE = 0x40, DOT_NOT_NULL = 0x80, LISTS_NOT_NEWLINE = 0x100, INTERVALS = 0x200, LIMITED = 0x400, NEWLINE_OR = 0x800,
    PLAIN_BRACES = 0x1000, PLAIN_PARENTHESES = 0x2000, NO_REFERENCES = 0x4000, PLAIN_BAR = 0x8000, NO_EMPTY_RANGES = 0x10000,
    LONE_RIGHT = 0x20000, NO_GNU = 0x80000, FIRST_INTERVAL_BAD = 0x1000000, BAD_INTERVAL_PLAIN = 0x200000, ANY_CASE = 0x400000, NO_PARTS = 0x2000000,
    COMMON = CLASSES_IN_LISTS | DOT_NEWLINE | DOT_NOT_NULL | INTERVALS | NO_EMPTY_RANGES,
    BASIC = COMMON | BACKSLASH_PLUS | FIRST_INTERVAL_BAD,
    EXTENDED = COMMON | ANCHORS_ANYWHERE | OPERATORS_ANYWHERE | PLAIN_BRACES | PLAIN_PARENTHESES | PLAIN_BAR | OPERATORS_CHECKED | LONE_RIGHT
};

enum error { NONE, NO_MATCH, BAD_PATTERN, BAD_COLLATE, BAD_CLASS, LAST_BACKSLASH, BAD_REFERENCE, NO_BRACKET, NO_PARENTHESIS, NO_BRACE, BAD_BRACE,
             BAD_RANGE, NO_MEMORY, BAD_REPEAT, EARLY_END, TOO_BIG, RIGHT_PARENTHESIS };

typedef struct {
    int start, end;
} Match;

/* glibc's pattern, of which programs know the fields. */
struct pattern {
    struct compiled *compiled;
    unsigned long allocated, used, syntax;
    char *fastmap;
    unsigned char *translate;
    size_t parts;
    unsigned can_be_null : 2, registers : 2, fastmap_accurate : 1, no_parts : 1, not_begin : 1, not_end : 1, newline_anchor : 1;
};

struct registers {
    unsigned count;
    int *start, *end;
};

enum kind { EMPTY, BYTE, SET, JOIN, EITHER, REPEAT, GROUP, REFERENCE, LINE_START, LINE_END, TEXT_START, TEXT_END, BOUNDARY, INSIDE, WORD_START, WORD_END };

struct node {
    enum kind kind;
    /* The byte, the number of the group, or the least and the greatest number of repetitions (-1 for any). */
    int number, most;
    struct node *left, *right;
    struct node *all;
    unsigned char set[32];
};

struct compiled {
    struct node *root, *all;
    int groups;
};

/* Parsing. */

struct parser {
    const unsigned char *at, *end, *begin;
    unsigned long syntax;
    const unsigned char *translate;
    struct compiled *to;
    enum error error;
    int depth, closed;
};

static struct node *parse_either(struct parser *p);

static struct node *fresh(struct parser *p, enum kind kind, struct node *left, struct node *right) {
    struct node *node = malloc(sizeof *node);
    if (node == NULL) {
        p->error = NO_MEMORY;
        return NULL;
    }
    memset(node, 0, sizeof *node);
    node->kind = kind;
    node->left = left;
    node->right = right;
    node->all = p->to->all;
    p->to->all = node;
    return node;
}

static unsigned char lower(unsigned char c) {
    return c >= 'A' && c <= 'Z' ? (unsigned char)(c + 32) : c;
}

static void add(struct node *set, int c) {
    set->set[c / 8] |= (unsigned char)(1 << c % 8);
}

static int has(const struct node *set, unsigned char c) {
    return set->set[c / 8] >> c % 8 & 1;
}

#define CLASS(name) int is##name(int c);
#define NAMES                                                                                                          \
    CLASS(alnum) CLASS(alpha) CLASS(blank) CLASS(cntrl) CLASS(digit) CLASS(graph)                                      \
    CLASS(lower) CLASS(print) CLASS(punct) CLASS(space) CLASS(upper) CLASS(xdigit)
NAMES
#undef CLASS
#define CLASS(name) {#name, is##name},
static const struct {
    const char *name;
    int (*is)(int c);
} classes[] = {NAMES};
#undef CLASS

static int is_word(unsigned char c) {
    return isalnum(c) || c == '_';
}

/* A set of a class of words or spaces: \w, \W, \s, \S. */
static struct node *class_set(struct parser *p, int (*is)(int), int underscore, int negated) {
    struct node *set = fresh(p, SET, NULL, NULL);
    for (int c = 0; set != NULL && c < 256; c++) {
        if ((is(c) != 0 || (underscore && c == '_')) != negated) {
            add(set, c);
        }
    }
    return set;
}

static void add_class(struct parser *p, struct node *set, const char *name) {
    if ((p->syntax & ANY_CASE) && (strcmp(name, "upper") == 0 || strcmp(name, "lower") == 0)) {
        name = "alpha";
    }
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
        if (strcmp(classes[i].name, name) == 0) {
            for (int c = 0; c < 256; c++) {
                if (classes[i].is(c)) {
                    add(set, c);
                }
            }
            return;
        }
    }
    p->error = BAD_CLASS;
}

/* One end of a range, or a whole [:class:] or [=class=], for which -1 is returned. */
static int list_item(struct parser *p, struct node *set) {
    unsigned char c = *p->at++;
    if (c == '\\' && (p->syntax & ESCAPES_IN_LISTS)) {
        if (p->at == p->end) {
            p->error = LAST_BACKSLASH;
            return -1;
        }
        return *p->at++;
    }
    unsigned char next = p->at < p->end ? *p->at : 0;
    if (c != '[' || (next != ':' && next != '.' && next != '=') || (next == ':' && !(p->syntax & CLASSES_IN_LISTS))) {
        return c;
    }
    char name[16];
    size_t length = 0;
    const unsigned char *at = p->at + 1;
    while (at + 1 < p->end && (at[0] != next || at[1] != ']') && length < sizeof name - 1) {
        name[length++] = (char)*at++;
    }
    name[length] = '\0';
    if (at + 1 >= p->end) {
        p->error = NO_BRACKET;
        return -1;
    }
    if (at[0] != next || at[1] != ']') {
        p->error = next == ':' ? BAD_CLASS : BAD_COLLATE;
        return -1;
    }
    p->at = at + 2;
    if (next == ':') {
        add_class(p, set, name);
        return -1;
    }
    if (length != 1) {
        p->error = BAD_COLLATE;
        return -1;
    }
    if (next == '=') {
        add(set, (unsigned char)name[0]);
        return -1;
    }
    return (unsigned char)name[0];
}

static struct node *parse_list(struct parser *p) {
    struct node *set = fresh(p, SET, NULL, NULL);
    int negated = p->at < p->end && *p->at == '^';
    p->at += negated;
    for (const unsigned char *first = p->at; set != NULL; first = NULL) {
        if (p->at == p->end) {
            p->error = NO_BRACKET;
            return NULL;
        }
        if (*p->at == ']' && p->at != first) {
            break;
        }
        int low = list_item(p, set), high = low;
        if (p->error != NONE) {
            return NULL;
        }
        if (p->at + 1 < p->end && p->at[0] == '-' && p->at[1] != ']') {
            if (low < 0) {
                p->error = BAD_RANGE;
                return NULL;
            }
            p->at++;
            high = list_item(p, set);
            if (p->error != NONE || high < 0) {
                p->error = p->error != NONE ? p->error : BAD_RANGE;
                return NULL;
            }
            if (low > high && (p->syntax & NO_EMPTY_RANGES)) {
                p->error = BAD_RANGE;
                return NULL;
            }
        }
        for (int c = low; c >= 0 && c <= high; c++) {
            add(set, c);
        }
    }
    if (set == NULL) {
        return NULL;
    }
    p->at++;
    if (p->syntax & ANY_CASE) {
        for (int c = 'a'; c <= 'z'; c++) {
            if (has(set, (unsigned char)c) || has(set, (unsigned char)(c - 32))) {
                add(set, c);
                add(set, c - 32);
            }
        }
    }
    for (int i = 0; negated && i < 32; i++) {
        set->set[i] = (unsigned char)~set->set[i];
    }
    if (negated && (p->syntax & LISTS_NOT_NEWLINE)) {
        set->set['\n' / 8] &= (unsigned char)~(1 << '\n' % 8);
    }
    return set;
}

/* Whether an operator stands here, with a backslash before it unless `plain`. */
static int sees(const struct parser *p, unsigned char c, int plain) {
    if (plain) {
        return p->at < p->end && *p->at == c;
    }
    return p->at + 1 < p->end && p->at[0] == '\\' && p->at[1] == c;
}

static int sees_bar(const struct parser *p) {
    if (p->syntax & LIMITED) {
        return 0;
    }
    return sees(p, '|', (p->syntax & PLAIN_BAR) != 0) || ((p->syntax & NEWLINE_OR) && p->at < p->end && *p->at == '\n');
}

static int sees_right(const struct parser *p) {
    return p->depth > 0 && sees(p, ')', (p->syntax & PLAIN_PARENTHESES) != 0);
}

/* A repetition here: its bounds. */
static int parse_repeat(struct parser *p, int *least, int *most) {
    enum { MOST = 0x7fff };
    int plain_plus = (p->syntax & BACKSLASH_PLUS) == 0, plain = (p->syntax & PLAIN_BRACES) != 0;
    const unsigned char *start = p->at;
    *least = 0;
    *most = -1;
    if (p->at < p->end && *p->at == '*') {
        p->at++;
        return 1;
    }
    if (!(p->syntax & LIMITED) && (sees(p, '+', plain_plus) || sees(p, '?', plain_plus))) {
        p->at += plain_plus ? 0 : 1;
        *least = *p->at == '+';
        *most = *p->at == '+' ? -1 : 1;
        p->at++;
        return 1;
    }
    if (!(p->syntax & INTERVALS) || !sees(p, '{', plain)) {
        return 0;
    }
    p->at += plain ? 1 : 2;
    int numbers[2] = {-1, -1}, which = 0, valid = 1;
    while (p->at < p->end && ((*p->at >= '0' && *p->at <= '9') || (*p->at == ',' && which == 0))) {
        if (*p->at == ',') {
            which = 1;
        } else {
            int last = numbers[which] < 0 ? 0 : numbers[which];
            numbers[which] = last > MOST ? last : last * 10 + (*p->at - '0');
        }
        p->at++;
    }
    int ended = p->at == p->end;
    if (!sees(p, '}', plain) || (numbers[0] < 0 && which == 0) || (numbers[1] >= 0 && numbers[1] < numbers[0])) {
        valid = 0;
    }
    if (!valid) {
        if (p->syntax & BAD_INTERVAL_PLAIN) {
            p->at = start;
            return 0;
        }
        p->error = ended ? NO_BRACE : BAD_BRACE;
        return 0;
    }
    p->at += plain ? 1 : 2;
    *least = numbers[0] < 0 ? 0 : numbers[0];
    *most = which == 0 ? *least : numbers[1];
    if (*least > MOST || *most > MOST) {
        p->error = TOO_BIG;
        return 0;
    }
    return 1;
}

static struct node *byte(struct parser *p, unsigned char c) {
    struct node *node = fresh(p, BYTE, NULL, NULL);
    if (node != NULL) {
        node->number = p->syntax & ANY_CASE ? lower(c) : p->translate != NULL ? p->translate[c] : c;
    }
    return node;
}

static struct node *parse_group(struct parser *p) {
    int number = ++p->to->groups;
    p->at += p->syntax & PLAIN_PARENTHESES ? 1 : 2;
    p->depth++;
    struct node *inner = parse_either(p);
    if (p->error == NONE && !sees_right(p)) {
        p->error = NO_PARENTHESIS;
    }
    if (p->error != NONE) {
        return NULL;
    }
    p->at += p->syntax & PLAIN_PARENTHESES ? 1 : 2;
    p->depth--;
    if (number <= 9) {
        p->closed |= 1 << number;
    }
    struct node *group = fresh(p, GROUP, inner, NULL);
    if (group != NULL) {
        group->number = number;
    }
    return group;
}

static struct node *parse_escape(struct parser *p) {
    if (p->at + 1 == p->end) {
        p->error = LAST_BACKSLASH;
        return NULL;
    }
    unsigned char c = p->at[1];
    p->at += 2;
    if (c >= '1' && c <= '9' && !(p->syntax & NO_REFERENCES)) {
        if (!(p->closed & 1 << (c - '0'))) {
            p->error = BAD_REFERENCE;
            return NULL;
        }
        struct node *node = fresh(p, REFERENCE, NULL, NULL);
        if (node != NULL) {
            node->number = c - '0';
        }
        return node;
    }
    if (!(p->syntax & NO_GNU)) {
        static const struct {
            char letter;
            enum kind kind;
        } places[] = {{'<', WORD_START}, {'>', WORD_END}, {'b', BOUNDARY}, {'B', INSIDE}, {'`', TEXT_START}, {'\'', TEXT_END}};
        for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
            if (c == places[i].letter) {
                return fresh(p, places[i].kind, NULL, NULL);
            }
        }
        if (c == 'w' || c == 'W') {
            return class_set(p, isalnum, 1, c == 'W');
        }
        if (c == 's' || c == 'S') {
            return class_set(p, isspace, 0, c == 'S');
        }
    }
    struct node *node = byte(p, c);
    if (node != NULL && (p->syntax & ANY_CASE) && c >= 'a' && c <= 'z') {
        /* As in glibc, which compares an escaped small letter with capital ones. */
        node->number = -1;
    }
    return node;
}

/* Whether a $ here ends something. */
static int is_end(const struct parser *p) {
    struct parser behind = *p;
    behind.at++;
    return behind.at == behind.end || (p->syntax & ANCHORS_ANYWHERE) || sees_bar(&behind) || sees_right(&behind);
}

/* A repetition with nothing before it that could be repeated: an error, nothing, or the operator's last character as it is. */
static struct node *refused_operator(struct parser *p) {
    unsigned char c = *p->at++;
    if ((c == '{' && (p->syntax & FIRST_INTERVAL_BAD)) || ((p->syntax & OPERATORS_CHECKED) && !(p->syntax & FIRST_INTERVAL_BAD))) {
        p->error = BAD_REPEAT;
        return NULL;
    }
    return p->syntax & OPERATORS_ANYWHERE ? fresh(p, EMPTY, NULL, NULL) : byte(p, c);
}

/* One thing, without its repetitions. `begins` says whether it begins a branch, `first` whether there is nothing before it that could be
 * repeated. */
static struct node *parse_one(struct parser *p, int begins, int first) {
    unsigned char c = *p->at;
    int least, most;
    if (c == '\\' && !sees(p, '(', p->syntax & PLAIN_PARENTHESES)) {
        const unsigned char *start = p->at;
        if (first && (parse_repeat(p, &least, &most) || p->error != NONE)) {
            p->error = NONE;
            p->at = start + 1;
            return refused_operator(p);
        }
        p->at = start;
        return parse_escape(p);
    }
    if (sees(p, '(', (p->syntax & PLAIN_PARENTHESES) != 0)) {
        return parse_group(p);
    }
    if (c == '[') {
        p->at++;
        return parse_list(p);
    }
    if (c == '.') {
        struct node *set = fresh(p, SET, NULL, NULL);
        p->at++;
        for (int i = 0; set != NULL && i < 256; i++) {
            if ((i != '\n' || (p->syntax & DOT_NEWLINE)) && (i != 0 || !(p->syntax & DOT_NOT_NULL))) {
                add(set, i);
            }
        }
        return set;
    }
    if (c == '^' && (begins || (p->syntax & ANCHORS_ANYWHERE))) {
        p->at++;
        return fresh(p, LINE_START, NULL, NULL);
    }
    if (c == '$' && is_end(p)) {
        p->at++;
        return fresh(p, LINE_END, NULL, NULL);
    }
    if (first) {
        const unsigned char *start = p->at;
        if (parse_repeat(p, &least, &most) || p->error != NONE) {
            p->error = NONE;
            p->at = start;
            return refused_operator(p);
        }
        p->at = start;
    }
    p->at++;
    return byte(p, c);
}

static struct node *parse_branch(struct parser *p) {
    struct node *all = NULL;
    int first = 1;
    while (p->error == NONE && p->at < p->end && !sees_bar(p) && !sees_right(p)) {
        if (p->depth == 0 && sees(p, ')', (p->syntax & PLAIN_PARENTHESES) != 0) &&
            !((p->syntax & LONE_RIGHT) && (p->syntax & PLAIN_PARENTHESES))) {
            p->error = RIGHT_PARENTHESIS;
            break;
        }
        struct node *one = parse_one(p, all == NULL, first);
        int least, most;
        /* What matches no text cannot be repeated. */
        first = one != NULL && one->kind >= LINE_START;
        while (p->error == NONE && !first && p->at < p->end && parse_repeat(p, &least, &most)) {
            one = fresh(p, REPEAT, one, NULL);
            if (one != NULL) {
                one->number = least;
                one->most = most;
            }
            /* Basic patterns have no repetitions of repetitions. */
            if ((p->syntax & FIRST_INTERVAL_BAD) && p->at < p->end && (*p->at == '*' || sees(p, '{', (p->syntax & PLAIN_BRACES) != 0))) {
                p->error = BAD_REPEAT;
            }
        }
        all = all == NULL ? one : fresh(p, JOIN, all, one);
    }
    return p->error != NONE ? NULL : all != NULL ? all : fresh(p, EMPTY, NULL, NULL);
}

static struct node *parse_either(struct parser *p) {
    struct node *all = parse_branch(p);
    while (p->error == NONE && sees_bar(p)) {
        p->at += *p->at == '\\' ? 2 : 1;
        struct node *right = parse_branch(p);
        all = p->error != NONE ? NULL : fresh(p, EITHER, all, right);
    }
    return all;
}

static void release(struct compiled *compiled) {
    for (struct node *node = compiled == NULL ? NULL : compiled->all; node != NULL;) {
        struct node *next = node->all;
        free(node);
        node = next;
    }
    free(compiled);
}

static enum error compile(struct pattern *pattern, const char *text, size_t length, unsigned long syntax) {
    struct compiled *compiled = malloc(sizeof *compiled);
    if (compiled == NULL) {
        return NO_MEMORY;
    }
    *compiled = (struct compiled){NULL, NULL, 0};
    const unsigned char *at = (const unsigned char *)text;
    struct parser parser = {at, at + length, at, syntax, pattern->translate, compiled, NONE, 0, 0};
    compiled->root = parse_either(&parser);
    if (parser.error != NONE) {
        release(compiled);
        return parser.error;
    }
    pattern->compiled = compiled;
    pattern->syntax = syntax;
    pattern->parts = (size_t)compiled->groups;
    pattern->fastmap_accurate = 0;
    pattern->no_parts = (syntax & NO_PARTS) != 0;
    return NONE;
}

/* Matching. */

enum { FEW_PARTS = 10 };

struct search {
    const unsigned char *text;
    int end;
    const struct pattern *pattern;
    int not_begin, not_end;
    int parts;
    Match *now, *best;
    int found;
};

/* What is to be matched behind a node. */
struct rest {
    const struct node *node;
    const struct rest *next;
    /* For a repetition: how often it was done, and where the last time began. For the end of a group: where it began. */
    int count, from;
    enum { MATCH, AGAIN, CLOSE } what;
};

static int go_on(struct search *s, const struct rest *rest, int at);

static unsigned char translated(const struct search *s, int at) {
    unsigned char c = s->text[at];
    return s->pattern->syntax & ANY_CASE ? lower(c) : s->pattern->translate != NULL ? s->pattern->translate[c] : c;
}

static int holds(const struct search *s, enum kind kind, int at) {
    int before = at > 0 && is_word(s->text[at - 1]), behind = at < s->end && is_word(s->text[at]);
    switch (kind) {
    case LINE_START:
        return (at == 0 && !s->not_begin) || (at > 0 && s->pattern->newline_anchor && s->text[at - 1] == '\n');
    case LINE_END:
        return (at == s->end && !s->not_end) || (at < s->end && s->pattern->newline_anchor && s->text[at] == '\n');
    case TEXT_START:
        return at == 0;
    case TEXT_END:
        return at == s->end;
    case BOUNDARY:
        return before != behind;
    case INSIDE:
        return before == behind;
    case WORD_START:
        return !before && behind;
    default:
        return before && !behind;
    }
}

/* Tries a node's ways from a place on, each with what comes behind. Returns 1 when nothing longer can be found. */
static int try(struct search *s, const struct node *node, const struct rest *rest, int at) {
    switch (node->kind) {
    case EMPTY:
        return go_on(s, rest, at);
    case BYTE:
        return at < s->end && translated(s, at) == node->number ? go_on(s, rest, at + 1) : 0;
    case SET:
        return at < s->end && has(node, s->pattern->translate != NULL ? translated(s, at) : s->text[at]) ? go_on(s, rest, at + 1) : 0;
    case JOIN: {
        struct rest behind = {node->right, rest, 0, 0, MATCH};
        return try(s, node->left, &behind, at);
    }
    case EITHER:
        return try(s, node->left, rest, at) || try(s, node->right, rest, at);
    case REPEAT: {
        struct rest again = {node, rest, 0, -1, AGAIN};
        return go_on(s, &again, at);
    }
    case GROUP: {
        struct rest close = {node, rest, 0, at, CLOSE};
        return try(s, node->left, &close, at);
    }
    case REFERENCE: {
        Match part = node->number < s->parts ? s->now[node->number] : (Match){-1, -1};
        int length = part.end - part.start;
        if (part.start < 0 || length > s->end - at) {
            return 0;
        }
        for (int i = 0; i < length; i++) {
            if (translated(s, part.start + i) != translated(s, at + i)) {
                return 0;
            }
        }
        return go_on(s, rest, at + length);
    }
    default:
        return holds(s, node->kind, at) ? go_on(s, rest, at) : 0;
    }
}

static int go_on(struct search *s, const struct rest *rest, int at) {
    if (rest == NULL) {
        if (!s->found || at > s->best[0].end) {
            s->found = 1;
            s->now[0].end = at;
            memcpy(s->best, s->now, (size_t)s->parts * sizeof *s->best);
        }
        return at == s->end;
    }
    const struct node *node = rest->node;
    if (rest->what == MATCH) {
        return try(s, node, rest->next, at);
    }
    if (rest->what == CLOSE) {
        Match last = s->now[node->number];
        s->now[node->number] = (Match){rest->from, at};
        int done = go_on(s, rest->next, at);
        s->now[node->number] = last;
        return done;
    }
    /* A repetition that has matched nothing is not done once more, unless it must be. */
    int may = node->most < 0 || rest->count < node->most, goes_nowhere = rest->from == at && rest->count > node->number;
    if (goes_nowhere) {
        return 0;
    }
    if (may) {
        struct rest again = {node, rest->next, rest->count + 1, at, AGAIN};
        if (try(s, node->left, &again, at)) {
            return 1;
        }
    }
    return rest->count >= node->number ? go_on(s, rest->next, at) : 0;
}

/* The longest match that begins at a place. */
static int match_at(struct search *s, int at) {
    for (int i = 0; i < s->parts; i++) {
        s->now[i] = (Match){-1, -1};
    }
    s->found = 0;
    s->now[0].start = at;
    try(s, s->pattern->compiled->root, NULL, at);
    return s->found;
}

static int prepare(struct search *s, const struct pattern *pattern, const char *text, int end, int not_begin, int not_end) {
    int parts = pattern->compiled->groups + 1;
    *s = (struct search){(const unsigned char *)text, end, pattern, not_begin, not_end, parts, NULL, NULL, 0};
    s->now = malloc(2 * (size_t)parts * sizeof *s->now);
    s->best = s->now + parts;
    return s->now != NULL;
}

/* POSIX. */

int regcomp(struct pattern *restrict pattern, const char *restrict text, int flags) {
    enum { IS_EXTENDED = 1, ICASE = 2, LINES = 4, NO_SUB = 8 };
    unsigned long syntax = flags & IS_EXTENDED ? EXTENDED : BASIC;
    memset(pattern, 0, sizeof *pattern);
    if (flags & ICASE) {
        syntax |= ANY_CASE;
    }
    if (flags & LINES) {
        syntax = (syntax & ~(unsigned long)DOT_NEWLINE) | LISTS_NOT_NEWLINE;
        pattern->newline_anchor = 1;
    }
    enum error error = compile(pattern, text, strlen(text), syntax);
    pattern->no_parts = (flags & NO_SUB) != 0;
    /* As in glibc, which has no error of its own for this. */
    return error == RIGHT_PARENTHESIS ? NO_PARENTHESIS : (int)error;
}

int regexec(const struct pattern *restrict pattern, const char *restrict text, size_t count, Match *restrict to, int flags) {
    enum { NOT_BEGIN = 1, NOT_END = 2, GIVEN_ENDS = 4 };
    struct search search;
    if (flags & ~(NOT_BEGIN | NOT_END | GIVEN_ENDS)) {
        return BAD_PATTERN;
    }
    int start = 0, end;
    if (flags & GIVEN_ENDS) {
        start = to[0].start;
        end = to[0].end;
    } else {
        end = (int)strlen(text);
    }
    if (!prepare(&search, pattern, text, end, flags & NOT_BEGIN, flags & NOT_END)) {
        return NO_MEMORY;
    }
    int found = 0;
    for (int at = start; !found && at <= end; at++) {
        found = match_at(&search, at);
    }
    for (size_t i = 0; found && !pattern->no_parts && i < count; i++) {
        to[i] = i < (size_t)search.parts ? search.best[i] : (Match){-1, -1};
    }
    free(search.now);
    return found ? NONE : NO_MATCH;
}

void regfree(struct pattern *pattern) {
    release(pattern->compiled);
    free(pattern->fastmap);
    free(pattern->translate);
    pattern->compiled = NULL;
    pattern->fastmap = NULL;
    pattern->translate = NULL;
}

static const char *describe(enum error error) {
    static const char *const texts[] = {
        "Success", "No match", "Invalid regular expression", "Invalid collation character", "Invalid character class name",
        "Trailing backslash", "Invalid back reference", "Unmatched [, [^, [:, [., or [=", "Unmatched ( or \\(", "Unmatched \\{",
        "Invalid content of \\{\\}", "Invalid range end", "Memory exhausted", "Invalid preceding regular expression",
        "Premature end of regular expression", "Regular expression too big", "Unmatched ) or \\)"};
    return texts[error];
}

size_t regerror(int error, const struct pattern *restrict pattern, char *restrict to, size_t size) {
    (void)pattern;
    const char *text = describe((enum error)error);
    size_t length = strlen(text) + 1;
    if (size > 0) {
        size_t count = length < size ? length : size;
        memcpy(to, text, count);
        to[count - 1] = '\0';
    }
    return length;
}

/* GNU. */

unsigned long re_syntax_options;

unsigned long re_set_syntax(unsigned long syntax) {
    unsigned long last = re_syntax_options;
    re_syntax_options = syntax;
    return last;
}

const char *re_compile_pattern(const char *text, size_t length, struct pattern *pattern) {
    release(pattern->compiled);
    pattern->compiled = NULL;
    pattern->newline_anchor = 1;
    enum error error = compile(pattern, text, length, re_syntax_options);
    return error == NONE ? NULL : describe(error);
}

/* The matcher needs no table of first bytes; all of them are possible. */
int re_compile_fastmap(struct pattern *pattern) {
    if (pattern->fastmap != NULL) {
        memset(pattern->fastmap, 1, 256);
        pattern->fastmap_accurate = 1;
    }
    return 0;
}

void re_set_registers(struct pattern *pattern, struct registers *to, unsigned count, int *start, int *end) {
    enum { TO_BE_ALLOCATED = 0, MAY_GROW = 1 };
    pattern->registers = count > 0 ? MAY_GROW : TO_BE_ALLOCATED;
    *to = (struct registers){count, count > 0 ? start : NULL, count > 0 ? end : NULL};
}

/* Gives a program the parts of a match, in arrays that grow as its pattern says. One more than there are parts is set to -1. */
static int fill(struct pattern *pattern, struct registers *to, const Match *parts, unsigned count) {
    enum { TO_BE_ALLOCATED = 0, MAY_GROW = 1, FIXED = 2 };
    unsigned need = count + 1;
    if (pattern->registers == TO_BE_ALLOCATED || (pattern->registers == MAY_GROW && need > to->count)) {
        int fresh = pattern->registers == TO_BE_ALLOCATED;
        int *start = realloc(fresh ? NULL : to->start, need * sizeof *start);
        int *end = start == NULL ? NULL : realloc(fresh ? NULL : to->end, need * sizeof *end);
        if (end == NULL) {
            return 0;
        }
        *to = (struct registers){need, start, end};
        pattern->registers = MAY_GROW;
    }
    for (unsigned i = 0; i < to->count; i++) {
        to->start[i] = i < count ? parts[i].start : -1;
        to->end[i] = i < count ? parts[i].end : -1;
    }
    return 1;
}

/* Searches from a place on, `range` places forwards or backwards. Returns the place, or the length of a match; -1 if none, -2 on errors. */
static int search(struct pattern *pattern, const char *text, int length, int start, int range, struct registers *to, int give_length) {
    struct search s;
    if (start < 0 || start > length) {
        return -1;
    }
    int last = start + range < 0 ? 0 : start + range > length ? length : start + range, step = range < 0 ? -1 : 1;
    if (!prepare(&s, pattern, text, length, pattern->not_begin, pattern->not_end)) {
        return -2;
    }
    int found = 0, at = start;
    for (; !(found = match_at(&s, at)) && at != last; at += step) {
    }
    int result = !found ? -1 : give_length ? s.best[0].end - at : at;
    if (found && to != NULL && !pattern->no_parts && !fill(pattern, to, s.best, (unsigned)s.parts)) {
        result = -2;
    }
    free(s.now);
    return result;
}

int re_search(struct pattern *pattern, const char *text, int length, int start, int range, struct registers *to) {
    return search(pattern, text, length, start, range, to, 0);
}

int re_match(struct pattern *pattern, const char *text, int length, int start, struct registers *to) {
    return search(pattern, text, length, start, 0, to, 1);
}
