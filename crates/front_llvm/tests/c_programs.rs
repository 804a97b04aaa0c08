//! Lowered C programs do what they do natively: each one runs in the test interpreter and as a native program,
//! and both must print the same. `main` prints numbers with `putchar` only.

mod support;

use std::process::Command;

use front_llvm::Input;
use support::interpreter::{End, Machine};
use support::{clangs, compile_with, load_checked, scratch};

/// The functions with which test programs print.
const PRELUDE: &str = r#"
int putchar(int);
void *malloc(unsigned long);
static void print(unsigned long n) {
  char digits[24]; int count = 0;
  do { digits[count++] = '0' + n % 10; n /= 10; } while (n);
  while (count > 0) putchar(digits[--count]);
  putchar('\n');
}
"#;

/// Runs a program natively and in the test interpreter, there compiled by every clang with each set of flags.
fn agree_with(source: &str, flag_sets: &[&[&str]]) {
    let source = format!("{PRELUDE}{source}");
    let clangs = clangs();
    let Some(newest) = clangs.first() else { return };
    let (c, program) = (scratch("c"), scratch("exe"));
    std::fs::write(&c, &source).expect("temporary files can be written");
    let built = Command::new(newest).args(["-w", "-O0", "-o"]).args([&program, &c]).status();
    assert!(built.expect("clang was found").success());
    let native = Command::new(&program).output().expect("the program was just built");
    let _ = std::fs::remove_file(&c);
    let _ = std::fs::remove_file(&program);
    for (clang, flags) in clangs.iter().flat_map(|clang| flag_sets.iter().map(move |flags| (clang, flags))) {
        let bytes = compile_with(clang, &source, flags);
        let loaded = load_checked(&[Input::Bytes { name: "test.bc".to_owned(), bytes }]);
        let mut machine = Machine::new(&loaded.module);
        let end = machine.run("main", &[]);
        let End::Returned(Some(code)) = end else { panic!("{clang} {flags:?}: {end:?}\n{}", loaded.module) };
        let printed = String::from_utf8_lossy(&machine.output).into_owned();
        assert_eq!(printed, String::from_utf8_lossy(&native.stdout), "{clang} {flags:?}");
        assert_eq!(Some(code.low_u64() as u8 as i32), native.status.code(), "{clang} {flags:?}");
    }
}

/// Without and with optimisation: optimised code has vectors, intrinsics and constant expressions.
fn agree(source: &str) {
    agree_with(source, &[support::FLAGS, &["-O2", "-g", "-w"]]);
}

#[test]
fn loops_calls_and_arrays() {
    agree(
        r#"
        int table[5] = {3, 1, 4, 1, 5};
        int sum(int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }
        int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
        int main(void) { print(sum(table, 5)); print(fib(15)); int local[3][4]; 
          for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) local[i][j] = i * j;
          print(sum(&local[0][0], 12)); return 7; }
        "#,
    );
}

