// A function used before any declaration, as C89 allows: it takes what it is given and returns int.
// cflags: -std=gnu89 -Wno-implicit-function-declaration -Wno-implicit-int -Wno-return-type -Wno-deprecated-non-prototype
#include <stdio.h>

main()
{
    short s = -7;
    printf("%d\n", scale(s, 'A', 3u));
    return 0;
}

scale(n, c, factor)
{
    return n * factor + c;
}
// paths: 1
