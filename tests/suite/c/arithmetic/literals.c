// Constants: bases, suffixes, characters with escapes, strings joined together, wide and Unicode strings.
#include <stdio.h>
#include <string.h>
#include <uchar.h>
#include <wchar.h>

int main(void) {
    printf("%d %d %d %d\n", 0x7f, 0177, 0b1011, 1000000);
    printf("%u %ld %lu %lld %llu\n", 0xFFFFFFFFu, 1L << 40, 1UL << 63, -1LL, ~0ULL);
    printf("%zu %zu %zu %zu\n", sizeof 1, sizeof 1L, sizeof 4294967296, sizeof 0xFFFFFFFF);
    printf("%d %d %d %d %d\n", 'A', '\n', '\x7f', '\101', '\\');
    printf("%d %d %d %d\n", '\a', '\0', '\'', (char)'\xff' < 0);
    const char text[] = "one"
                        " two\t"
                        "\x33 "
                        "f\157ur\0hidden";
    printf("%s %zu %zu\n", text, strlen(text), sizeof text);
    const wchar_t *wide = L"w\u00efde\U0001F33F";
    const char16_t narrow[] = u"\U0001F33F!";
    const char32_t full[] = U"\U0001F33F!";
    for (int i = 0; wide[i] != 0; i++) {
        printf("%x ", (unsigned)wide[i]);
    }
    printf("%zu %zu\n", sizeof narrow / sizeof narrow[0], sizeof full / sizeof full[0]);
    printf("%x %x %x\n", narrow[0], narrow[1], (unsigned)full[0]);
    const char *utf8 = u8"\u00fc";
    printf("%d %d %zu\n", (unsigned char)utf8[0], (unsigned char)utf8[1], strlen(utf8));
    printf("%s %d\n", __func__, __LINE__ > 0);
    return "abc"[1] == 'b' && 2["xyz"] == 'z';
}
// paths: 1
