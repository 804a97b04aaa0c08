/* Types N symbolic scan codes on a keyboard: a code has a key, a key has a sign in the layout that the shift and layout keys
 * choose, a sign has a kind. All three are reads at what was read before, a[b[c[i]]], of bytes and of words of 16 and 32 bits. */
#include "arrays.h"

#ifndef N
#define N 6
#endif

enum { KEYS = 53, LAYOUTS = 2, LEVELS = 2 };

/* The places of keys, counted row by row; 0 is none, and the last three do not type. */
enum { SPACE_KEY = 48, ENTER_KEY = 49, SHIFT_KEY = 50, LAYOUT_KEY = 51, CAPS_KEY = 52 };

/* The keys of the codes that a PC keyboard sends, of the part with letters. */
static const uint16_t key_of_code[128] = {
    [0x29] = 1, [0x02] = 2, [0x03] = 3, [0x04] = 4, [0x05] = 5, [0x06] = 6, [0x07] = 7, [0x08] = 8, [0x09] = 9,
    [0x0a] = 10, [0x0b] = 11, [0x0c] = 12, [0x0d] = 13, [0x10] = 14, [0x11] = 15, [0x12] = 16, [0x13] = 17, [0x14] = 18,
    [0x15] = 19, [0x16] = 20, [0x17] = 21, [0x18] = 22, [0x19] = 23, [0x1a] = 24, [0x1b] = 25, [0x2b] = 26, [0x1e] = 27,
    [0x1f] = 28, [0x20] = 29, [0x21] = 30, [0x22] = 31, [0x23] = 32, [0x24] = 33, [0x25] = 34, [0x26] = 35, [0x27] = 36,
    [0x28] = 37, [0x2c] = 38, [0x2d] = 39, [0x2e] = 40, [0x2f] = 41, [0x30] = 42, [0x31] = 43, [0x32] = 44, [0x33] = 45,
    [0x34] = 46, [0x35] = 47, [0x39] = SPACE_KEY, [0x1c] = ENTER_KEY, [0x2a] = SHIFT_KEY, [0x36] = SHIFT_KEY,
    [0x38] = LAYOUT_KEY, [0x3a] = CAPS_KEY,
};

/* Without, with shift: English, then German with its letters as in Latin-1. */
static const uint8_t sign_of_key[LAYOUTS][LEVELS][KEYS] = {
    {"\0`1234567890-=qwertyuiop[]\\asdfghjkl;'zxcvbnm,./ \n",
     "\0~!@#$%^&*()_+QWERTYUIOP{}|ASDFGHJKL:\"ZXCVBNM<>? \n"},
    {"\0^1234567890\xdf'qwertzuiop\xfc+#asdfghjkl\xf6\xe4yxcvbnm,.- \n",
     "\0~!\"#$%&/()=?`QWERTZUIOP\xdc*'ASDFGHJKL\xd6\xc4YXCVBNM;:_ \n"},
};

enum kind { NOTHING, BLANK, DIGIT, LETTER, MARK };
static const uint32_t kind_of_sign[256] = {
    [1 ... 32] = BLANK,      [33 ... '/'] = MARK,     ['0' ... '9'] = DIGIT, [':' ... '@'] = MARK,   ['A' ... 'Z'] = LETTER,
    ['[' ... '`'] = MARK,    ['a' ... 'z'] = LETTER,  ['{' ... 126] = MARK,  [0xa0 ... 0xbf] = MARK, [0xc0 ... 0xd6] = LETTER,
    [0xd7] = MARK,           [0xd8 ... 0xf6] = LETTER, [0xf7] = MARK,        [0xf8 ... 0xff] = LETTER,
};

int main(void) {
    uint8_t codes[N];
    make_bytes(codes, N, "codes");
    unsigned layout = 0, shift = 0, typed = 0, words = 0, within = 0;
    for (unsigned i = 0; i < N; i++) {
        unsigned key = key_of_code[codes[i] & 127];
        if (key == SHIFT_KEY)
            shift = codes[i] < 128;
        else if (codes[i] >= 128)
            continue;
        else if (key == LAYOUT_KEY)
            layout ^= 1;
        check(key < KEYS);
        uint8_t sign = sign_of_key[layout][shift][key];
        uint32_t kind = kind_of_sign[sign];
        check((key == 0) | (key >= SHIFT_KEY) | (kind != NOTHING));
        typed += kind != NOTHING;
        if ((kind == LETTER) | (kind == DIGIT)) {
            words += !within;
            within = 1;
        } else if (kind != NOTHING) {
            within = 0;
        }
    }
    check((words <= typed) & (typed <= N));
    return 0;
}
