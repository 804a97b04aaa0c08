// The size of an object that ends with a string is what the string says.
// replay: no malloc_usable_size is larger natively
#include <malloc.h>
#include <pleach.h>
#include <string.h>

int main(void) {
    char *text = pleach_symbolic_string(5, "text");
    size_t size = malloc_usable_size(text);
    if (size == 3) {
        pleach_assert(text[0] != 0 && text[1] != 0 && text[2] == 0);
        return 1; //~ reach
    }
    pleach_assert(size >= 1 && size <= 6);
    pleach_assert(size == 1 || text[0] != 0);
    return 0; //~ reach
}

// paths: 3
