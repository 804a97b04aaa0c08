// A small program of several classes: accounts, transfers, errors, a history.
#include <iomanip>
#include <iostream>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

class InsufficientFunds : public std::runtime_error {
    long missing;

public:
    InsufficientFunds(const std::string &who, long m) : std::runtime_error(who + " lacks " + std::to_string(m)), missing(m) {}
    long amount() const { return missing; }
};

class Account {
protected:
    std::string owner;
    long balance = 0;
    std::vector<long> history;

public:
    explicit Account(std::string o) : owner(std::move(o)) {}
    virtual ~Account() = default;
    virtual long available() const { return balance; }
    virtual std::string kind() const { return "account"; }
    void deposit(long amount) {
        if (amount <= 0)
            throw std::invalid_argument("amount");
        balance += amount;
        history.push_back(amount);
    }
    void withdraw(long amount) {
        if (amount > available())
            throw InsufficientFunds(owner, amount - available());
        balance -= amount;
        history.push_back(-amount);
    }
    friend std::ostream &operator<<(std::ostream &out, const Account &a) {
        out << std::left << std::setw(8) << a.owner << std::right << std::setw(6) << a.balance << ' ' << a.kind() << " [";
        const char *between = "";
        for (long entry : a.history) {
            out << between << std::showpos << entry << std::noshowpos;
            between = " ";
        }
        return out << ']';
    }
};

class Credit : public Account {
    long limit;

public:
    Credit(std::string o, long l) : Account(std::move(o)), limit(l) {}
    long available() const override { return balance + limit; }
    std::string kind() const override { return "credit up to " + std::to_string(limit); }
};

class Bank {
    std::map<std::string, std::unique_ptr<Account>> accounts;

public:
    template <typename T, typename... A> void open(const std::string &name, A... arguments) {
        if (!accounts.emplace(name, std::make_unique<T>(name, arguments...)).second)
            throw std::logic_error(name + " has an account");
    }
    Account &operator[](const std::string &name) { return *accounts.at(name); }
    void transfer(const std::string &from, const std::string &to, long amount) {
        Account &target = (*this)[to];
        (*this)[from].withdraw(amount);
        target.deposit(amount);
    }
    void print() const {
        for (const auto &[name, account] : accounts)
            std::cout << *account << '\n';
    }
};

int main() {
    Bank bank;
    bank.open<Account>("ann");
    bank.open<Credit>("bob", 100);
    bank["ann"].deposit(250);
    struct {
        const char *from, *to;
        long amount;
    } transfers[] = {{"ann", "bob", 70}, {"bob", "ann", 160}, {"bob", "ann", 30}, {"ann", "cid", 1}, {"ann", "bob", 0}};
    for (auto [from, to, amount] : transfers) {
        try {
            bank.transfer(from, to, amount);
        } catch (const InsufficientFunds &error) {
            std::cout << error.what() << " (" << error.amount() << ")\n";
        } catch (const std::out_of_range &) {
            std::cout << "no such account\n";
        } catch (const std::exception &error) {
            std::cout << "error: " << error.what() << '\n';
        }
    }
    try {
        bank.open<Account>("ann");
    } catch (const std::logic_error &error) {
        std::cout << error.what() << '\n';
    }
    bank.print();
    return 0;
}

// paths: 1
