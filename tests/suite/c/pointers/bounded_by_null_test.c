// A pointer that is tested before it is used.
#include <pleach.h>
#include <stddef.h>

struct item {
    int key;
    struct item *left, *right;
};

static struct item leaf1 = {1, NULL, NULL}, leaf3 = {3, NULL, NULL};
static struct item root = {2, &leaf1, &leaf3};

static int contains(const struct item *at, int key) {
    while (at != NULL) {
        if (key == at->key) {
            return 1;
        }
        at = key < at->key ? at->left : at->right;
    }
    return 0;
}

int main(void) {
    return contains(&root, pleach_int("key"));
}

// 1, 2, 3, and the keys below, between nothing, and above.
// paths: 5
