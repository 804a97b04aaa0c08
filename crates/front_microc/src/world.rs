//! Implementations of [`World`]: lists of numbers, and text.

use std::io::{BufRead, Write};

use crate::fault::Fault;
use crate::machine::World;

/// Reads from a list of numbers and writes to one; for tests.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Numbers {
    /// The rest of the input, in reverse order.
    reversed: Vec<i32>,
    /// The output of the program.
    pub output: Vec<i32>,
    /// How many more times [`World::go_on`] returns true; `None` means without limit.
    patience: Option<u32>,
}

impl Numbers {
    /// A world with that input.
    pub fn new(input: &[i32]) -> Numbers {
        Numbers { reversed: input.iter().rev().copied().collect(), ..Numbers::default() }
    }

    /// Limits the run: `times` is how often [`World::go_on`] returns true. The interpreter asks every few
    /// thousand steps.
    pub fn with_patience(self, times: u32) -> Numbers {
        Numbers { patience: Some(times), ..self }
    }

    /// The output as text, one number on each line.
    pub fn printed(&self) -> String {
        self.output.iter().map(|number| format!("{number}\n")).collect()
    }
}

impl World for Numbers {
    fn input(&mut self) -> Result<i32, Fault> {
        self.reversed.pop().ok_or(Fault::EndOfInput)
    }

    fn output(&mut self, number: i32) {
        self.output.push(number);
    }

    fn go_on(&mut self) -> bool {
        match &mut self.patience {
            Some(0) => false,
            Some(left) => {
                *left -= 1;
                true
            }
            None => true,
        }
    }
}

/// Reads and writes text: numbers separated by blanks or commas, printed one on each line; or, with `ascii`,
/// one character for each number.
pub struct Text<R, W> {
    input: R,
    output: W,
    ascii: bool,
}

impl<R: BufRead, W: Write> Text<R, W> {
    /// A world that reads and writes text.
    pub fn new(input: R, output: W, ascii: bool) -> Text<R, W> {
        Text { input, output, ascii }
    }

    /// The next byte, without taking it; a read error counts as the end.
    fn peek(&mut self) -> Option<u8> {
        self.input.fill_buf().ok().and_then(|bytes| bytes.first().copied())
    }

    fn next_word(&mut self) -> String {
        let between = |byte: u8| byte.is_ascii_whitespace() || byte == b',';
        while self.peek().is_some_and(between) {
            self.input.consume(1);
        }
        let mut word = Vec::new();
        while let Some(byte) = self.peek().filter(|&byte| !between(byte)) {
            word.push(byte);
            self.input.consume(1);
        }
        String::from_utf8_lossy(&word).into_owned()
    }
}

impl<R: BufRead, W: Write> World for Text<R, W> {
    fn input(&mut self) -> Result<i32, Fault> {
        // Prompts of the program must be visible before it waits for an answer.
        let _ = self.output.flush();
        if self.ascii {
            let byte = self.peek().ok_or(Fault::EndOfInput)?;
            self.input.consume(1);
            return Ok(i32::from(byte));
        }
        let word = self.next_word();
        if word.is_empty() {
            return Err(Fault::EndOfInput);
        }
        word.parse().map_err(|_| Fault::BadInput(word))
    }

    fn output(&mut self, number: i32) {
        // If the reader of the output has gone away, the program continues.
        let _ = if self.ascii { self.output.write_all(&[number as u8]) } else { writeln!(self.output, "{number}") };
    }
}
