/* Reads three digits and grades their mean. The mean of whole numbers is exact where it is whole, but the sum of thirds is not
   always the third of the sum. */
#include <stdio.h>
#include <stdlib.h>

static float mean(const int *grades) {
    float sum = 0;
    for (int i = 0; i < 3; i++)
        sum += grades[i] / 3.0f;
    return sum;
}

int main(void) {
    int grades[3];
    for (int i = 0; i < 3; i++) {
        int digit = getchar();
        if (digit < '1' || digit > '6')
            return 1;
        grades[i] = digit - '0';
    }
    double exact = (grades[0] + grades[1] + grades[2]) / 3.0;
    float rounded = mean(grades);
    if (rounded - exact > 1e-5 || exact - rounded > 1e-5)
        return 2;
    if (rounded != (float)exact && exact < 2.0)
        abort(); //~ error: abort
    return (int)rounded;
}
// stdin: 3
