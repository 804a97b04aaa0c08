// A little state machine reads three symbols.
#include <pleach.h>

int main(void) {
    enum { START, ONE, DONE } state = START;
    unsigned char input[3];
    pleach_symbolic(input, sizeof input, "input");
    for (int i = 0; i < 3; i++) {
        switch (state) {
        case START:
            state = input[i] == 'a' ? ONE : START;
            break;
        case ONE:
            state = input[i] == 'b' ? DONE : START;
            break;
        case DONE:
            return 10 + i;
        }
    }
    return state;
}

// The ternaries are computed without a branch and the switch on the state decides: after the first symbol two states.
// From START again two; from ONE two, DONE among them.
// paths: 4
