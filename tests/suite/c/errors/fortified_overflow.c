// The checking variants know the size of a field, which the checks of memory do not.
// replay: no AddressSanitizer has its own sprintf, which checks no fields
// cflags: -O2 -D_GNU_SOURCE -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2
#include <pleach.h>
#include <stdio.h>
#include <string.h>

struct record {
    char name[8];
    char rest[56];
};

static struct record record;

int main(void) {
    char input[12];
    pleach_symbolic(input, sizeof input, "input");
    input[11] = 0;
    if (input[0] == 'p')
        sprintf(record.name, "%s", input); //~ error: abort
    else
        memset(record.rest, 0, sizeof record.rest);
    puts(record.rest);
    return 0;
}
// paths: any
