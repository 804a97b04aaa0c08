/* <stdlib.h>: numbers from text, integer arithmetic, sorting and searching, pseudo-random numbers.
 *
 * malloc and its family, exit, abort and atexit are the executor's own. What a program sees equals glibc's: the sequence
 * of rand(), where a number in a text ends, and errno. qsort() is a merge sort, hence stable, as glibc's usually is.
 */
#include <limits.h>
#include <stddef.h>

void *malloc(size_t size);
void free(void *p);
void *memcpy(void *restrict to, const void *restrict from, size_t count);
int *__errno_location(void);

enum { INVALID = 22, RANGE = 34 }; /* EINVAL, ERANGE */

/* Numbers from text. */

/* The value of `c` as a digit of `base`, or at least `base` if it is none. */
static unsigned digit_value(char c, unsigned base) {
    unsigned digit = (unsigned)(unsigned char)c - '0';
    if (base <= 10 || digit < 10) {
        return digit;
    }
    unsigned letter = ((unsigned)(unsigned char)c | 0x20) - 'a';
    return letter < 26 ? letter + 10 : base;
}

/* Twelve digits fit whatever the base, since 36^12 < 2^63: a shorter number need not be asked whether it overflows. */
enum { SHORT = 12 };

/* A number read from text: its magnitude, its sign, whether it has more than SHORT digits, and whether its magnitude has
 * more than 64 bits. */
struct number {
    unsigned long long magnitude;
    int negative;
    int is_long;
    int overflow;
};

/* Reads a number as strtol() does. `binary` allows the prefix 0b of C23. Sets `*end` behind the number, or to `s` if
 * there is none; leaves it alone if `base` is invalid. */
static struct number read_number(const char *s, char **end, int base, int binary) {
    struct number number = {0, 0, 0, 0};
    if (base < 0 || base == 1 || base > 36) {
        *__errno_location() = INVALID;
        return number;
    }
    const char *p = s;
    while ((*p == ' ') | ((unsigned)(unsigned char)*p - '\t' < 5u)) {
        p++;
    }
    if ((*p == '-') | (*p == '+')) {
        number.negative = *p == '-';
        p++;
    }
    /* A prefix counts only with a digit behind it: "0x" is the number 0 and the text "x". */
    unsigned radix = (unsigned)base;
    if ((base == 0 || base == 16) && *p == '0' && (p[1] | 0x20) == 'x' && digit_value(p[2], 16) < 16) {
        radix = 16;
        p += 2;
    } else if (binary && (base == 0 || base == 2) && *p == '0' && (p[1] | 0x20) == 'b' && digit_value(p[2], 2) < 2) {
        radix = 2;
        p += 2;
    } else if (base == 0) {
        radix = *p == '0' ? 8 : 10;
    }
    const char *start = p;
    for (unsigned digit; (digit = digit_value(*p, radix)) < radix; p++) {
        if (p - start >= SHORT) {
            unsigned long long most = ULLONG_MAX / radix;
            number.is_long = 1;
            number.overflow |= (number.magnitude > most) | ((number.magnitude == most) & (digit > ULLONG_MAX % radix));
        }
        number.magnitude = number.magnitude * radix + digit;
    }
    if (end != NULL) {
        *end = (char *)(p == start ? s : p);
    }
    return number;
}

static long long read_signed(const char *s, char **end, int base, int binary) {
    struct number number = read_number(s, end, base, binary);
    unsigned long long most = (unsigned long long)LLONG_MAX + (unsigned)number.negative;
    if (number.is_long && (number.overflow | (number.magnitude > most))) {
        *__errno_location() = RANGE;
        return number.negative ? LLONG_MIN : LLONG_MAX;
    }
    return (long long)(number.negative ? 0 - number.magnitude : number.magnitude);
}

static unsigned long long read_unsigned(const char *s, char **end, int base, int binary) {
    struct number number = read_number(s, end, base, binary);
    if (number.is_long && number.overflow) {
        *__errno_location() = RANGE;
        return ULLONG_MAX;
    }
    return number.negative ? 0 - number.magnitude : number.magnitude;
}

