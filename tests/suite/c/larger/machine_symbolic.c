// A stack machine on three symbolic instructions: the stack can run empty before its first cell and full past its last.
#include <pleach.h>

static int run(const unsigned char *code, int length) {
    int stack[2] = {0}, top = 0, accumulator = 1;
    for (int at = 0; at < length; at++) {
        switch (code[at]) {
        case 'p':
            stack[top++] = accumulator; //~ error: out-of-bounds
            break;
        case 'q':
            accumulator = stack[--top]; //~ error: out-of-bounds
            break;
        case 'i':
            accumulator++;
            break;
        case 'm':
            accumulator *= accumulator;
            break;
        case 'h':
            return accumulator;
        default:
            return -1;
        }
    }
    return accumulator;
}

int main(void) {
    unsigned char code[3];
    pleach_symbolic(code, sizeof code, "code");
    return run(code, 3);
}
// paths: 71
// errors: 9
