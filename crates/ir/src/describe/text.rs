//! Pieces of text with their precedence in C, so that parentheses stand only where C needs them.

use bv::Bv;

/// How tightly an expression holds together, in C's order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Level {
    Choice,
    Either,
    Both,
    Or,
    Xor,
    And,
    Equality,
    Relation,
    Shift,
    Sum,
    Product,
    Prefix,
    Postfix,
}

/// How a constant is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sign {
    Signed,
    Unsigned,
    /// Below zero if that is the shorter way.
    Small,
    /// As a character, if it is a visible one.
    Character,
}

/// An expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Text {
    pub(super) text: String,
    pub(super) level: Level,
}

impl Text {
    /// What cannot be said.
    pub(super) fn unknown() -> Text {
        Text::plain("…".to_owned())
    }

    /// A name.
    pub(super) fn name(name: &str) -> Text {
        Text::plain(name.to_owned())
    }

    /// A text that never needs parentheses.
    pub(super) fn plain(text: String) -> Text {
        Text { text, level: Level::Postfix }
    }

    /// A constant.
    pub(super) fn number(value: &Bv, sign: Sign) -> Text {
        let Some(unsigned) = value.to_u64() else { return Text::unknown() };
        let signed = value.to_i64();
        let character = matches!(unsigned, 9 | 10 | 13 | 32..=126).then_some(unsigned as u8);
        let below_zero = match sign {
            Sign::Signed => signed < 0,
            Sign::Unsigned => false,
            // A byte is more often a part of something than a number below zero.
            Sign::Small | Sign::Character => value.width() >= 16 && (-SMALL..0).contains(&signed),
        };
        match character {
            Some(byte) if sign == Sign::Character => Text::plain(format!("'{}'", byte.escape_ascii())),
            _ if below_zero => Text { text: signed.to_string(), level: Level::Prefix },
            _ => Text::plain(unsigned.to_string()),
        }
    }

    /// An operator before its operand.
    pub(super) fn prefix(symbol: &str, operand: Text) -> Text {
        // `- -x` must not become `--x`.
        let apart = if operand.text.starts_with(symbol) && symbol == "-" { " " } else { "" };
        Text { text: format!("{symbol}{apart}{}", operand.at_least(Level::Prefix).text), level: Level::Prefix }
    }

    /// An operator between its operands.
    pub(super) fn infix(level: Level, symbol: &str, a: Text, b: Text) -> Text {
        // Operators group to the left, which makes no difference for those that are associative.
        let is_associative = matches!(symbol, "+" | "&" | "|" | "^" | "&&" | "||");
        // A comparison of comparisons needs no parentheses, but is hard to read without.
        let (a, b) = match level {
            Level::Equality | Level::Relation => (a.above(Level::Relation), b.above(Level::Relation)),
            _ if is_associative => (a.at_least(level), b.at_least(level)),
            _ => (a.at_least(level), b.above(level)),
        };
        Text { text: format!("{} {symbol} {}", a.text, b.text), level }
    }

    /// `cond ? a : b`
    pub(super) fn choice(cond: Text, a: Text, b: Text) -> Text {
        let (cond, b) = (cond.above(Level::Choice), b.at_least(Level::Choice));
        Text { text: format!("{} ? {} : {}", cond.text, a.text, b.text), level: Level::Choice }
    }

    /// The text with something after it that holds most tightly: a call, an index, a field.
    pub(super) fn followed_by(self, what: &str) -> Text {
        Text::plain(self.at_least(Level::Postfix).text + what)
    }

    fn at_least(self, level: Level) -> Text {
        if self.level >= level { self } else { Text::plain(format!("({})", self.text)) }
    }

    fn above(self, level: Level) -> Text {
        if self.level > level { self } else { Text::plain(format!("({})", self.text)) }
    }
}

/// Numbers from here to zero are written as negative where the sign is not known.
const SMALL: i64 = 1 << 15;
