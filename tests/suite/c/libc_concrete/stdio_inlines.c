// At -O2 glibc's headers look into streams themselves; with _FORTIFY_SOURCE they call checking variants.
// cflags: -O2 -D_GNU_SOURCE -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2
#include <stdio.h>
#include <string.h>
#include <wchar.h>

__attribute__((noinline)) static size_t hide(size_t size) {
    __asm__ volatile("" ::: "memory");
    return size;
}

int main(void) {
    char line[16];
    wchar_t wide[16];
    FILE *file = fopen("own", "w+");
    for (int i = 0; i < 5; i++)
        putc_unlocked('a' + i, file);
    rewind(file);
    for (int c; (c = getc_unlocked(file)) != EOF;)
        putchar_unlocked(c);
    printf(" %d %d\n", feof_unlocked(file) != 0, ferror_unlocked(file) != 0);
    rewind(file);
    printf("%zu ", fread_unlocked(line, 1, hide(3), file));
    printf("%d\n", fgets_unlocked(line, (int)hide(16), file) != NULL);
    puts(line);
    fclose(file);
    printf("%d %d\n", getchar_unlocked(), feof_unlocked(stdin) != 0);
    wmemcpy(wide, L"copied", hide(7));
    wcscpy(wide + 7, L"too");
    printf("%ls %ls %d\n", wide, wide + 7, swprintf(wide, hide(8), L"%d", 12));
    putc_unlocked('.', stdout);
    putchar_unlocked('\n');
    return 0;
}
// paths: 1
