// Numbered arguments and wide characters of sscanf, allocated texts, and what a wide text is converted to.
#define _GNU_SOURCE
#include <pleach.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

int main(void) {
    char text[8] = "12 abc";
    pleach_symbolic(text, 2, "text");
    int number = -1;
    char *word = NULL;
    wchar_t wide[8];
    int count = sscanf(text, "%2$d %1$ms", &word, &number);
    if (count == 2 && number == 42)
        pleach_assert(strcmp(word, "abc") == 0); //~ reach
    if (count == 2)
        free(word);
    pleach_assert(sscanf("wide one", "%4ls", wide) == 1 && wcscmp(wide, L"wide") == 0);
    pleach_assert(swscanf(L"7 seven", L"%d %4ls", &number, wide) == 2 && number == 7 && wide[3] == L'e');
    pleach_assert(wcstol(L"123x", NULL, 10) == 123 && towupper(L'q') == L'Q');
    return 0;
}
// paths: any
