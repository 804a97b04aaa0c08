#!/usr/bin/env python3
"""Makes the tables of the lexers in this directory, in the form that flex gives them.

    make_lexer.py           writes lexers/NAME.h for every lexers/NAME.tokens
    make_lexer.py --check   writes nothing: fails if a header is not what would be written, or says something else
                            about random text than Python's own regular expressions do

From regular expressions to a nondeterministic automaton (Thompson), from there to a deterministic one (sets of states), which
is minimised (Moore), with bytes that no state tells apart in one class. Its rows are then compressed: a state has only the
entries in which it differs from another state, its default, and the entries of all rows are fitted into each other, with the
owner of each beside it (Tarjan and Yao, as in lex).

A file of tokens has a definition on each line, and comments after '#' at the start of a line:

    define NAME REGEX         {NAME} can be used in the lines that follow
    mode NAME                 the rules that follow apply in this mode; the first mode is where a lexer begins
    token NAME REGEX          a rule
    token NAME REGEX -> MODE  the same, after which the lexer changes into another mode
    token NAME REGEX <- MODE  the same, and the mode begins with the text of the rule once more
    words NAME WORD...        a rule for each word as it is written, numbered from FIRST_NAME to LAST_NAME

The longest match counts, and among these the rule that comes first. Regular expressions are a subset of Python's, over bytes:
characters, '.', escapes, classes, groups, '|', '*', '+', '?'.
"""

import random
import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent / "lexers"
ALL_BYTES = (1 << 256) - 1
NEWLINE = 1 << ord("\n")
ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "f": "\f", "v": "\v", "0": "\0"}
# How long a chain of defaults may be.
LONGEST_CHAIN = 3


# ---- the definitions ----


class Rule:
    """What a rule is called, its expression, the mode it applies in, the mode after it, whether that reads its text again."""

    def __init__(self, name, regex, mode, after=None, again=False):
        self.name, self.regex, self.mode, self.after, self.again = name, regex, mode, after, again


def read_rules(text):
    """The rules in order, and the names of the modes."""
    rules, modes, defined = [], [], {}
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        kind, rest = line.split(None, 1)
        if kind == "mode":
            modes.append(rest.strip())
            continue
        name, rest = rest.split(None, 1)
        if kind == "words":
            for word in rest.split():
                rules.append(Rule(name, re.escape(word), len(modes) - 1))
            continue
        regex, arrow, after = re.fullmatch(r"(.*?)(?: (->|<-) (\w+))?\s*", rest).groups()
        regex = re.sub(r"\{(\w+)\}", lambda used: "(" + defined[used[1]] + ")", regex.strip())
        if kind == "define":
            defined[name] = regex
        elif kind == "token":
            rules.append(Rule(name, regex, len(modes) - 1, after, arrow == "<-"))
        else:
            raise ValueError("no such kind of line: " + line)
    for rule in rules:
        rule.after = rule.mode if rule.after is None else modes.index(rule.after)
    return rules, modes


# ---- from regular expressions to a nondeterministic automaton ----


class Nfa:
    """States are numbers; each has edges without a byte and edges with a set of bytes, a number of 256 bits."""

    def __init__(self):
        self.empty, self.edges = [], []

    def state(self):
        self.empty.append([])
        self.edges.append([])
        return len(self.empty) - 1

    def closure(self, states):
        """The states that are reached without a byte, as a sorted tuple."""
        found, waiting = set(states), list(states)
        while waiting:
            for target in self.empty[waiting.pop()]:
                if target not in found:
                    found.add(target)
                    waiting.append(target)
        return tuple(sorted(found))


