// Natural numbers of any size as strings of digits: sums, products and comparison. Planted: the leading zeros of a
// result are skipped by moving the pointer that is freed later; the product has no room for the last carry; the
// number that is too small to be subtracted from is freed on that path and again by who called.
#include "inputs.h"
#include <pleach.h>
#include <stdlib.h>
#include <string.h>

static char *digits_new(size_t count) {
    char *digits = malloc(count + 1);
    if (digits == NULL) {
        abort();
    }
    memset(digits, '0', count);
    digits[count] = '\0';
    return digits;
}

// The number without leading zeros, of which the last stays.
static char *normalised(char *digits) {
    size_t zeros = strspn(digits, "0");
    if (digits[zeros] == '\0' && zeros > 0) {
        zeros--;
    }
#ifndef MENDED
    return digits + zeros;
#else
    memmove(digits, digits + zeros, strlen(digits + zeros) + 1);
    return digits;
#endif
}

static int compare(const char *a, const char *b) {
    size_t a_length = strlen(a), b_length = strlen(b);
    if (a_length != b_length) {
        return a_length < b_length ? -1 : 1;
    }
    return strcmp(a, b);
}

// The digit at a place that is counted from the end.
static int digit_at(const char *digits, size_t length, size_t place) {
    return place < length ? digits[length - 1 - place] - '0' : 0;
}

static char *sum(const char *a, const char *b) {
    size_t a_length = strlen(a), b_length = strlen(b);
    size_t length = a_length > b_length ? a_length : b_length;
    char *result = digits_new(length + 1);
    int carry = 0;
    for (size_t place = 0; place < length; place++) {
        int digit = digit_at(a, a_length, place) + digit_at(b, b_length, place) + carry;
        carry = digit >= 10;
        result[length - place] = (char)('0' + digit - 10 * carry);
    }
    result[0] = (char)('0' + carry);
    if (carry == 0) {
        memmove(result, result + 1, length + 1);
    }
    return result;
}

static char *product(const char *a, const char *b) {
    size_t a_length = strlen(a), b_length = strlen(b);
    size_t length = a_length + b_length;
#ifndef MENDED
    char *result = digits_new(length - 1);
    length--;
#else
    char *result = digits_new(length);
#endif
    for (size_t i = 0; i < a_length; i++) {
        int carry = 0;
        for (size_t j = 0; j < b_length || carry > 0; j++) {
            char *place = &result[length - 1 - i - j];
            int times = digit_at(a, a_length, i) * digit_at(b, b_length, j);
            int digit = *place - '0' + times + carry; //~ error: out-of-bounds
            *place = (char)('0' + digit % 10);
            carry = digit / 10;
        }
    }
    return normalised(result);
}

// Subtracts b from a number in place; whether that was possible.
static int subtract(char *a, const char *b) {
    size_t a_length = strlen(a), b_length = strlen(b);
    if (compare(a, b) < 0) {
#ifndef MENDED
        free(a); //~ error: invalid-free
#endif
        return 0;
    }
    int borrow = 0;
    for (size_t place = 0; place < a_length; place++) {
        int digit = digit_at(a, a_length, place) - digit_at(b, b_length, place) - borrow;
        borrow = digit < 0;
        a[a_length - 1 - place] = (char)('0' + digit + 10 * borrow);
    }
    return 1;
}

// What is left of the product when the sum has been taken away, as the number of its digits.
static size_t examine(const char *a, const char *b) {
    char *added = sum(a, b);
    char *multiplied = product(a, b);
    size_t digits = 0;
    if (subtract(multiplied, added)) {
        digits = strlen(multiplied);
    }
    free(added);
    free(multiplied); //~ error: double-free
    return digits;
}

int main(void) {
    char a[] = "..", b[] = ".";
    symbolic_text(a, 2, "0159", "a");
    symbolic_text(b, 1, "0159", "b");
    return (int)examine(a, b);
}

// paths: 10
