// Degrees of Celsius and Fahrenheit, rounded on the way: one number is off by one degree, and none by two.
#include <assert.h>
#include <pleach.h>

static int to_fahrenheit(float celsius) {
    return (int)(celsius * 9.0f / 5.0f + 32.0f);
}

int main(void) {
    float celsius;
    pleach_symbolic(&celsius, sizeof celsius, "celsius");
    if (!(celsius >= -40.0f && celsius <= 100.0f))
        return 1;
    int fahrenheit = to_fahrenheit(celsius);
    assert(fahrenheit >= -40 && fahrenheit <= 212);
    assert(fahrenheit != 100); //~ error: assert
    return 0;
}

// paths: 4
// errors: 1
