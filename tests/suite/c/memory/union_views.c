// One member of a union written, the others read.
#include <assert.h>
#include <pleach.h>
#include <stdint.h>

union view {
    uint32_t word;
    uint16_t halves[2];
    uint8_t bytes[4];
    struct {
        uint32_t low : 5;
        uint32_t middle : 11;
        uint32_t high : 16;
    } fields;
};

int main(void) {
    union view v;
    pleach_symbolic(&v, sizeof v, "v");
    assert(v.halves[1] == v.word >> 16);
    assert(v.fields.high == v.halves[1]);
    assert(v.fields.low == (v.bytes[0] & 31));
    v.fields.middle = 0;
    assert(v.halves[0] == (v.word & 31));
    if (v.bytes[3] == 0x12 && v.halves[1] == 0x1234) {
        return 1; //~ reach
    }
    return 0;
}

// paths: 3