class Parser:
    """Adds one regular expression to an automaton; each method returns the first and last state of what it read."""

    def __init__(self, nfa, regex):
        self.nfa, self.regex, self.at = nfa, regex, 0

    def parse(self):
        first, last = self.alternatives()
        if self.at < len(self.regex):
            raise ValueError("unexpected '" + self.regex[self.at] + "' in " + self.regex)
        return first, last

    def peek(self):
        return self.regex[self.at] if self.at < len(self.regex) else ""

    def take(self):
        self.at += 1
        return self.regex[self.at - 1]

    def alternatives(self):
        first, last = self.sequence()
        while self.peek() == "|":
            self.take()
            other_first, other_last = self.sequence()
            fork, join = self.nfa.state(), self.nfa.state()
            self.nfa.empty[fork] += [first, other_first]
            self.nfa.empty[last].append(join)
            self.nfa.empty[other_last].append(join)
            first, last = fork, join
        return first, last

    def sequence(self):
        first = last = self.nfa.state()
        while self.peek() not in ("", "|", ")"):
            next_first, next_last = self.repeated()
            self.nfa.empty[last].append(next_first)
            last = next_last
        return first, last

    def repeated(self):
        first, last = self.atom()
        while self.peek() in ("*", "+", "?") and self.peek():
            mark, before, after = self.take(), self.nfa.state(), self.nfa.state()
            self.nfa.empty[before].append(first)
            self.nfa.empty[last].append(after)
            if mark in "*?":
                self.nfa.empty[before].append(after)
            if mark in "*+":
                self.nfa.empty[last].append(first)
            first, last = before, after
        return first, last

    def atom(self):
        if self.peek() == "(":
            self.take()
            inside = self.alternatives()
            if self.take() != ")":
                raise ValueError("a group without end in " + self.regex)
            return inside
        first, last = self.nfa.state(), self.nfa.state()
        self.nfa.edges[first].append((self.byte_set(), last))
        return first, last

    def byte_set(self):
        character = self.take()
        if character == ".":
            return ALL_BYTES & ~NEWLINE
        if character == "[":
            return self.byte_class()
        return 1 << self.byte(character)

    def byte(self, character):
        """The byte that a character stands for, which may begin an escape."""
        if character != "\\":
            return ord(character)
        escaped = self.take()
        if escaped == "x":
            return int(self.take() + self.take(), 16)
        return ord(ESCAPES.get(escaped, escaped))

    def byte_class(self):
        negated = self.peek() == "^"
        if negated:
            self.take()
        found = 0
        while self.peek() != "]":
            low = high = self.byte(self.take())
            if self.peek() == "-" and self.regex[self.at + 1] != "]":
                self.take()
                high = self.byte(self.take())
            for byte in range(low, high + 1):
                found |= 1 << byte
        self.take()
        return ALL_BYTES & ~found if negated else found


# ---- from there to a small deterministic one ----


def byte_classes(sets):
    """For each byte the number of its class: bytes are in one class if they are in the same sets."""
    numbers, classes = {}, []
    for byte in range(256):
        key = tuple(bytes_ >> byte & 1 for bytes_ in sets)
        classes.append(numbers.setdefault(key, len(numbers)))
    return classes


def determinise(rules, modes):
    """Classes of bytes, rows of next states by class, the rule that each state accepts (0 for none), the start of each mode.

    State 0 is where nothing matches any more."""
    nfa, accepting = Nfa(), {}
    roots = [nfa.state() for _ in modes]
    for number, rule in enumerate(rules, 1):
        first, last = Parser(nfa, rule.regex).parse()
        nfa.empty[roots[rule.mode]].append(first)
        accepting[last] = number
    classes = byte_classes(sorted({bytes_ for edges in nfa.edges for bytes_, _ in edges}))
    samples = [classes.index(number) for number in range(max(classes) + 1)]
    numbers = {(): 0}
    starts = [numbers.setdefault(nfa.closure([root]), len(numbers)) for root in roots]
    order, rows, accepts = list(numbers), [], []
    for states in order:
        accepts.append(min((accepting[state] for state in states if state in accepting), default=0))
        row = []
        for sample in samples:
            reached = {target for state in states for bytes_, target in nfa.edges[state] if bytes_ >> sample & 1}
            target = nfa.closure(reached)
            if target not in numbers:
                numbers[target] = len(numbers)
                order.append(target)
            row.append(numbers[target])
        rows.append(row)
    return classes, rows, accepts, starts


