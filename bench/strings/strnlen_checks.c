// Fields of a record that may fill their room: which are full, and which are empty.
#include <pleach.h>
#include <string.h>

#ifndef N
#define N 16
#endif

int main(void) {
    struct {
        char name[N], group[N], mode[N];
    } record;
    pleach_symbolic(&record, sizeof record, "record");
    if (strnlen(record.name, N) == 0 || strnlen(record.name, N) == N) {
        return 1;
    }
    if (strnlen(record.group, N) == N) {
        return 2;
    }
    return strnlen(record.mode, N) > N / 2 ? 3 : 0;
}