#[test]
fn structs_unions_and_pointers() {
    agree(
        r#"
        struct point { char tag; int x; long y; };
        struct packed { char a; int b; short c; } __attribute__((packed));
        union word { unsigned u; unsigned char bytes[4]; };
        struct node { int value; struct node *next; };
        static struct point points[3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
        static struct point *middle = &points[1];
        static long *field = &points[2].y;
        static char *text = "hello" + 1;
        struct big { long a[5]; };
        struct big make(int n) { struct big b; for (int i = 0; i < 5; i++) b.a[i] = n + i; return b; }
        long total(struct big b) { long s = 0; for (int i = 0; i < 5; i++) { s += b.a[i]; b.a[i] = 0; } return s; }
        struct pair { int a; long b; };
        struct pair swap(struct pair p) { struct pair r = {(int)p.b, p.a}; return r; }
        int main(void) {
          print(middle->x); print(*field); print(text[0]); print(sizeof(struct packed));
          struct packed p = {1, 0x01020304, 5}; print(p.b + p.c);
          union word w; w.u = 0xdeadbeef; print(w.bytes[0] + 256 * w.bytes[3]);
          struct node *list = 0;
          for (int i = 0; i < 5; i++) { struct node *n = malloc(sizeof *n); n->value = i; n->next = list; list = n; }
          int s = 0; for (; list; list = list->next) s = s * 10 + list->value; print(s);
          struct big b = make(10); print(total(b)); print(b.a[4]); print(total(b));
          struct pair q = {1, 2}; q = swap(q); print(q.a * 10 + q.b);
          struct point copy = points[2]; copy.x = 100; print(points[2].x + copy.x);
          return 0; }
        "#,
    );
}

#[test]
fn integers_of_every_size() {
    agree(
        r#"
        unsigned char u8 = 200; signed char s8 = -100; unsigned short u16 = 65535; short s16 = -32768;
        unsigned u32 = 4000000000u; int s32 = -2000000000; unsigned long u64 = ~0ul; long s64 = 1l << 63;
        volatile int three = 3, minus = -7, shift = 5;
        _Bool truth(int x) { return x; }
        int main(void) {
          print(u8 + s8 + 1000); print((unsigned char)(u8 + 100)); print((short)(u16 + s16) + 100000);
          print(u32 / three); print((unsigned)(s32 / three)); print(u64 % 10); print((unsigned long)(s64 >> 60));
          print((unsigned)(minus / three)); print((unsigned)(minus % three)); print((unsigned)(minus >> 1));
          print((unsigned)minus >> shift); print(1u << shift); print(truth(256)); print(truth(0));
          print((unsigned long)(long)s8); print(u8 < s8); print((unsigned char)s8); print(u32 > (unsigned)s32);
          __int128 big = (__int128)u64 * u64; print((unsigned long)(big >> 64)); print((unsigned long)big);
          unsigned __int128 quotient = (unsigned __int128)big / 12345; print((unsigned long)(quotient >> 64));
          struct { int a : 3; unsigned b : 13; long c : 40; } bits = {-2, 4097, -5};
          print((unsigned)bits.a); print(bits.b); print((unsigned long)bits.c); bits.b += 5000; print(bits.b);
          return s64 < 0;
        }
        "#,
    );
}

#[test]
fn control_flow() {
    agree(
        r#"
        int classify(int c) {
          switch (c) { case 1: case 2: return 10; case 3: c += 5; case 4: return c; case 1000000: return 77; default: break; }
          if (c < 0) goto negative;
          do { c -= 7; if (c == 20) continue; if (c % 13 == 0) break; } while (c > 5);
          return c;
        negative:
          return -c;
        }
        int run(const int *code) {
          static void *labels[] = {&&push, &&add, &&mul, &&stop};
          int stack[8], top = 0;
          goto *labels[*code++];
        push: stack[top++] = *code++; goto *labels[*code++];
        add: top--; stack[top - 1] += stack[top]; goto *labels[*code++];
        mul: top--; stack[top - 1] *= stack[top]; goto *labels[*code++];
        stop: return stack[0];
        }
        int apply(int (*f)(int, int), int a, int b) { return f(a, b); }
        static int add(int a, int b) { return a + b; }
        static int sub(int a, int b) { return a - b; }
        int (*operations[2])(int, int) = {add, sub};
        int swap_many(int n) { int a = 1, b = 2, c = 3; while (n--) { int t = a; a = b; b = c; c = t; } return a * 100 + b * 10 + c; }
        int both(int a, int b) { return a && b || !a && !b; }
        int main(void) {
          for (int i = -3; i < 60; i++) print(classify(i));
          print(classify(1000000));
          int code[] = {0, 6, 0, 7, 2, 0, 5, 1, 3}; print(run(code));
          print(apply(operations[0], 3, 4)); print(apply(operations[1], 9, 4)); print(apply(sub, 7, 1));
          for (int i = 0; i < 5; i++) print(swap_many(i));
          print(both(1, 2)); print(both(0, 2)); print(both(0, 0));
          int vla = 5; for (int i = 1; i < 4; i++) { int a[vla * i]; a[vla * i - 1] = i; print(a[vla * i - 1]); }
          return 0;
        }
        "#,
    );
}

#[test]
fn variadic_functions() {
    agree(
        r#"
        #include <stdarg.h>
        struct wide { long a, b, c; };
        long sum(int n, ...) { va_list l; va_start(l, n); long s = 0; while (n--) s += va_arg(l, long); va_end(l); return s; }
        int mixed(int n, ...) { va_list l, m; va_start(l, n); va_copy(m, l); int a = va_arg(l, int); long b = va_arg(l, long);
          char *c = va_arg(l, char *); struct wide w = va_arg(l, struct wide); int d = va_arg(l, int); int again = va_arg(m, int);
          va_end(l); va_end(m); return a + b + c[0] + w.a + w.b * 2 + w.c * 3 + d + again; }
        int main(void) { struct wide w = {1, 2, 3}; print(sum(3, 10l, 20l, 30l)); print(sum(9, 1l,2l,3l,4l,5l,6l,7l,8l,9l));
          print(mixed(0, 5, 6l, "x", w, -3)); return 0; }
        "#,
    );
}

#[test]
fn old_style_prototypes() {
    agree_with(
        r#"
        int old(a, b) int a; char b; { return a * 2 + b; }
        int (*unspecified)() = old;
        int narrow(unsigned char c) { return c; }
        int main(void) { print(old(4, 3)); print(unspecified(5, 'a')); print(((int (*)(unsigned char))narrow)(200)); return 0; }
        "#,
        &[&[support::FLAGS, &["-std=gnu89"]].concat()],
    );
}

#[test]
fn constructors_run_first() {
    agree(
        r#"
        int order[4]; int n;
        __attribute__((constructor(300))) static void third(void) { order[n++] = 3; }
        __attribute__((constructor(200))) static void second(void) { order[n++] = 2; }
        __attribute__((constructor)) static void last(void) { order[n++] = 9; }
        int main(void) { print(n); for (int i = 0; i < n; i++) print(order[i]); return 0; }
        "#,
    );
}

#[test]
fn strings_sorting_and_bits() {
    agree(
        r#"
        static unsigned crc(const char *s) { unsigned c = ~0u; while (*s) { c ^= (unsigned char)*s++;
          for (int i = 0; i < 8; i++) c = c & 1 ? c >> 1 ^ 0xedb88320u : c >> 1; } return ~c; }
        static void sort(int *a, int n) { for (int i = 1; i < n; i++) { int v = a[i], j = i; while (j && a[j-1] > v) { a[j] = a[j-1]; j--; } a[j] = v; } }
        static unsigned long hash(const void *p, unsigned long n) { const unsigned char *b = p; unsigned long h = 14695981039346656037ul;
          while (n--) h = (h ^ *b++) * 1099511628211ul; return h; }
        int main(void) {
          print(crc("the quick brown fox"));
          int a[10] = {5, 3, 9, 1, 7, 2, 8, 0, 6, 4}; sort(a, 10); print(hash(a, sizeof a));
          char buffer[64] = "abc"; print(hash(buffer, 64));
          for (unsigned x = 1; x; x *= 37) { print(__builtin_popcount(x)); print(__builtin_clz(x)); print(__builtin_ctz(x));
            print(__builtin_bswap32(x)); print(x << 7 | x >> 25); if (x > 1u << 30) break; }
          print(__builtin_clzll(5)); print(__builtin_popcountll(~0ull)); print(__builtin_bswap64(0x0102030405060708));
          int r; print(__builtin_add_overflow(2000000000, 2000000000, &r)); print((unsigned)r);
          long m; print(__builtin_mul_overflow(1l << 40, 1l << 30, &m)); print(m); unsigned char c;
          print(__builtin_sub_overflow(3, 5, &c)); print(c);
          return 0; }
        "#,
    );
}

#[test]
fn vectors() {
    agree(
        r#"
        typedef int v4 __attribute__((vector_size(16)));
        typedef unsigned char v16 __attribute__((vector_size(16)));
        volatile int where = 2;
        static v4 global = {1, 2, 3, 4};
        v4 mix(v4 a, v4 b) { return a * b + (a < b); }
        int main(void) {
          v4 a = {5, -6, 7, -8}; v4 b = a + global; b[where] = 100; v4 c = mix(a, b);
          for (int i = 0; i < 4; i++) print((unsigned)c[i]);
          v16 bytes = (v16)c; unsigned s = 0; for (int i = 0; i < 16; i++) s = s * 3 + bytes[i]; print(s);
          v4 d = __builtin_shufflevector(a, b, 0, 5, 2, 7); for (int i = 0; i < 4; i++) print((unsigned)d[i]);
          int sum = 0, data[100]; for (int i = 0; i < 100; i++) data[i] = i * i - 50; for (int i = 0; i < 100; i++) sum += data[i] > 0 ? data[i] : -data[i];
          print(sum);
          return 0; }
        "#,
    );
}

#[test]
fn atomics_and_thread_locals() {
    agree(
        r#"
        static _Thread_local int local = 4; static _Atomic int counter; static long word;
        int main(void) { local += 3; print(local);
          print(__atomic_fetch_add(&word, 5, 5)); print(__atomic_exchange_n(&word, 9, 5)); long expected = 9;
          print(__atomic_compare_exchange_n(&word, &expected, 11, 0, 5, 5)); print(word); expected = 1;
          print(__atomic_compare_exchange_n(&word, &expected, 12, 0, 5, 5)); print(expected);
          counter++; counter |= 6; print(counter); __atomic_thread_fence(5); print(__atomic_fetch_nand(&word, 3, 5)); print(word);
          return 0; }
        "#,
    );
}

#[test]
fn bit_precise_integers() {
    agree(
        r#"
        typedef unsigned _BitInt(7) u7; typedef _BitInt(37) s37; typedef unsigned _BitInt(100) u100;
        struct odd { u7 a; s37 b; u100 c; } global = {100, -5, (u100)1 << 90};
        u100 power(u100 base, int n) { u100 r = 1; while (n--) r *= base; return r; }
        volatile int seven = 7;
        int main(void) {
          u7 x = 120; x += seven; print(x); x += 1; print(x); s37 y = global.b * seven; print((unsigned long)(long)y);
          u100 z = power(3, 60); print((unsigned long)(z >> 50)); print((unsigned long)z); print((unsigned long)(z / 1000000007 % 1000));
          global.c += z; print((unsigned long)(global.c >> 64)); print(global.a); u7 array[5] = {1, 2, 3, 4, 127}; array[seven - 4]--;
          for (int i = 0; i < 5; i++) print(array[i]); print(y < 0); print(sizeof(struct odd)); return 0; }
        "#,
    );
}

#[test]
fn numbers_that_are_only_moved() {
    agree(
        r#"
        float single = 1.5f; double table[3] = {0.5, -2.25, 1e300}; long double wide = 3.0L;
        struct mixed { char c; float f; double d; } m = {'x', 2.5f, -0.0};
        double pass(double d) { return d; } struct mixed swap(struct mixed v) { v.c++; return v; }
        long double through(long double x) { return x; }
        int main(void) {
          unsigned u; unsigned long l; __builtin_memcpy(&u, &single, 4); print(u);
          for (int i = 0; i < 3; i++) { double d = pass(table[i]); __builtin_memcpy(&l, &d, 8); print(l); }
          struct mixed v = swap(m); __builtin_memcpy(&l, &v.d, 8); print(l); print(v.c);
          long double w = through(wide); unsigned char bytes[10]; __builtin_memcpy(bytes, &w, 10); for (int i = 0; i < 10; i++) print(bytes[i]);
          double negative = -table[0]; __builtin_memcpy(&l, &negative, 8); print(l);
          return 0; }
        "#,
    );
}

#[test]
fn corners_of_the_language() {
    agree(
        r#"
        struct flexible { int n; char data[]; };
        static struct flexible *make(int n) { struct flexible *f = malloc(sizeof *f + n); f->n = n; for (int i = 0; i < n; i++) f->data[i] = i * 3; return f; }
        static int counter(void) { static int n = 10; return n++; }
        void send(char *to, const char *from, int count) { int n = (count + 7) / 8;
          switch (count % 8) { case 0: do { *to++ = *from++; case 7: *to++ = *from++; case 6: *to++ = *from++; case 5: *to++ = *from++;
          case 4: *to++ = *from++; case 3: *to++ = *from++; case 2: *to++ = *from++; case 1: *to++ = *from++; } while (--n > 0); } }
        struct shape { int (*area)(struct shape *); union { int side; struct { short w, h; } box; } u; };
        static int square(struct shape *s) { return s->u.side * s->u.side; } static int box(struct shape *s) { return s->u.box.w * s->u.box.h; }
        struct shape shapes[] = {{square, {.side = 7}}, {.area = box, .u.box = {3, 5}}};
        enum color { RED = -1, GREEN, BLUE = 5 }; static const unsigned char map[256] = {['a' ... 'z'] = 1, ['0'] = 2};
        typedef struct { long q, r; } division; division divide(long a, long b) { return (division){a / b, a % b}; }
        int sparse(int x) { switch (x) { case -1000: return 1; case 5 ... 9: return 2; case 1 << 20: return 3; } return 4; }
        int matrix[2][3] = {{1, 2, 3}, {4, 5, 6}}; int (*row)[3] = &matrix[1]; int *const last = &matrix[1][2] - 1;
        const char *const words[][2] = {{"zero", "one"}, {"two", 0}};
        int main(void) {
          print(make(9)->data[8]); counter(); print(counter()); char buffer[20] = {0}; send(buffer, "the duff device", 15); for (int i = 0; buffer[i]; i++) putchar(buffer[i]);
          for (int i = 0; i < 2; i++) print(shapes[i].area(&shapes[i])); print((unsigned)(RED + GREEN + BLUE)); print(map['q'] + map['0'] + map['A']);
          print(divide(100, 7).r); print(sparse(-1000) * 1000 + sparse(7) * 100 + sparse(1 << 20) * 10 + sparse(0)); print((*row)[1] + *last);
          print(words[1][0][1]); print(words[1][1] == 0); print(({ int t = 3; t * t; })); int *p = (int[]){1, 2, 3}; print(p[2]);
          int n = 6; int vla[n][n + 1]; vla[n - 1][n] = 9; print(sizeof vla); print(*((int *)vla + n * (n + 1) - 1)); print(&vla[2][0] - &vla[0][3]);
          char c = 127; c++; print(c < 0); unsigned bits = 0; for (int i = 31; i >= 0; i -= 5) bits |= 1u << i; print(bits); print(-7 / 2 == -3 && -7 % 2 == -1);
          print(__builtin_offsetof(struct shape, u.box.h)); return n > 5 ? 3 : 4; }
        "#,
    );
}
