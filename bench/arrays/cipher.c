/* A network of substitutions and permutations: a table of 256 bytes that is a permutation, made from a key as RC4 does, is
 * applied to each byte of a block, then the bytes change places and are mixed with the round's key. Deciphering must give the
 * block back: the inverse table is read at what was read from the first, through all rounds. A second round makes that very
 * hard to show. */
#include "arrays.h"

#ifndef N
#define N 13
#endif
#ifndef ROUNDS
#define ROUNDS 1
#endif

static const uint8_t key[] = "a key of no great secrecy";
static uint8_t substitute[256], restore[256];

/* Where the bytes of a block go; N is no multiple of 3. */
static unsigned moved(unsigned i) {
    return (i * 3 + 1) % N;
}

static void make_tables(void) {
    for (unsigned i = 0; i < 256; i++)
        substitute[i] = (uint8_t)i;
    uint8_t j = 0;
    for (unsigned i = 0; i < 256; i++) {
        j = (uint8_t)(j + substitute[i] + key[i % (sizeof key - 1)]);
        uint8_t held = substitute[i];
        substitute[i] = substitute[j];
        substitute[j] = held;
    }
    for (unsigned i = 0; i < 256; i++)
        restore[substitute[i]] = (uint8_t)i;
}

static uint8_t round_key(unsigned round, unsigned i) {
    return key[(round * N + i) % (sizeof key - 1)];
}

/* Each byte is also mixed with the one before it, so that a bit changes more with each round. */
static void encipher(uint8_t *block) {
    for (unsigned round = 0; round < ROUNDS; round++) {
        uint8_t next[N];
        for (unsigned i = 0; i < N; i++)
            next[moved(i)] = substitute[block[i] ^ round_key(round, i)];
        for (unsigned i = 0; i < N; i++)
            block[i] = i > 0 ? next[i] ^ block[i - 1] : next[i];
    }
}

static void decipher(uint8_t *block) {
    for (unsigned round = ROUNDS; round-- > 0;) {
        uint8_t next[N];
        for (unsigned i = 0; i < N; i++)
            next[i] = i > 0 ? block[i] ^ block[i - 1] : block[i];
        for (unsigned i = 0; i < N; i++)
            block[i] = restore[next[moved(i)]] ^ round_key(round, i);
    }
}

int main(void) {
    make_tables();
    uint8_t plain[N], block[N];
    make_bytes(plain, N, "plain");
    for (unsigned i = 0; i < N; i++)
        block[i] = plain[i];
    encipher(block);
    unsigned odd = 0;
    for (unsigned i = 0; i < N; i++)
        if (block[i] & 1)
            odd++;
    decipher(block);
    for (unsigned i = 0; i < N; i++)
        check(block[i] == plain[i]);
    return odd > 0;
}
