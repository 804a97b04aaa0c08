// GNU's __sync and __atomic builtins: fetch first, fetch after, nand, minimum by exchange, and locks.
#include <stdint.h>
#include <stdio.h>

static int lock;

static int spin_increment(int *shared) {
    while (__sync_lock_test_and_set(&lock, 1)) {
    }
    int now = ++*shared;
    __sync_lock_release(&lock);
    return now;
}

int main(void) {
    int x = 10;
    printf("%d ", __sync_fetch_and_add(&x, 5));
    printf("%d ", __sync_add_and_fetch(&x, 5));
    printf("%d ", __sync_sub_and_fetch(&x, 1));
    printf("%d ", __sync_fetch_and_or(&x, 0x60));
    printf("%d ", __sync_and_and_fetch(&x, 0x3F));
    printf("%d\n", __sync_xor_and_fetch(&x, 0xFF));
    printf("%d ", __sync_bool_compare_and_swap(&x, 1, 2));
    printf("%d ", __sync_val_compare_and_swap(&x, x, 99));
    __sync_synchronize();
    printf("%d\n", x);
    uint64_t wide = 1ull << 40;
    printf("%lu ", __atomic_fetch_add(&wide, 1, __ATOMIC_SEQ_CST));
    printf("%lu ", __atomic_add_fetch(&wide, 1, __ATOMIC_RELAXED));
    printf("%lu ", __atomic_exchange_n(&wide, 7, __ATOMIC_ACQ_REL));
    printf("%lu ", __atomic_fetch_nand(&wide, 3, __ATOMIC_SEQ_CST));
    printf("%lx\n", __atomic_load_n(&wide, __ATOMIC_ACQUIRE));
    uint8_t byte = 3, expected = 4, wanted = 9;
    int done = __atomic_compare_exchange(&byte, &expected, &wanted, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
    printf("%d %d %d ", done, byte, expected);
    done = __atomic_compare_exchange_n(&byte, &expected, wanted, 1, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
    printf("%d %d\n", done, byte);
    __atomic_store_n(&byte, 200, __ATOMIC_RELEASE);
    printf("%d ", __atomic_sub_fetch(&byte, 201, __ATOMIC_SEQ_CST));
    int shared = 0;
    spin_increment(&shared);
    printf("%d %d\n", spin_increment(&shared), lock);
    return 0;
}
// paths: 1
