// A calculator that reads expressions from a stream.
#include <cmath>
#include <iostream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>

class Calculator {
    std::istream &in;
    std::map<std::string, double> variables{{"pi", 3.14159}};

    double primary() {
        char c = 0;
        if (!(in >> c))
            throw std::runtime_error("unexpected end");
        if (c == '(') {
            double value = sum();
            if (!(in >> c) || c != ')')
                throw std::runtime_error("expected )");
            return value;
        }
        if (c == '-')
            return -primary();
        in.putback(c);
        if (std::isalpha(static_cast<unsigned char>(c))) {
            std::string name;
            while (in.get(c) && std::isalnum(static_cast<unsigned char>(c)))
                name += c;
            if (in)
                in.putback(c);
            in >> std::ws;
            if (in.peek() == '=') {
                in.get();
                return variables[name] = sum();
            }
            auto found = variables.find(name);
            if (found == variables.end())
                throw std::runtime_error("no variable " + name);
            return found->second;
        }
        double number;
        if (!(in >> number))
            throw std::runtime_error(std::string("unexpected ") + c);
        return number;
    }
    double product() {
        double value = primary();
        char c;
        while (in >> c) {
            if (c == '*') {
                value *= primary();
            } else if (c == '/') {
                double by = primary();
                if (by == 0)
                    throw std::domain_error("division by zero");
                value /= by;
            } else {
                in.putback(c);
                break;
            }
        }
        return value;
    }

public:
    explicit Calculator(std::istream &from) : in(from) {}
    double sum() {
        double value = product();
        char c;
        while (in >> c) {
            if (c == '+') {
                value += product();
            } else if (c == '-') {
                value -= product();
            } else {
                in.putback(c);
                break;
            }
        }
        return value;
    }
};

int main() {
    const char *lines[] = {"1 + 2 * 3", "(1+2)*3 - -4", "x = 5 + pi", "2 / (3 - 3)", "y + 1", "(4", "7 $ 2", "1.5e2/4"};
    for (const char *line : lines) {
        std::istringstream in(line);
        try {
            double value = Calculator(in).sum();
            std::cout << line << " -> " << value << '\n';
        } catch (const std::exception &error) {
            std::cout << line << ": " << error.what() << '\n';
        }
    }
    return 0;
}

// paths: 1
