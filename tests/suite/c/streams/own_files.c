// A program reads back what it wrote; each path has files of its own.
#include <pleach.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    unsigned char x;
    pleach_symbolic(&x, sizeof x, "x");
    FILE *out = fopen("out.txt", "w");
    if (out == NULL)
        return 1; //~ dead
    fprintf(out, "%s %d\n", x > 100 ? "large" : "small", 7);
    fputc(x, out);
    fwrite("end", 1, 3, out);
    pleach_assert(ftell(out) == 12);
    fclose(out);
    FILE *in = fopen("out.txt", "r");
    char line[16], rest[8] = "";
    int number;
    pleach_assert(fscanf(in, "%15s %d", line, &number) == 2 && number == 7);
    pleach_assert((strcmp(line, "large") == 0) == (x > 100));
    pleach_assert(fgetc(in) == '\n' && fgetc(in) == x);
    pleach_assert(fread(rest, 1, 8, in) == 3 && feof(in) && strcmp(rest, "end") == 0);
    fclose(in);
    pleach_assert(remove("out.txt") == 0 && fopen("out.txt", "r") == NULL);
    pleach_assert(write(1, "done\n", 5) == 5);
    return 0;
}

// paths: any
