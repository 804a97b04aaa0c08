// A word written at any byte offset, then the bytes around it.
#include <assert.h>
#include <pleach.h>
#include <stdint.h>
#include <string.h>

int main(void) {
    unsigned char room[12];
    memset(room, 0x11, sizeof room);
    int at = pleach_range(0, 9, "at");
    uint32_t word;
    pleach_symbolic(&word, sizeof word, "word");
    memcpy(room + at, &word, sizeof word);
    uint32_t back;
    memcpy(&back, room + at, sizeof back);
    assert(back == word);
    int i = pleach_range(0, 12, "i");
    if (i >= at && i < at + 4) {
        assert(room[i] == (uint8_t)(word >> 8 * (i - at)));
        return 1;
    }
    assert(room[i] == 0x11);
    return 0;
}

// i below, within or above the word.
// paths: 3
