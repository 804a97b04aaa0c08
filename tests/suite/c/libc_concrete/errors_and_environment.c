// errno, strerror, assert that holds, and variables of the environment that are not set.
// cflags: -D_GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    assert(errno == 0);
    static const int numbers[] = {0, ENOENT, EINTR, EIO, EBADF, ENOMEM, EACCES, EEXIST, EINVAL, ERANGE, EDOM, EILSEQ, 133};
    for (unsigned i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        printf("%s\n", strerror(numbers[i]));
    }
    printf("%s\n", strerror(-1));
    printf("%s\n", strerror(99999));
    errno = ENOENT;
    int *where = &errno;
    *where += 1;
    printf("%d %d\n", errno, where == &errno);
    printf("%d\n", getenv("PLEACH_NO_SUCH_VARIABLE") == NULL);
    printf("%d\n", secure_getenv("PLEACH_NO_SUCH_VARIABLE") == NULL);
    assert(where != NULL && "the address of errno");
    return 0;
}
// paths: 1
