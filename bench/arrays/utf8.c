/* Decodes UTF-8 by a table of classes for bytes and one of transitions between states: two nested reads a byte, the state
 * symbolic. Whatever is accepted must be a character, written with as few bytes as it needs. */
#include "arrays.h"

#ifndef N
#define N 14
#endif

enum class { ASCII, TRAIL_8, TRAIL_9, TRAIL_A_B, NEVER, LEAD_2, LEAD_E0, LEAD_3, LEAD_ED, LEAD_F0, LEAD_4, LEAD_F4, CLASSES };
enum state { START, REJECTED, ONE_LEFT, TWO_LEFT, THREE_LEFT, AFTER_E0, AFTER_ED, AFTER_F0, AFTER_F4, STATES };

static const uint8_t class_of[256] = {
    [0x00 ... 0x7f] = ASCII, [0x80 ... 0x8f] = TRAIL_8, [0x90 ... 0x9f] = TRAIL_9, [0xa0 ... 0xbf] = TRAIL_A_B,
    [0xc0 ... 0xc1] = NEVER, [0xc2 ... 0xdf] = LEAD_2,  [0xe0] = LEAD_E0,          [0xe1 ... 0xec] = LEAD_3,
    [0xed] = LEAD_ED,        [0xee ... 0xef] = LEAD_3,  [0xf0] = LEAD_F0,          [0xf1 ... 0xf3] = LEAD_4,
    [0xf4] = LEAD_F4,        [0xf5 ... 0xff] = NEVER,
};

static const uint8_t next[STATES][CLASSES] = {
#define NO REJECTED
    [START] = {START, NO, NO, NO, NO, ONE_LEFT, AFTER_E0, TWO_LEFT, AFTER_ED, AFTER_F0, THREE_LEFT, AFTER_F4},
#define AND_NO_LEAD NO, NO, NO, NO, NO, NO, NO, NO
    [REJECTED] = {NO, NO, NO, NO, AND_NO_LEAD},
    [ONE_LEFT] = {NO, START, START, START, AND_NO_LEAD},
    [TWO_LEFT] = {NO, ONE_LEFT, ONE_LEFT, ONE_LEFT, AND_NO_LEAD},
    [THREE_LEFT] = {NO, TWO_LEFT, TWO_LEFT, TWO_LEFT, AND_NO_LEAD},
    [AFTER_E0] = {NO, NO, NO, ONE_LEFT, AND_NO_LEAD},
    [AFTER_ED] = {NO, ONE_LEFT, ONE_LEFT, NO, AND_NO_LEAD},
    [AFTER_F0] = {NO, NO, TWO_LEFT, TWO_LEFT, AND_NO_LEAD},
    [AFTER_F4] = {NO, TWO_LEFT, NO, NO, AND_NO_LEAD},
};

/* The bits of a byte that belong to the character. */
static const uint8_t payload[CLASSES] = {
    [ASCII] = 0x7f,  [TRAIL_8] = 0x3f, [TRAIL_9] = 0x3f, [TRAIL_A_B] = 0x3f, [LEAD_2] = 0x1f,  [LEAD_E0] = 0x0f,
    [LEAD_3] = 0x0f, [LEAD_ED] = 0x0f, [LEAD_F0] = 0x07, [LEAD_4] = 0x07,    [LEAD_F4] = 0x07,
};

static uint32_t least_of_length(unsigned length) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    return least[length];
}

int main(void) {
    uint8_t text[N];
    make_bytes(text, N, "text");
    unsigned state = START, length = 0, characters = 0;
    uint32_t character = 0;
    for (unsigned i = 0; i < N; i++) {
        unsigned class = class_of[text[i]];
        character = character << 6 | (text[i] & payload[class]);
        state = next[state][class];
        length++;
        if (state == REJECTED)
            return 1;
        if (state == START) {
            check((character >= least_of_length(length)) & (character <= 0x10ffff));
            check((character < 0xd800) | (character > 0xdfff));
            characters++;
            character = 0;
            length = 0;
        }
    }
    check(characters <= N);
    return 0;
}