def minimise(classes, rows, accepts, starts):
    """The same with no two states alike, and no two classes; states are numbered as they are met from the starts on."""
    numbers = {}
    groups = [numbers.setdefault(accept, len(numbers)) for accept in accepts]
    while True:
        numbers = {}
        keys = [(groups[state], tuple(groups[target] for target in rows[state])) for state in range(len(rows))]
        finer = [numbers.setdefault(key, len(numbers)) for key in keys]
        if max(finer) == max(groups):
            break
        groups = finer
    represents = {group: state for state, group in reversed(list(enumerate(groups)))}
    order = list(dict.fromkeys(groups[state] for state in [0] + starts))
    for group in order:
        order += [target for target in dict.fromkeys(groups[t] for t in rows[represents[group]]) if target not in order]
    place = {group: number for number, group in enumerate(order)}
    rows = [[place[groups[target]] for target in rows[represents[group]]] for group in order]
    accepts = [accepts[represents[group]] for group in order]
    columns = list(zip(*rows))
    kept = list(dict.fromkeys(columns))
    classes = [kept.index(columns[number]) for number in classes]
    return classes, [list(row) for row in zip(*kept)], accepts, [place[groups[start]] for start in starts]


# ---- the tables ----


class Tables:
    """As flex has them: states from 1 on, the last one where nothing matches any more."""

    def __init__(self, rules, modes):
        self.rules, self.modes = rules, modes
        classes, rows, accepts, starts = minimise(*determinise(rules, modes))
        self.ec, self.jam, self.class_count = classes, len(rows), len(rows[0])
        number = lambda state: state if state > 0 else self.jam
        self.starts = [number(start) for start in starts]
        self.rows = [None] + [[number(target) for target in row] for row in rows[1:] + rows[:1]]
        self.accept = [0] + accepts[1:] + accepts[:1]
        self.begin = [0] + [rule.after for rule in rules]
        self.again = [0] + [int(rule.again) for rule in rules]
        self.choose_defaults()
        self.fit_rows()

    def choose_defaults(self):
        """The default of a state is the one with the most entries alike, as far as chains stay short."""
        self.default, chain = [0] * (self.jam + 1), [0] * (self.jam + 1)
        self.default[self.jam] = self.jam
        met = [self.jam]
        for state in range(1, self.jam):
            alike = lambda other: sum(a == b for a, b in zip(self.rows[state], self.rows[other]))
            best = max((other for other in met if chain[other] < LONGEST_CHAIN), key=lambda other: (alike(other), -other))
            self.default[state], chain[state] = best, chain[best] + 1
            met.append(state)

    def entries(self, state):
        """The classes in which a state differs from its default: all for the last one, which has no other."""
        row, default = self.rows[state], self.rows[self.default[state]]
        return [c for c in range(self.class_count) if state == self.jam or row[c] != default[c]]

    def fit_rows(self):
        """Rows with many entries first, each at the first place where its entries are free."""
        self.base, self.check, self.next = [0] * (self.jam + 1), [], []
        for state in sorted(range(1, self.jam + 1), key=lambda state: (-len(self.entries(state)), state)):
            taken = self.entries(state)
            base = 0
            while any(base + c < len(self.check) and self.check[base + c] for c in taken):
                base += 1
            missing = base + self.class_count - len(self.check)
            self.check += [0] * missing
            self.next += [0] * missing
            self.base[state] = base
            for c in taken:
                self.check[base + c], self.next[base + c] = state, self.rows[state][c]

    def step(self, state, byte):
        """The next state, found as the lexer finds it."""
        c = self.ec[byte]
        while self.check[self.base[state] + c] != state:
            state = self.default[state]
        return self.next[self.base[state] + c]

    def match(self, mode, text):
        """The rule and the length of the longest match at the start of a text."""
        state, found = self.starts[mode], (0, 0)
        for length, byte in enumerate(text, 1):
            state = self.step(state, byte)
            if state == self.jam:
                break
            if self.accept[state]:
                found = (self.accept[state], length)
        return found

    def header(self, name):
        """The text of the header."""
        lines = ["/* Made by make_lexer.py from " + name + ".tokens: %d rules, %d states, %d classes of bytes. */"
                 % (len(self.rules), self.jam, self.class_count), "#include <stdint.h>", "", "enum {"]
        for number, rule in enumerate(self.rules, 1):
            alike = [other for other, given in enumerate(self.rules, 1) if given.name == rule.name]
            if len(alike) == 1:
                lines.append("    %s = %d," % (rule.name, number))
            elif number == alike[0]:
                lines.append("    FIRST_%s = %d,\n    LAST_%s = %d," % (rule.name, number, rule.name, alike[-1]))
        lines += ["    RULES = %d,\n    MODES = %d,\n    JAM = %d,\n    CLASSES = %d,\n};"
                  % (len(self.rules), len(self.modes), self.jam, self.class_count)]
        tables = [("uint8_t", "yy_ec", self.ec), ("int16_t", "yy_accept", self.accept), ("int16_t", "yy_base", self.base),
                  ("int16_t", "yy_def", self.default), ("int16_t", "yy_nxt", self.next), ("int16_t", "yy_chk", self.check),
                  ("int16_t", "yy_begin", self.begin), ("uint8_t", "yy_again", self.again),
                  ("int16_t", "yy_start", self.starts)]
        for kind, table, numbers in tables:
            assert max(numbers) < (256 if kind == "uint8_t" else 32768)
            lines.append("\nstatic const %s %s[%d] = {" % (kind, table, len(numbers)))
            for at in range(0, len(numbers), 20):
                lines.append("    " + ", ".join(str(number) for number in numbers[at:at + 20]) + ",")
            lines.append("};")
        return "\n".join(lines) + "\n"


