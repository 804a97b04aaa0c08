// A region around a loop: 2^8 paths become one, and what was counted is a sum of choices.
#include <pleach.h>

int main(void) {
    unsigned char text[8];
    pleach_symbolic(text, sizeof text, "text");
    int count = 0;
    pleach_merge_begin();
    for (int i = 0; i < 8; i++)
        if (text[i] == 'x')
            count++;
    pleach_merge_end();
    if (count == 9)
        pleach_assert(0);
    if (count == 5)
        return 1;
    return 0;
}
// paths: 2
