// C11 atomics by operator and by function, of every width, with flags, fences and compare-and-exchange.
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

static _Atomic int counter = 5;
static atomic_uchar narrow = 250;
static _Atomic(int *) pointer;
static atomic_flag flag = ATOMIC_FLAG_INIT;

int main(void) {
    int a = counter++, b = ++counter;
    counter += 10;
    counter -= 3;
    counter *= 2;
    counter ^= 1;
    counter |= 64;
    counter &= ~2;
    int now = counter;
    printf("%d %d %d\n", a, b, now);
    narrow += 10;
    printf("%d\n", narrow);
    _Atomic long wide;
    atomic_init(&wide, 100);
    long old = atomic_fetch_add(&wide, 23);
    printf("%ld %ld\n", old, atomic_load(&wide));
    old = atomic_fetch_sub_explicit(&wide, 3, memory_order_relaxed);
    printf("%ld %ld\n", old, atomic_exchange(&wide, -1));
    printf("%ld ", atomic_fetch_and(&wide, 0xFF));
    printf("%ld ", atomic_fetch_or(&wide, 0x100));
    printf("%ld\n", atomic_fetch_xor(&wide, 1));
    long expected = 5;
    bool done = atomic_compare_exchange_strong(&wide, &expected, 77);
    printf("%d %ld ", done, expected);
    done = atomic_compare_exchange_strong(&wide, &expected, 77);
    printf("%d %ld\n", done, atomic_load_explicit(&wide, memory_order_acquire));
    while (!atomic_compare_exchange_weak(&wide, &expected, expected + 1)) {
    }
    atomic_thread_fence(memory_order_seq_cst);
    int numbers[4] = {1, 2, 3, 4};
    atomic_store(&pointer, numbers);
    int *before = atomic_exchange(&pointer, numbers + 2);
    printf("%d %d\n", *before, *atomic_load(&pointer));
    bool first = atomic_flag_test_and_set(&flag), second = atomic_flag_test_and_set(&flag);
    atomic_flag_clear(&flag);
    printf("%d %d %d\n", first, second, atomic_flag_test_and_set(&flag));
    _Atomic uint16_t small = 0;
    small--;
    printf("%u %d\n", small, atomic_is_lock_free(&wide));
    return 0;
}
// paths: 1