_Static_assert(sizeof(long) == sizeof(long long), "long and long long share their conversions");

long strtol(const char *restrict s, char **restrict end, int base) {
    return read_signed(s, end, base, 0);
}

long long strtoll(const char *restrict s, char **restrict end, int base) {
    return read_signed(s, end, base, 0);
}

unsigned long strtoul(const char *restrict s, char **restrict end, int base) {
    return read_unsigned(s, end, base, 0);
}

unsigned long long strtoull(const char *restrict s, char **restrict end, int base) {
    return read_unsigned(s, end, base, 0);
}

/* BSD's names. */
long long strtoq(const char *restrict s, char **restrict end, int base) {
    return read_signed(s, end, base, 0);
}

unsigned long long strtouq(const char *restrict s, char **restrict end, int base) {
    return read_unsigned(s, end, base, 0);
}

/* <inttypes.h> */
long strtoimax(const char *restrict s, char **restrict end, int base) {
    return read_signed(s, end, base, 0);
}

unsigned long strtoumax(const char *restrict s, char **restrict end, int base) {
    return read_unsigned(s, end, base, 0);
}

/* What the headers of glibc 2.38 and later call instead when the language is C23 or GNU C. */
long __isoc23_strtol(const char *restrict s, char **restrict end, int base) {
    return read_signed(s, end, base, 1);
}

long long __isoc23_strtoll(const char *restrict s, char **restrict end, int base) {
    return read_signed(s, end, base, 1);
}

unsigned long __isoc23_strtoul(const char *restrict s, char **restrict end, int base) {
    return read_unsigned(s, end, base, 1);
}

unsigned long long __isoc23_strtoull(const char *restrict s, char **restrict end, int base) {
    return read_unsigned(s, end, base, 1);
}

long __isoc23_strtoimax(const char *restrict s, char **restrict end, int base) {
    return read_signed(s, end, base, 1);
}

unsigned long __isoc23_strtoumax(const char *restrict s, char **restrict end, int base) {
    return read_unsigned(s, end, base, 1);
}

int atoi(const char *s) {
    return (int)read_signed(s, NULL, 10, 0);
}

long atol(const char *s) {
    return read_signed(s, NULL, 10, 0);
}

long long atoll(const char *s) {
    return read_signed(s, NULL, 10, 0);
}

/* Integer arithmetic. The least number is its own absolute value, as it is natively. */

int abs(int n) {
    return (int)(n < 0 ? 0u - (unsigned)n : (unsigned)n);
}

long labs(long n) {
    return (long)(n < 0 ? 0ul - (unsigned long)n : (unsigned long)n);
}

long long llabs(long long n) {
    return (long long)(n < 0 ? 0ull - (unsigned long long)n : (unsigned long long)n);
}

long imaxabs(long n) {
    return labs(n);
}

typedef struct {
    int quot;
    int rem;
} div_t;

typedef struct {
    long quot;
    long rem;
} ldiv_t;

typedef struct {
    long long quot;
    long long rem;
} lldiv_t;

div_t div(int a, int b) {
    div_t result = {a / b, a % b};
    return result;
}

ldiv_t ldiv(long a, long b) {
    ldiv_t result = {a / b, a % b};
    return result;
}

lldiv_t lldiv(long long a, long long b) {
    lldiv_t result = {a / b, a % b};
    return result;
}

ldiv_t imaxdiv(long a, long b) {
    return ldiv(a, b);
}

/* Sorting and searching. */

/* The order of elements: one of the two functions is set. */
struct order {
    size_t size;
    int (*plain)(const void *, const void *);
    int (*with_argument)(const void *, const void *, void *);
    void *argument;
};

static int compare(const struct order *order, const char *a, const char *b) {
    return order->plain != NULL ? order->plain(a, b) : order->with_argument(a, b, order->argument);
}

static void copy(char *to, const char *from, size_t count) {
    for (size_t i = 0; i < count; i++) {
        to[i] = from[i];
    }
}