# ---- the check ----


def expected_match(rules, mode, text):
    """What Python's own regular expressions say: the first of the rules that match most."""
    for length in range(len(text), 0, -1):
        for number, rule in enumerate(rules, 1):
            if rule.mode == mode and re.fullmatch(rule.regex.encode("latin-1"), text[:length]):
                return number, length
    return 0, 0


def ways_to_states(tables):
    """For each state that can be reached, the mode and a shortest text that lead to it."""
    samples = [tables.ec.index(number) for number in range(tables.class_count)]
    ways = {start: (mode, b"") for mode, start in reversed(list(enumerate(tables.starts)))}
    waiting = list(ways)
    for state in waiting:
        mode, text = ways[state]
        for sample, target in zip(samples, tables.rows[state]):
            if target not in ways:
                ways[target] = (mode, text + bytes([sample]))
                waiting.append(target)
    return ways


def compare_with_python(tables, source, rounds):
    """Fails on a text about which the tables say something else. Every state is met, and left with some bytes."""
    ways = ways_to_states(tables)
    if len(ways) != tables.jam:
        sys.exit("states that nothing leads to: %d" % (tables.jam - len(ways)))
    ways = sorted(ways.values())
    for number in range(rounds):
        mode, text = ways[number % len(ways)]
        for _ in range(source.randrange(5)):
            some = tables.ec.index(source.randrange(tables.class_count))
            text += bytes([source.choice([some, source.randrange(256)])])
        found, expected = tables.match(mode, text), expected_match(tables.rules, mode, text)
        if found != expected:
            sys.exit("mode %d, %r: found rule and length %r, expected %r" % (mode, text, found, expected))


def main():
    check = sys.argv[1:] == ["--check"]
    if sys.argv[1:] and not check:
        sys.exit(__doc__)
    for path in sorted(HERE.glob("*.tokens")):
        tables = Tables(*read_rules(path.read_text()))
        header, text = path.with_suffix(".h"), tables.header(path.stem)
        print("%-8s %3d rules, %4d states, %3d classes, %5d entries" %
              (path.stem, len(tables.rules), tables.jam, tables.class_count, len(tables.next)))
        if not check:
            header.write_text(text)
            continue
        if not header.exists() or header.read_text() != text:
            sys.exit(header.name + " is not what make_lexer.py writes")
        compare_with_python(tables, random.Random(path.stem), 3000)


if __name__ == "__main__":
    main()
