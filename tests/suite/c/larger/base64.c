// Base64 there and back over all lengths from 0 to 32, and rejection of broken text.
#include <stdio.h>
#include <string.h>

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static int encode(const unsigned char *in, int n, char *out) {
    char *start = out;
    for (int i = 0; i < n; i += 3) {
        unsigned bits = in[i] << 16 | (i + 1 < n ? in[i + 1] << 8 : 0) | (i + 2 < n ? in[i + 2] : 0);
        *out++ = alphabet[bits >> 18];
        *out++ = alphabet[bits >> 12 & 63];
        *out++ = i + 1 < n ? alphabet[bits >> 6 & 63] : '=';
        *out++ = i + 2 < n ? alphabet[bits & 63] : '=';
    }
    *out = '\0';
    return (int)(out - start);
}

static int value(char c) {
    const char *found = c != '\0' ? strchr(alphabet, c) : NULL;
    return found != NULL ? (int)(found - alphabet) : -1;
}

static int decode(const char *in, unsigned char *out) {
    size_t n = strlen(in);
    int written = 0;
    if (n % 4 != 0) {
        return -1;
    }
    for (size_t i = 0; i < n; i += 4) {
        int last = i + 4 == n, a = value(in[i]), b = value(in[i + 1]), c = value(in[i + 2]), d = value(in[i + 3]);
        int padding = last && in[i + 3] == '=' ? (in[i + 2] == '=' ? 2 : 1) : 0;
        if (a < 0 || b < 0 || (c < 0 && padding < 2) || (d < 0 && padding < 1)) {
            return -2;
        }
        unsigned bits = (unsigned)a << 18 | (unsigned)b << 12 | (unsigned)(c < 0 ? 0 : c) << 6 | (unsigned)(d < 0 ? 0 : d);
        for (int k = 0; k < 3 - padding; k++) {
            out[written++] = (unsigned char)(bits >> (16 - 8 * k));
        }
    }
    return written;
}

int main(void) {
    unsigned char bytes[32], back[36];
    char text[48];
    for (int i = 0; i < 32; i++) {
        bytes[i] = (unsigned char)(i * i * 7 + 3);
    }
    for (int n = 0; n <= 32; n++) {
        int length = encode(bytes, n, text);
        int decoded = decode(text, back);
        if (decoded != n || memcmp(bytes, back, (size_t)n) != 0) {
            printf("wrong at %d\n", n); //~ dead
        }
        if (n % 8 == 0) {
            printf("%d %s\n", length, text);
        }
    }
    printf("%d %d %d %d\n", decode("abc", back), decode("ab=d", back), decode("a===", back), decode("YQ==YQ==", back));
    return 0;
}
// paths: 1
