// A field and a part of an array are made symbolic; the rest keeps its value.
#include <assert.h>
#include <pleach.h>

struct message {
    int kind;
    int length;
    char text[8];
};

int main(void) {
    struct message m = {1, 2, "abcdefg"};
    pleach_symbolic(&m.length, sizeof m.length, "length");
    pleach_symbolic(m.text + 2, 3, "middle");
    assert(m.kind == 1);
    assert(m.text[1] == 'b' && m.text[5] == 'f' && m.text[7] == 0);
    if (m.length == 5 && m.text[4] == 'z') {
        return 1; //~ reach
    }
    return 0;
}

// paths: 3
