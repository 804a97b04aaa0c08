// A CSV reader with quoted fields, and the averages of its columns. Planted: a row may hold one field more than there
// is room for; a quotation mark that ends the text is looked past for a second one; the average is taken over the
// rows that have a number in the column, of which there may be none.
#include "inputs.h"
#include <pleach.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FIELDS = 2, MAX_FIELD_LENGTH = 7, INPUT_LENGTH = 3 };

struct row {
    int count;
    char *fields[MAX_FIELDS];
};

struct column {
    int fields;
    int sum;
    int numbers;
};

struct table {
    struct column columns[MAX_FIELDS];
    int rows;
};

struct cursor {
    const char *at;
    const char *end;
};

enum csv_status { CSV_ROW, CSV_END, CSV_TOO_MANY, CSV_TOO_LONG, CSV_BAD_QUOTE };

// Reads the rest of a field in quotation marks, of which the first has been read.
static enum csv_status read_quoted(struct cursor *c, char *field) {
    size_t length = 0;
    while (c->at < c->end) {
        char next = *c->at++;
        if (next == '"') {
#ifndef MENDED
            if (*c->at != '"') { //~ error: out-of-bounds
#else
            if (c->at == c->end || *c->at != '"') {
#endif
                field[length] = '\0';
                return CSV_ROW;
            }
            c->at++;
        }
        if (length == MAX_FIELD_LENGTH) {
            return CSV_TOO_LONG;
        }
        field[length++] = next;
    }
    return CSV_BAD_QUOTE;
}

static enum csv_status read_plain(struct cursor *c, char *field) {
    size_t length = 0;
    while (c->at < c->end && *c->at != ',' && *c->at != '\n') {
        if (*c->at == '"') {
            return CSV_BAD_QUOTE;
        }
        if (length == MAX_FIELD_LENGTH) {
            return CSV_TOO_LONG;
        }
        field[length++] = *c->at++;
    }
    field[length] = '\0';
    return CSV_ROW;
}

static void row_free(struct row *row) {
    while (row->count > 0) {
        free(row->fields[--row->count]);
    }
}

static enum csv_status row_add(struct row *row, const char *field) {
#ifndef MENDED
    if (row->count > MAX_FIELDS) {
#else
    if (row->count == MAX_FIELDS) {
#endif
        return CSV_TOO_MANY;
    }
    row->fields[row->count] = strdup(field); //~ error: out-of-bounds
    row->count++;
    return CSV_ROW;
}

// Reads a row. Its fields are to be freed, whatever the status.
static enum csv_status read_row(struct cursor *c, struct row *row) {
    row->count = 0;
    if (c->at == c->end) {
        return CSV_END;
    }
    for (;;) {
        char field[MAX_FIELD_LENGTH + 1];
        enum csv_status status;
        if (c->at < c->end && *c->at == '"') {
            c->at++;
            status = read_quoted(c, field);
        } else {
            status = read_plain(c, field);
        }
        if (status == CSV_ROW) {
            status = row_add(row, field);
        }
        if (status != CSV_ROW || c->at == c->end) {
            return status;
        }
        char separator = *c->at++;
        if (separator == '\n') {
            return CSV_ROW;
        }
        if (separator != ',') {
            return CSV_BAD_QUOTE;
        }
    }
}

static int is_number(const char *field) {
    if (*field == '\0') {
        return 0;
    }
    while (*field >= '0' && *field <= '9') {
        field++;
    }
    return *field == '\0';
}

static void add_row(struct table *table, const struct row *row) {
    table->rows++;
    for (int i = 0; i < row->count; i++) {
        table->columns[i].fields++;
        if (is_number(row->fields[i])) {
            table->columns[i].sum += atoi(row->fields[i]);
            table->columns[i].numbers++;
        }
    }
}

static enum csv_status read_table(struct cursor *c, struct table *table) {
    // On the heap, as rows would be that are kept.
    struct row *row = malloc(sizeof *row);
    enum csv_status status;
    while ((status = read_row(c, row)) == CSV_ROW) {
        add_row(table, row);
        row_free(row);
    }
    row_free(row);
    free(row);
    return status;
}

static int average(const struct table *table, int column) {
    const struct column *c = &table->columns[column];
#ifdef MENDED
    if (c->numbers == 0) {
        return 0;
    }
#endif
    return c->sum / c->numbers; //~ error: div-by-zero
}

// A first row that is given, and a rest of three characters.
int main(void) {
    static const char first[] = "1\n";
    char *text = malloc(sizeof first - 1 + INPUT_LENGTH);
    memcpy(text, first, sizeof first - 1);
    char *input = text + sizeof first - 1;
    symbolic_text(input, INPUT_LENGTH, ",\"\nx8", "input");
    struct cursor cursor = {text, text + sizeof first - 1 + INPUT_LENGTH};
    struct table table = {0};
    enum csv_status status = read_table(&cursor, &table);
    free(text);
    if (status != CSV_END) {
        return 10 + status;
    }
    return average(&table, 0) + (table.columns[1].fields > 0 ? average(&table, 1) : 0);
}

// paths: 74
