// C++ without exceptions: virtual calls, new and delete, templates, lambdas, static objects with their destructors.
// files: cxx_other.cc
int run(void);

int main(void) {
    return run();
}
// paths: 1
