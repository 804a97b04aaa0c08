// An INI reader: sections with keys and values, kept in lists, and a look-up that falls back on the section [d].
// Planted: a key before the first section is added to none; blanks are trimmed off a value beyond its beginning; the
// section for the fall-back need not be there.
#include "inputs.h"
#include <pleach.h>
#include <stdlib.h>
#include <string.h>

struct entry {
    struct entry *next;
    char *key;
    char *value;
};

struct section {
    struct section *next;
    struct entry *entries;
    char *name;
};

struct ini {
    struct section *sections;
    struct section *current;
    int line;
};

enum ini_status { INI_OK, INI_BAD_SECTION, INI_BAD_LINE };

static char *copy_range(const char *begin, const char *end) {
    size_t length = (size_t)(end - begin);
    char *copy = malloc(length + 1);
    if (copy == NULL) {
        abort();
    }
    memcpy(copy, begin, length);
    copy[length] = '\0';
    return copy;
}

static struct section *find_section(struct ini *ini, const char *name) {
    struct section *section = ini->sections;
    while (section != NULL && strcmp(section->name, name) != 0) {
        section = section->next;
    }
    return section;
}

static const char *find_value(const struct section *section, const char *key) {
    for (const struct entry *entry = section->entries; entry != NULL; entry = entry->next) { //~ error: null
        if (strcmp(entry->key, key) == 0) {
            return entry->value;
        }
    }
    return NULL;
}

static enum ini_status open_section(struct ini *ini, const char *begin, const char *end) {
    const char *close = memchr(begin, ']', (size_t)(end - begin));
    if (close == NULL || close == begin || close + 1 != end) {
        return INI_BAD_SECTION;
    }
    char *name = copy_range(begin, close);
    struct section *section = find_section(ini, name);
    if (section != NULL) {
        free(name);
    } else {
        section = calloc(1, sizeof *section);
        section->name = name;
        section->next = ini->sections;
        ini->sections = section;
    }
    ini->current = section;
    return INI_OK;
}

static const char *skip_blanks(const char *begin, const char *end) {
    while (begin < end && *begin == ' ') {
        begin++;
    }
    return begin;
}

// The end of a text without the blanks at its end.
static const char *trim_end(const char *begin, const char *end) {
#ifndef MENDED
    (void)begin;
    while (end[-1] == ' ') { //~ error: out-of-bounds
#else
    while (end > begin && end[-1] == ' ') {
#endif
        end--;
    }
    return end;
}

static enum ini_status add_entry(struct ini *ini, const char *begin, const char *end) {
    const char *equals = memchr(begin, '=', (size_t)(end - begin));
    if (equals == NULL || equals == begin) {
        return INI_BAD_LINE;
    }
#ifdef MENDED
    if (ini->current == NULL) {
        return INI_BAD_SECTION;
    }
#endif
    // The value is copied first, as a text of its own: it may be the whole file.
    const char *value = skip_blanks(equals + 1, end);
    char *copy = copy_range(value, end);
    char *last = copy + (trim_end(copy, copy + (end - value)) - copy);
    *last = '\0';
    struct entry *entry = calloc(1, sizeof *entry);
    entry->key = copy_range(begin, trim_end(begin, equals));
    entry->value = copy;
    entry->next = ini->current->entries; //~ error: null
    ini->current->entries = entry;
    return INI_OK;
}

static enum ini_status read_line(struct ini *ini, const char *begin, const char *end) {
    ini->line++;
    begin = skip_blanks(begin, end);
    if (begin == end || *begin == ';') {
        return INI_OK;
    }
    return *begin == '[' ? open_section(ini, begin + 1, end) : add_entry(ini, begin, end);
}

static enum ini_status ini_read(struct ini *ini, const char *text, size_t length) {
    const char *end = text + length;
    enum ini_status status = INI_OK;
    while (text < end && status == INI_OK) {
        const char *newline = memchr(text, '\n', (size_t)(end - text));
        const char *line_end = newline != NULL ? newline : end;
        status = read_line(ini, text, line_end);
        text = line_end + 1;
    }
    return status;
}

static const char *ini_get(struct ini *ini, const char *name, const char *key) {
    struct section *section = find_section(ini, name);
    const char *value = section != NULL ? find_value(section, key) : NULL;
    if (value == NULL) {
        section = find_section(ini, "d");
#ifdef MENDED
        if (section == NULL) {
            return NULL;
        }
#endif
        value = find_value(section, key);
    }
    return value;
}

static void ini_free(struct ini *ini) {
    while (ini->sections != NULL) {
        struct section *section = ini->sections;
        ini->sections = section->next;
        while (section->entries != NULL) {
            struct entry *entry = section->entries;
            section->entries = entry->next;
            free(entry->key);
            free(entry->value);
            free(entry);
        }
        free(section->name);
        free(section);
    }
}

// Two short lines, of which each is a section, an entry, a comment or nothing of the kind.
int main(void) {
    char text[8];
    symbolic_text(text, 3, "[kd]= ;", "first");
    symbolic_text(text + 4, 3, "[k= ", "second");
    text[3] = text[7] = '\n';
    struct ini ini = {NULL, NULL, 0};
    enum ini_status status = ini_read(&ini, text, sizeof text);
    int result = 10 + status;
    if (status == INI_OK && ini.sections != NULL) {
        const char *value = ini_get(&ini, "k", "k");
        result = value == NULL ? 1 : value[0] == '\0' ? 2 : 0;
    }
    ini_free(&ini);
    return result;
}

// paths: 89
