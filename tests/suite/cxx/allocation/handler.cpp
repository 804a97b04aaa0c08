// A handler for exhausted memory is asked until it gives up.
#include <cstdio>
#include <new>

static int asked = 0;

static void handler() {
    printf("handler %d\n", ++asked);
    if (asked == 3)
        std::set_new_handler(nullptr);
}

int main() {
    std::set_new_handler(handler);
    printf("%d\n", std::get_new_handler() == handler);
    try {
        void *place = ::operator new(size_t(1) << 61);
        printf("%p\n", place);
    } catch (const std::bad_alloc &error) {
        printf("%s after %d\n", error.what(), asked);
    }
    volatile size_t count = size_t(1) << 62;
    try {
        long *many = new long[count];
        printf("%p\n", static_cast<void *>(many));
    } catch (const std::bad_alloc &error) {
        printf("%s\n", error.what());
    }
    return 0;
}

// paths: 1
