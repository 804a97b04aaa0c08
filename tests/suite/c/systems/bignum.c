// Natural numbers of any length in limbs of 16 bits: addition, shifts, division by a small number. Planted: a shift by
// a multiple of the limb's width shifts the carry by the whole width of its type, the limb for the carry of an addition
// is missing where the second operand is the longer one, and a divisor is not looked at.
#include <klee/klee.h>
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { LIMB_BITS = 16 };

struct number {
    size_t count; /* of limbs, the lowest first; the highest is not zero */
    uint16_t *limbs;
};

static struct number number_new(size_t count) {
    struct number n = {count, calloc(count > 0 ? count : 1, sizeof(uint16_t))};
    if (n.limbs == NULL) {
        abort();
    }
    return n;
}

static void trim(struct number *n) {
    while (n->count > 0 && n->limbs[n->count - 1] == 0) {
        n->count--;
    }
}

static struct number from(uint64_t value, size_t limbs) {
    struct number n = number_new(limbs);
    for (size_t i = 0; i < limbs; i++) {
        n.limbs[i] = (uint16_t)(value >> i * LIMB_BITS);
    }
    return n;
}

static uint64_t value_of(const struct number *n) {
    uint64_t value = 0;
    for (size_t i = 0; i < n->count; i++) {
        value |= (uint64_t)n->limbs[i] << i * LIMB_BITS;
    }
    return value;
}

static struct number add(const struct number *a, const struct number *b) {
#ifndef MENDED
    size_t longer = a->count >= b->count ? a->count + 1 : b->count;
#else
    size_t longer = (a->count >= b->count ? a->count : b->count) + 1;
#endif
    struct number sum = number_new(longer);
    uint32_t carry = 0;
    size_t i = 0;
    for (; i < a->count || i < b->count; i++) {
        carry += (i < a->count ? a->limbs[i] : 0u) + (i < b->count ? b->limbs[i] : 0u);
        sum.limbs[i] = (uint16_t)carry;
        carry >>= LIMB_BITS;
    }
    if (carry != 0) {
        sum.limbs[i] = (uint16_t)carry; //~ error: out-of-bounds
    }
    trim(&sum);
    return sum;
}

/* Each limb is taken apart into what stays in its place and what goes to the next one. */
static struct number shift_left(const struct number *n, unsigned by) {
    size_t whole = by / LIMB_BITS;
    unsigned rest = by % LIMB_BITS;
    struct number shifted = number_new(n->count + whole + 1);
    for (size_t i = 0; i < n->count; i++) {
        uint32_t limb = (uint32_t)n->limbs[i] << LIMB_BITS;
#ifndef MENDED
        uint32_t high = limb >> (2 * LIMB_BITS - rest); //~ error: overshift
#else
        uint32_t high = rest > 0 ? limb >> (2 * LIMB_BITS - rest) : 0;
#endif
        shifted.limbs[i + whole] |= (uint16_t)(n->limbs[i] << rest);
        shifted.limbs[i + whole + 1] = (uint16_t)high;
    }
    trim(&shifted);
    return shifted;
}

/* Divides in place and gives the remainder. */
static int divide(struct number *n, uint16_t by, uint16_t *remainder) {
#ifdef MENDED
    if (by == 0) {
        return -1;
    }
#endif
    uint32_t rest = 0;
    for (size_t i = n->count; i-- > 0;) {
        rest = rest << LIMB_BITS | n->limbs[i];
        n->limbs[i] = (uint16_t)(rest / by); //~ error: div-by-zero
        rest %= by;
    }
    trim(n);
    *remainder = (uint16_t)rest;
    return 0;
}

int main(void) {
    struct {
        uint16_t a, b;
        uint8_t shift, divisor;
    } in;
    klee_make_symbolic(&in, sizeof in, "in");
    klee_assume(in.shift < 34);

    struct number a = from(in.a, 1), b = from(0xFFFF0000u | in.b, 2);
    trim(&a);
    trim(&b);
    struct number sum = add(&a, &b);
    assert(value_of(&sum) == (uint64_t)in.a + (0xFFFF0000u | in.b));
    /* The number of places is tried one by one. */
    for (unsigned places = 14; places < 19; places++) {
        if (in.shift == places) {
            struct number shifted = shift_left(&a, places);
            assert(value_of(&shifted) == (uint64_t)in.a << places);
            free(shifted.limbs);
        }
    }
    struct number small = from(1000000, 2);
    for (int i = 0; i < 4; i++) {
        uint16_t remainder = 0;
        if (in.divisor == i && divide(&small, (uint16_t)i, &remainder) == 0) {
            assert(value_of(&small) * (uint64_t)i + remainder == 1000000);
        }
    }
    free(small.limbs);
    free(sum.limbs);
    free(a.limbs);
    free(b.limbs);
    return 0;
}

// paths: 77
