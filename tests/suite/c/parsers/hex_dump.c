// A hex dump of the classical form, with four bytes a line, and the reader of such a dump. Planted: the column of
// characters is filled up to the end of the line also where the last line is shorter; what is printable is looked up
// in a table that ends before the last character; the reader's buffer is given back twice if a line's address is not
// the expected one.
#include "inputs.h"
#include <pleach.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PER_LINE = 4 };

// Which characters from the blank to the tilde are printed as they are: all but the quotation marks.
static const unsigned char *printable_table(void) {
    static unsigned char table['~' - ' ' + 1];
    if (!table[0]) {
        for (int c = ' '; c <= '~'; c++) {
            table[c - ' '] = c != '"' && c != '\'';
        }
    }
    return table;
}

static int is_printable(signed char c) {
#ifndef MENDED
    if (c < ' ') {
#else
    if (c < ' ' || c > '~') {
#endif
        return 0;
    }
    return printable_table()[c - ' ']; //~ error: out-of-bounds
}

// Appends a line of the dump: an address, the bytes, and the characters.
static char *dump_line(char *to, size_t address, const char *bytes, size_t count) {
    to += sprintf(to, "%02zx:", address);
    for (size_t i = 0; i < PER_LINE; i++) {
        if (i < count) {
            to += sprintf(to, " %02x", (unsigned char)bytes[i]);
        } else {
            to += sprintf(to, "   ");
        }
    }
    *to++ = ' ';
#ifndef MENDED
    for (size_t i = 0; i < PER_LINE; i++) {
#else
    for (size_t i = 0; i < count; i++) {
#endif
        char c = bytes[i]; //~ error: out-of-bounds
        *to++ = is_printable(c) ? c : '.';
    }
    *to++ = '\n';
    *to = '\0';
    return to;
}

// The whole dump, which is to be freed.
static char *dump(const char *bytes, size_t length) {
    size_t lines = (length + PER_LINE - 1) / PER_LINE;
    char *text = malloc(lines * (6 + 4 * PER_LINE) + 1);
    char *to = text;
    *to = '\0';
    for (size_t at = 0; at < length; at += PER_LINE) {
        size_t left = length - at;
        to = dump_line(to, at, bytes + at, left < PER_LINE ? left : PER_LINE);
    }
    return text;
}

static int hex_value(char c) {
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

// Two digits as a byte, or -1.
static int hex_byte(const char *text) {
    int high = hex_value(text[0]);
    int low = high < 0 ? -1 : hex_value(text[1]);
    return low < 0 ? -1 : high * 16 + low;
}

// Reads one line into `bytes`; how many, or -1, with which the bytes are gone.
static int undump_line(const char *line, char *bytes, size_t at) {
    if (hex_byte(line) != (int)at || line[2] != ':') {
        free(bytes);
        return -1;
    }
    line += 3;
    int count = 0;
    while (count < PER_LINE && line[0] == ' ' && hex_byte(line + 1) >= 0) {
        bytes[count++] = (char)hex_byte(line + 1);
        line += 3;
    }
    return count;
}

static int undump(const char *line) {
    char *bytes = malloc(PER_LINE);
    int count = undump_line(line, bytes, 0);
#ifndef MENDED
    free(bytes); //~ error: double-free
#else
    if (count >= 0) {
        free(bytes);
    }
#endif
    return count;
}

int main(void) {
    if (pleach_range(0, 2, "undump")) {
        char line[] = "aa: 4? zz";
        symbolic_text(line, 2, "0a", "address");
        symbolic_text(line + 5, 1, "1g", "digit");
        int count = undump(line);
        printf("%d bytes\n", count);
        return 0;
    }
    char bytes[6] = "x\ny";
    symbolic_text(bytes + 3, 1, "q\t\x7f", "byte");
    size_t length = pleach_range(0, 2, "whole") ? 4 : 6;
    char *text = dump(bytes, length);
    fputs(text, stdout);
    free(text);
    return 0;
}

// paths: 10
