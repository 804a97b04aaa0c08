// Structures of 1 to 16 bytes by value: they travel in registers, as one or two integers or floating-point numbers.
#include <stdio.h>

struct s1 { char a; };
struct s2 { char a, b; };
struct s3 { char a[3]; };
struct s5 { int a; char b; } __attribute__((packed));
struct s8 { short a, b; int c; };
struct s12 { int a, b, c; };
struct s16 { long a; const char *b; };
struct d8 { double x; };
struct d16 { double x; long y; };
struct f8 { float x, y; };
union u8 { int i[2]; long l; };

static struct s1 f1(struct s1 s) { s.a++; return s; }
static struct s2 f2(struct s2 s) { return (struct s2){s.b, s.a}; }
static struct s3 f3(struct s3 s) { char t = s.a[0]; s.a[0] = s.a[2]; s.a[2] = t; return s; }
static struct s5 f5(struct s5 s) { s.a = -s.a; s.b ^= 0x20; return s; }
static struct s8 f8(struct s8 s, int n) { s.a += n; s.b -= n; s.c *= n; return s; }
static struct s12 f12(struct s12 s) { return (struct s12){s.c, s.a, s.b}; }
static struct s16 f16(struct s16 s) { s.a >>= 1; s.b++; return s; }
static struct d8 g8(struct d8 s) { s.x = -s.x; return s; }
static struct d16 g16(struct d16 s, struct d8 t) { return (struct d16){t.x, s.y + 1}; }
static struct f8 h8(struct f8 s) { return (struct f8){s.y, s.x}; }
static union u8 j8(union u8 u) { u.i[1] ^= u.i[0]; return u; }

int main(void) {
    printf("%c\n", f1((struct s1){'a'}).a);
    struct s2 two = f2((struct s2){'x', 'y'});
    struct s3 three = f3((struct s3){{'1', '2', '3'}});
    struct s5 five = f5((struct s5){77, 'q'});
    struct s8 eight = f8((struct s8){1, -1, 100000}, -7);
    struct s12 twelve = f12(f12((struct s12){1, 2, 3}));
    struct s16 sixteen = f16((struct s16){-9, "text"});
    printf("%c%c %.3s %d%c %d %d %d\n", two.a, two.b, three.a, five.a, five.b, eight.a, eight.b, eight.c);
    printf("%d %d %d %ld %s\n", twelve.a, twelve.b, twelve.c, sixteen.a, sixteen.b);
    struct d16 mixed = g16((struct d16){1.5, 41}, g8((struct d8){2.25}));
    struct f8 swapped = h8((struct f8){1.0f, -0.0f});
    unsigned bits[2];
    __builtin_memcpy(bits, &swapped, sizeof bits);
    printf("%.2f %ld %x %x\n", mixed.x, mixed.y, bits[0], bits[1]);
    printf("%lx\n", j8((union u8){.l = 0x123456789ABCDEF}).l);
    return 0;
}
// paths: 1
