//! Reads the text form that `print.rs` describes. Any text gives a module or an error with its place, never a
//! panic. Whether the module obeys the rules of the IR is checked by [`crate::verify`], not here.

use std::collections::{BTreeMap, HashMap};
use std::error::Error;
use std::fmt;

use crate::lex::{Located, Token, lex};
use crate::module::{FuncId, Function, Global, GlobalId, Module, Reg, Relocation, Target};

mod body;
mod tokens;

/// An error in the text; line and column are counted from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// The line.
    pub line: u32,
    /// The column, in characters.
    pub column: u32,
    /// What is wrong.
    pub message: String,
}

impl ParseError {
    pub(crate) fn new(line: u32, column: u32, message: impl Into<String>) -> ParseError {
        ParseError { line, column, message: message.into() }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl Error for ParseError {}

/// Parses the text form of a module.
pub fn parse_module(text: &str) -> Result<Module, ParseError> {
    let tokens = lex(text)?;
    let mut parser = Parser { tokens: &tokens, next: 0, symbols: HashMap::new(), regs: BTreeMap::new() };
    parser.collect_symbols()?;
    let mut module = Module::default();
    while !parser.at_end() {
        match parser.word("`file`, `global`, `declare` or `func`")? {
            "file" => {
                if parser.number()? != module.files.len() as u64 {
                    return parser.wrong_last("files are numbered from 0 without gaps");
                }
                module.files.push(parser.string()?);
            }
            "global" => module.globals.push(parser.global()?),
            "declare" => module.functions.push(parser.function(false)?),
            "func" => module.functions.push(parser.function(true)?),
            _ => return parser.wrong_last("expected `file`, `global`, `declare` or `func`"),
        }
    }
    Ok(module)
}

type Parsed<T> = Result<T, ParseError>;

struct Parser<'a> {
    tokens: &'a [Located<'a>],
    next: usize,
    symbols: HashMap<String, Target>,
    /// The registers seen so far in the current function.
    regs: BTreeMap<u32, RegSeen>,
}

/// What is known of a register: its width, once it has been assigned, and the index of the token that mentions
/// it first.
struct RegSeen {
    width: Option<u32>,
    token: usize,
}

impl Parser<'_> {
    /// Assigns every global and function its id, before any use of it is parsed.
    fn collect_symbols(&mut self) -> Parsed<()> {
        let (mut depth, mut globals, mut functions) = (0usize, 0, 0);
        for index in 0..self.tokens.len() {
            let target = match self.tokens[index].token {
                Token::Punct('{') => {
                    depth += 1;
                    continue;
                }
                Token::Punct('}') => {
                    depth = depth.saturating_sub(1);
                    continue;
                }
                Token::Word("global") if depth == 0 => Target::Global(GlobalId(globals)),
                Token::Word("declare" | "func") if depth == 0 => Target::Func(FuncId(functions)),
                _ => continue,
            };
            // The word itself may be a symbol's name, as in `global @func`.
            if index > 0 && self.tokens[index - 1].token == Token::Punct('@') {
                continue;
            }
            match target {
                Target::Global(_) => globals += 1,
                Target::Func(_) => functions += 1,
            }
            self.next = index + 1;
            let name = self.symbol_name()?;
            if self.symbols.insert(name, target).is_some() {
                return self.wrong_last("this name is already taken");
            }
        }
        self.next = 0;
        Ok(())
    }

    fn global(&mut self) -> Parsed<Global> {
        let name = self.symbol_name()?;
        self.keyword("size")?;
        let size = self.number()?;
        self.keyword("align")?;
        let align = self.number()?;
        let address = if self.eat_word("address") { Some(self.number()?) } else { None };
        let constant = self.eat_word("const");
        let external = self.eat_word("external");
        let mut global =
            Global { name, size, align, address, constant, external, init: Vec::new(), relocations: Vec::new() };
        if self.eat('{') {
            while !self.eat('}') {
                match self.word("`bytes`, `reloc` or `}`")? {
                    "bytes" => self.bytes(&mut global.init)?,
                    "reloc" => {
                        let offset = self.number()?;
                        let target = self.symbol()?;
                        global.relocations.push(Relocation { offset, target, addend: self.offset()? });
                    }
                    _ => return self.wrong_last("expected `bytes`, `reloc` or `}`"),
                }
            }
        }
        Ok(global)
    }

    /// Appends the strings and pairs of hexadecimal digits that follow, at least one.
    fn bytes(&mut self, bytes: &mut Vec<u8>) -> Parsed<()> {
        let start = bytes.len();
        loop {
            match self.peek() {
                Some(Token::Quoted(string)) => bytes.extend_from_slice(string),
                Some(Token::Word(word)) if word.len() == 2 && word.bytes().all(|c| c.is_ascii_hexdigit()) => {
                    bytes.push(u8::from_str_radix(word, 16).expect("two hexadecimal digits are a byte"));
                }
                _ if bytes.len() > start => return Ok(()),
                _ => return self.wrong("expected a string or pairs of hexadecimal digits"),
            }
            self.next += 1;
        }
    }

    fn function(&mut self, defined: bool) -> Parsed<Function> {
        self.regs.clear();
        let start = self.next;
        let name = self.symbol_name()?;
        let mut params = Vec::new();
        let mut variadic = false;
        self.expect('(')?;
        while !self.eat(')') {
            if !params.is_empty() {
                self.expect(',')?;
            }
            if self.eat_word("...") {
                variadic = true;
                self.expect(')')?;
                break;
            }
            params.push(if defined || self.peek_is('%') {
                self.definition()?
            } else {
                let reg = Reg(params.len() as u32);
                let width = self.width()?;
                self.define(reg, width)?;
                reg
            });
        }
        let ret = if self.eat('-') {
            self.expect('>')?;
            self.width()?
        } else {
            0
        };
        let frame_bytes = if self.eat_word("frame") { self.number()? } else { 0 };
        let mut prefix = Vec::new();
        if self.eat_word("prefix") {
            self.bytes(&mut prefix)?;
        }
        let machine = self.eat_word("machine");
        if self.eat_word("regs") {
            self.definition()?;
            while self.eat(',') {
                self.definition()?;
            }
        }
        let names = self.variables()?;
        let pos = self.pos()?;
        let mut blocks = Vec::new();
        if defined {
            self.expect('{')?;
            while blocks.is_empty() || !self.eat('}') {
                blocks.push(self.block(blocks.len())?);
            }
        }
        let regs = self.take_regs(start)?;
        Ok(Function { name, params, ret, variadic, regs, blocks, frame_bytes, prefix, machine, names, pos })
    }

    /// The names of variables that registers hold, if there are any.
    fn variables(&mut self) -> Parsed<Vec<(Reg, String)>> {
        let mut names = Vec::new();
        if self.eat_word("names") {
            names.push((self.reg()?, self.string()?));
            while self.eat(',') {
                names.push((self.reg()?, self.string()?));
            }
        }
        Ok(names)
    }

    /// The widths of the current function's registers, which must be numbered without gaps. `function` is the
    /// token that errors about gaps are reported at.
    fn take_regs(&mut self, function: usize) -> Parsed<Vec<u32>> {
        let mut widths = Vec::new();
        for (number, seen) in std::mem::take(&mut self.regs) {
            let Some(width) = seen.width else {
                return self.wrong_at(seen.token, format!("nothing gives register %{number} a width"));
            };
            if number as usize != widths.len() {
                let gap = format!("registers are numbered without gaps: %{} is missing", widths.len());
                return self.wrong_at(function, gap);
            }
            widths.push(width);
        }
        Ok(widths)
    }
}
