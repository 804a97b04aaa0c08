// An LZ compressor with a window and its decompressor, and a Huffman code over the result's bytes.
#include <stdio.h>
#include <string.h>

static int compress(const unsigned char *in, int n, unsigned char *out) {
    int written = 0;
    for (int i = 0; i < n;) {
        int best = 0, where = 0;
        for (int start = i > 255 ? i - 255 : 0; start < i; start++) {
            int length = 0;
            while (length < 63 && i + length < n && in[start + length] == in[i + length]) {
                length++;
            }
            if (length >= best) {
                best = length, where = i - start;
            }
        }
        if (best >= 3) {
            out[written++] = (unsigned char)(0x80 | best);
            out[written++] = (unsigned char)where;
            i += best;
        } else {
            out[written++] = in[i++];
        }
    }
    return written;
}

static int expand(const unsigned char *in, int n, unsigned char *out) {
    int written = 0;
    for (int i = 0; i < n; i++) {
        if (in[i] < 0x80) {
            out[written++] = in[i];
            continue;
        }
        int length = in[i] & 0x7F, distance = in[++i];
        for (; length > 0; length--, written++) {
            out[written] = out[written - distance];
        }
    }
    return written;
}

static int huffman_bits(const unsigned char *bytes, int n) {
    int weight[511] = {0}, used = 256, bits = 0;
    for (int i = 0; i < n; i++) {
        weight[bytes[i]]++;
    }
    for (;;) {
        int a = -1, b = -1;
        for (int i = 0; i < used; i++) {
            if (weight[i] > 0 && (a < 0 || weight[i] < weight[a])) {
                b = a, a = i;
            } else if (weight[i] > 0 && (b < 0 || weight[i] < weight[b])) {
                b = i;
            }
        }
        if (b < 0) {
            return bits;
        }
        bits += weight[used++] = weight[a] + weight[b];
        weight[a] = weight[b] = 0;
    }
}

int main(void) {
    static const char *const texts[] = {
        "", "aaa", "abcabcabcabcabcabc", "no repeats: xyz",
        "she sells sea shells by the sea shore; the shells she sells are sea shells for sure, she sells sea shells",
    };
    for (int i = 0; i < 5; i++) {
        unsigned char packed[256], back[256];
        int n = (int)strlen(texts[i]);
        int size = compress((const unsigned char *)texts[i], n, packed);
        int length = expand(packed, size, back);
        printf("%d %d %d %d %d\n", n, size, length == n, memcmp(texts[i], back, (size_t)n), huffman_bits(packed, size));
    }
    return 0;
}
// paths: 1