/* Sorts both halves, then merges them through `room`, which is as large as the array. */
static void merge_sort(const struct order *order, char *base, size_t count, char *room) {
    if (count <= 1) {
        return;
    }
    size_t size = order->size;
    size_t left_count = count / 2;
    size_t right_count = count - left_count;
    char *left = base;
    char *right = base + left_count * size;
    merge_sort(order, left, left_count, room);
    merge_sort(order, right, right_count, room);
    char *out = room;
    while (left_count > 0 && right_count > 0) {
        if (compare(order, left, right) <= 0) {
            copy(out, left, size);
            left += size;
            left_count--;
        } else {
            copy(out, right, size);
            right += size;
            right_count--;
        }
        out += size;
    }
    /* The rest of the right half is in its place already. */
    copy(out, left, left_count * size);
    copy(base, room, (count - right_count) * size);
}

/* Sorts without any room, for when there is no memory: exchanges neighbours until each is in its place. */
static void insertion_sort(const struct order *order, char *base, size_t count) {
    size_t size = order->size;
    for (size_t i = 1; i < count; i++) {
        for (char *p = base + i * size; p > base && compare(order, p - size, p) > 0; p -= size) {
            for (size_t k = 0; k < size; k++) {
                char byte = p[k];
                p[k] = p[k - size];
                p[k - size] = byte;
            }
        }
    }
}

static void sort(const struct order *order, void *base, size_t count) {
    char small[1024];
    if (count <= 1 || order->size == 0) {
        return;
    }
    if (count <= sizeof small / order->size) {
        merge_sort(order, base, count, small);
        return;
    }
    char *room = malloc(count * order->size);
    if (room == NULL) {
        insertion_sort(order, base, count);
        return;
    }
    merge_sort(order, base, count, room);
    free(room);
}

void qsort(void *base, size_t count, size_t size, int (*plain)(const void *, const void *)) {
    struct order order = {size, plain, NULL, NULL};
    sort(&order, base, count);
}

void qsort_r(void *base, size_t count, size_t size, int (*with_argument)(const void *, const void *, void *),
             void *argument) {
    struct order order = {size, NULL, with_argument, argument};
    sort(&order, base, count);
}

void *bsearch(const void *key, const void *base, size_t count, size_t size,
              int (*plain)(const void *, const void *)) {
    size_t low = 0;
    size_t high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const char *element = (const char *)base + middle * size;
        int order = plain(key, element);
        if (order < 0) {
            high = middle;
        } else if (order > 0) {
            low = middle + 1;
        } else {
            return (void *)element;
        }
    }
    return NULL;
}

/* Pseudo-random numbers: glibc's default generator. Additive feedback, word[i] = word[i - 31] + word[i - 3], over a ring of
 * 31 words that a Lehmer generator fills from the seed; the first 310 results are thrown away. */

enum { RING = 31, TAP = 3, DISCARDED = 310 };

static unsigned ring[RING];
static unsigned next_word;
static int seeded;

static unsigned step(void) {
    unsigned at = next_word;
    ring[at] += ring[(at + RING - TAP) % RING];
    next_word = (at + 1) % RING;
    return ring[at] >> 1;
}

void srandom(unsigned seed) {
    int word = seed == 0 ? 1 : (int)seed;
    ring[0] = (unsigned)word;
    for (int i = 1; i < RING; i++) {
        /* 16807 * word modulo 2^31 - 1 without overflow (Schrage's method). */
        word = 16807 * (word % 127773) - 2836 * (word / 127773);
        if (word < 0) {
            word += 2147483647;
        }
        ring[i] = (unsigned)word;
    }
    next_word = TAP;
    seeded = 1;
    for (int i = 0; i < DISCARDED; i++) {
        step();
    }
}

long random(void) {
    if (!seeded) {
        srandom(1);
    }
    return (long)step();
}

void srand(unsigned seed) {
    srandom(seed);
}

int rand(void) {
    return (int)random();
}

int rand_r(unsigned *seed) {
    unsigned next = *seed * 1103515245 + 12345;
    unsigned result = next / 65536 % 2048;
    next = next * 1103515245 + 12345;
    result = result << 10 ^ next / 65536 % 1024;
    next = next * 1103515245 + 12345;
    result = result << 10 ^ next / 65536 % 1024;
    *seed = next;
    return (int)result;
}
