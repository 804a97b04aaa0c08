// json-c: a number from its text.
#include "../input.h"
#include <json_util.h>

int main(void) {
    char *digits = text();
    int64_t value = 0;
    int result = json_parse_int64(digits, &value);
    free(digits);
    return result == 0 && value == 42;
}
