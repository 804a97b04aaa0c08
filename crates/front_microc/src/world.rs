//! The worlds a program can run in: a list of numbers, or text.

use std::io::{BufRead, Write};

use crate::fault::Fault;
use crate::machine::World;

/// Numbers in, numbers out: for tests.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Numbers {
    /// What is left of the input, the next number last.
    reversed: Vec<i32>,
    /// What the program put out.
    pub output: Vec<i32>,
    /// How often the machine may still ask whether to go on; `None` is without end.
    patience: Option<u32>,
}

impl Numbers {
    /// A world with that input.
    pub fn new(input: &[i32]) -> Numbers {
        Numbers { reversed: input.iter().rev().copied().collect(), ..Numbers::default() }
    }

    /// The world, ending the run after some thousands of steps, `times` of them.
    pub fn with_patience(self, times: u32) -> Numbers {
        Numbers { patience: Some(times), ..self }
    }

    /// The output as a program prints it.
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

/// Text in, text out: numbers between blanks or commas, printed one a line; or, in ASCII, one character each.
pub struct Text<R, W> {
    input: R,
    output: W,
    ascii: bool,
}

impl<R: BufRead, W: Write> Text<R, W> {
    /// A world of text.
    pub fn new(input: R, output: W, ascii: bool) -> Text<R, W> {
        Text { input, output, ascii }
    }

    /// The next byte, not taken; what cannot be read is the end.
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
        // What the program asked the user for must be seen before the answer is waited for.
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
        // A reader that has gone away is no reason to stop.
        let _ = if self.ascii { self.output.write_all(&[number as u8]) } else { writeln!(self.output, "{number}") };
    }
}
