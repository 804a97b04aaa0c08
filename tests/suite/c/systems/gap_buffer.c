// A text editor's heart: a gap buffer with a cursor, and a stack of what to undo. Planted: deleting at the start of the
// text reads in front of the buffer, a view of the text is used after the buffer has grown, and undoing an insertion
// frees the record's text, which is freed once more with the record.
#include <klee/klee.h>
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct gap_buffer {
    char *bytes;
    size_t size;
    size_t gap_begin; /* the cursor */
    size_t gap_end;
};

enum action { INSERTED, DELETED };

struct record {
    enum action action;
    char *text; /* one character, as strings may come later */
    struct record *below;
};

struct editor {
    struct gap_buffer buffer;
    struct record *undo;
};

static size_t text_length(const struct gap_buffer *buffer) {
    return buffer->size - (buffer->gap_end - buffer->gap_begin);
}

static int buffer_init(struct gap_buffer *buffer, size_t size) {
    buffer->bytes = malloc(size);
    buffer->size = buffer->gap_end = size;
    buffer->gap_begin = 0;
    return buffer->bytes != NULL ? 0 : -1;
}

static int grow(struct gap_buffer *buffer) {
    size_t size = buffer->size * 2, behind = buffer->size - buffer->gap_end;
    char *bytes = malloc(size);
    if (bytes == NULL) {
        return -1;
    }
    memcpy(bytes, buffer->bytes, buffer->gap_begin);
    memcpy(bytes + size - behind, buffer->bytes + buffer->gap_end, behind);
    free(buffer->bytes);
    buffer->bytes = bytes;
    buffer->gap_end = size - behind;
    buffer->size = size;
    return 0;
}

static void move_left(struct gap_buffer *buffer) {
    if (buffer->gap_begin > 0) {
        buffer->bytes[--buffer->gap_end] = buffer->bytes[--buffer->gap_begin];
    }
}

static void move_right(struct gap_buffer *buffer) {
    if (buffer->gap_end < buffer->size) {
        buffer->bytes[buffer->gap_begin++] = buffer->bytes[buffer->gap_end++];
    }
}

static int put(struct gap_buffer *buffer, char c) {
    if (buffer->gap_begin == buffer->gap_end && grow(buffer) != 0) {
        return -1;
    }
    buffer->bytes[buffer->gap_begin++] = c;
    return 0;
}

static int remember(struct editor *editor, enum action action, char c) {
    struct record *record = malloc(sizeof *record);
    if (record == NULL) {
        return -1;
    }
    record->action = action;
    record->text = malloc(2);
    if (record->text == NULL) {
        free(record);
        return -1;
    }
    record->text[0] = c;
    record->text[1] = '\0';
    record->below = editor->undo;
    editor->undo = record;
    return 0;
}

static int insert(struct editor *editor, char c) {
    return put(&editor->buffer, c) == 0 ? remember(editor, INSERTED, c) : -1;
}

/* Deletes the character in front of the cursor. */
static int backspace(struct editor *editor) {
    struct gap_buffer *buffer = &editor->buffer;
#ifdef MENDED
    if (buffer->gap_begin == 0) {
        return 1;
    }
#endif
    char c = buffer->bytes[buffer->gap_begin - 1]; //~ error: out-of-bounds
    buffer->gap_begin--;
    return remember(editor, DELETED, c);
}

static int undo(struct editor *editor) {
    struct record *record = editor->undo;
    if (record == NULL) {
        return 1;
    }
    if (record->action == DELETED) {
        put(&editor->buffer, record->text[0]);
    } else if (editor->buffer.gap_begin > 0) {
        editor->buffer.gap_begin--;
        free(record->text);
#ifdef MENDED
        record->text = NULL;
#endif
    }
    editor->undo = record->below;
    free(record->text); //~ error: double-free
    free(record);
    return 0;
}

static void editor_close(struct editor *editor) {
    while (editor->undo != NULL) {
        struct record *below = editor->undo->below;
        free(editor->undo->text);
        free(editor->undo);
        editor->undo = below;
    }
    free(editor->buffer.bytes);
}

int main(void) {
    struct editor editor = {.undo = NULL};
    char keys[3];
    klee_make_symbolic(keys, sizeof keys, "keys");
    if (buffer_init(&editor.buffer, 3) != 0) {
        return 1;
    }
    insert(&editor, 'x');
    insert(&editor, 'y');
    /* The part of the text in front of the cursor is shown while keys come. */
    const char *shown = editor.buffer.bytes;
    for (int i = 0; i < 3; i++) {
        switch (keys[i]) {
        case '<':
            move_left(&editor.buffer);
            break;
        case '>':
            move_right(&editor.buffer);
            break;
        case 'b':
            backspace(&editor);
            break;
        case 'u':
            undo(&editor);
            break;
        case 'i':
            insert(&editor, (char)('0' + i));
            break;
        default:
            i = 3;
            break;
        }
    }
    size_t length = text_length(&editor.buffer);
    assert(length <= 5 && editor.buffer.gap_begin <= editor.buffer.gap_end);
#ifdef MENDED
    shown = editor.buffer.bytes;
#endif
    int first = editor.buffer.gap_begin > 0 ? shown[0] : 0; //~ error: use-after-free
    editor_close(&editor);
    return first == 'x' ? (int)length : 9;
}

// paths: 111
