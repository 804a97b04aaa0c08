// A tokenizer and an interpreter of a stack language, with variants and maps of functions.
#include <cctype>
#include <cstdio>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

using Token = std::variant<long, std::string>;

static std::vector<Token> tokens(const std::string &text) {
    std::vector<Token> found;
    for (size_t i = 0; i < text.size();) {
        if (std::isspace(static_cast<unsigned char>(text[i]))) {
            i++;
            continue;
        }
        size_t start = i;
        while (i < text.size() && !std::isspace(static_cast<unsigned char>(text[i])))
            i++;
        std::string word = text.substr(start, i - start);
        if (std::isdigit(static_cast<unsigned char>(word[0])))
            found.emplace_back(std::stol(word));
        else
            found.emplace_back(word);
    }
    return found;
}

class Machine {
    std::vector<long> stack;
    std::map<std::string, std::function<void()>> words;
    long pop() {
        if (stack.empty())
            throw std::underflow_error("empty stack");
        long top = stack.back();
        stack.pop_back();
        return top;
    }

public:
    Machine() {
        words["+"] = [this] { stack.push_back(pop() + pop()); };
        words["*"] = [this] { stack.push_back(pop() * pop()); };
        words["-"] = [this] {
            long b = pop();
            stack.push_back(pop() - b);
        };
        words["/"] = [this] {
            long b = pop();
            if (b == 0)
                throw std::domain_error("division by zero");
            stack.push_back(pop() / b);
        };
        words["dup"] = [this] {
            stack.push_back(pop());
            stack.push_back(stack.back());
        };
        words["print"] = [this] { printf("%ld\n", pop()); };
    }
    void define(const std::string &name, const std::string &text) {
        words[name] = [this, program = tokens(text)] { run(program); };
    }
    void run(const std::vector<Token> &program) {
        for (const Token &token : program) {
            if (const long *number = std::get_if<long>(&token))
                stack.push_back(*number);
            else if (auto word = words.find(std::get<std::string>(token)); word != words.end())
                word->second();
            else
                throw std::invalid_argument("no word " + std::get<std::string>(token));
        }
    }
};

int main() {
    Machine machine;
    machine.define("square", "dup *");
    machine.define("cube", "dup square *");
    for (const char *line : {"2 3 + print", "7 square print", "3 cube 1 - print", "1 0 /", "+", "9 fly", "100 7 / print"}) {
        try {
            machine.run(tokens(line));
        } catch (const std::logic_error &error) {
            printf("%s: %s\n", line, error.what());
        } catch (const std::runtime_error &error) {
            printf("%s: %s\n", line, error.what());
        }
    }
    return 0;
}

// paths: 1
