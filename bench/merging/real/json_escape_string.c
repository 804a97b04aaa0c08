// json-c: a text printed as a string of JSON.
#include "../input.h"
#include <json_object.h>

int main(void) {
    char *line = text();
    struct json_object *string = json_object_new_string(line);
    int result = json_object_to_json_string_ext(string, JSON_C_TO_STRING_PLAIN)[1] == '\\';
    json_object_put(string);
    free(line);
    return result;
}
