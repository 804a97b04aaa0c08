// A controller with a proportional and an integral part: its output stays within limits, but the sum winds up.
#include <assert.h>
#include <pleach.h>

struct controller {
    float sum;
};

static float step(struct controller *controller, float error) {
    controller->sum += error * 0.5f;
    float output = 2.0f * error + controller->sum;
    if (output > 10.0f)
        output = 10.0f;
    if (output < -10.0f)
        output = -10.0f;
    return output;
}

int main(void) {
    struct controller controller = {0};
    for (int i = 0; i < 3; i++) {
        float error;
        pleach_symbolic(&error, sizeof error, "error");
        if (!(error >= -4.0f && error <= 4.0f))
            return 1;
        float output = step(&controller, error);
        assert(output >= -10.0f && output <= 10.0f);
    }
    assert(controller.sum <= 5.0f); //~ error: assert
    return 0;
}

// paths: 20
// errors: 3
