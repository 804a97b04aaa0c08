//! Reads blocks, instructions and operands.

use bv::Bv;

use super::tokens::decimal;
use super::{Parsed, Parser, RegSeen};
use crate::inst::{BinaryOp, Callee, CastOp, CompareOp, Edge, Inst, Operand, Terminator};
use crate::kind::ErrorKind;
use crate::lex::Token;
use crate::module::{Block, BlockId, Pos, Reg, Target};

impl Parser<'_> {
    pub(super) fn block(&mut self, index: usize) -> Parsed<Block> {
        if self.block_id()?.index() != index {
            return self.wrong_last(format!("blocks stand in order: expected b{index}"));
        }
        let mut params = Vec::new();
        if self.eat('(') {
            params.push(self.definition()?);
            while !self.eat(')') {
                self.expect(',')?;
                params.push(self.definition()?);
            }
        }
        self.expect(':')?;
        let mut insts = Vec::new();
        loop {
            if self.peek_is('%') {
                let dst = self.definition()?;
                self.expect('=')?;
                let inst = self.assignment(dst)?;
                insts.push((inst, self.pos()?));
                continue;
            }
            let name = self.word("an instruction")?;
            let inst = match name {
                "store" => Inst::Store { ptr: self.operand()?, value: self.operand_after_comma()? },
                "check" => self.check()?,
                "call" => self.call(None)?,
                "unsupported" => Inst::Unsupported { what: self.string()? },
                "place" => {
                    let address = self.number()?;
                    let named = matches!(self.peek(), Some(Token::Quoted(_)));
                    Inst::Place { address, symbol: if named { Some(self.string()?) } else { None } }
                }
                _ => {
                    let term = self.terminator(name)?;
                    return Ok(Block { params, insts, term, term_pos: self.pos()? });
                }
            };
            insts.push((inst, self.pos()?));
        }
    }

    /// Parses an instruction that assigns `dst`, starting at the name of the operation.
    fn assignment(&mut self, dst: Reg) -> Parsed<Inst> {
        let name = self.word("an operation")?;
        if let Some(op) = BinaryOp::from_name(name) {
            return Ok(Inst::Binary { op, dst, a: self.operand()?, b: self.operand_after_comma()? });
        }
        if let Some(op) = CompareOp::from_name(name) {
            return Ok(Inst::Compare { op, dst, a: self.operand()?, b: self.operand_after_comma()? });
        }
        if let Some(op) = CastOp::from_name(name) {
            return Ok(Inst::Cast { op, dst, a: self.operand()? });
        }
        Ok(match name {
            "undefined" => Inst::Undefined { dst },
            "move" => Inst::Move { dst, src: self.operand()? },
            "extract" => {
                let a = self.operand()?;
                self.expect(',')?;
                Inst::Extract { dst, a, lo: self.number_u32()? }
            }
            "concat" => Inst::Concat { dst, hi: self.operand()?, lo: self.operand_after_comma()? },
            "select" => {
                let cond = self.operand()?;
                Inst::Select { dst, cond, a: self.operand_after_comma()?, b: self.operand_after_comma()? }
            }
            "alloca" => {
                let size = self.operand()?;
                self.expect(',')?;
                self.keyword("align")?;
                Inst::Alloca { dst, size, align: self.number()? }
            }
            "load" => Inst::Load { dst, ptr: self.operand()? },
            "call" => self.call(Some(dst))?,
            "unwound" => Inst::Unwound { dst, pad: self.operand()? },
            _ => return self.wrong_last(format!("`{name}` is no operation with a result")),
        })
    }

    fn check(&mut self) -> Parsed<Inst> {
        let cond = self.operand()?;
        self.expect(',')?;
        let start = self.next;
        let mut name = self.word("an error kind")?.to_string();
        while self.eat('-') {
            name.push('-');
            name.push_str(self.word("an error kind")?);
        }
        let Some(kind) = ErrorKind::from_name(&name) else {
            return self.wrong_at(start, format!("unknown error kind `{name}`"));
        };
        self.expect(',')?;
        Ok(Inst::Check { cond, kind, message: self.string()? })
    }

    fn call(&mut self, dst: Option<Reg>) -> Parsed<Inst> {
        let callee = if self.eat_word("indirect") {
            Callee::Indirect(self.operand()?)
        } else {
            match self.symbol()? {
                Target::Func(id) => Callee::Direct(id),
                Target::Global(_) => return self.wrong_last("a variable cannot be called"),
            }
        };
        Ok(Inst::Call { dst, callee, args: self.args()? })
    }

    fn terminator(&mut self, name: &str) -> Parsed<Terminator> {
        Ok(match name {
            "jump" => Terminator::Jump(self.edge()?),
            "branch" => {
                let cond = self.operand()?;
                self.expect(',')?;
                let then = self.edge()?;
                self.expect(',')?;
                Terminator::Branch { cond, then, other: self.edge()? }
            }
            "switch" => {
                let value = self.operand()?;
                let mut cases = Vec::new();
                loop {
                    self.expect(',')?;
                    let case = if self.eat_word("default") { None } else { Some(self.constant()?) };
                    self.expect('-')?;
                    self.expect('>')?;
                    let edge = self.edge()?;
                    match case {
                        Some(case) => cases.push((case, edge)),
                        None => return Ok(Terminator::Switch { value, cases, default: edge }),
                    }
                }
            }
            "goto" => Terminator::Goto { address: self.operand()? },
            "return" => Terminator::Return(if self.at_operand() { Some(self.operand()?) } else { None }),
            "unreachable" => Terminator::Unreachable,
            _ => return self.wrong_last(format!("`{name}` is no instruction")),
        })
    }

    fn edge(&mut self) -> Parsed<Edge> {
        let block = self.block_id()?;
        Ok(Edge { block, args: if self.peek_is('(') { self.args()? } else { Vec::new() } })
    }

    fn args(&mut self) -> Parsed<Vec<Operand>> {
        let mut args = Vec::new();
        self.expect('(')?;
        while !self.eat(')') {
            if !args.is_empty() {
                self.expect(',')?;
            }
            args.push(self.operand()?);
        }
        Ok(args)
    }

    fn operand_after_comma(&mut self) -> Parsed<Operand> {
        self.expect(',')?;
        self.operand()
    }

    fn at_operand(&self) -> bool {
        match self.peek() {
            Some(Token::Punct(c)) => matches!(c, '%' | '@' | '-'),
            Some(Token::Word(word)) => word.starts_with(|c: char| c.is_ascii_digit()),
            _ => false,
        }
    }

    pub(super) fn operand(&mut self) -> Parsed<Operand> {
        if self.peek_is('%') {
            let token = self.next;
            let reg = self.reg()?;
            self.regs.entry(reg.0).or_insert(RegSeen { width: None, token });
            Ok(Operand::Reg(reg))
        } else if self.peek_is('@') {
            match self.symbol()? {
                Target::Global(id) => Ok(Operand::Global(id, self.offset()?)),
                Target::Func(id) => Ok(Operand::Func(id)),
            }
        } else if self.at_operand() {
            Ok(Operand::Const(self.constant()?))
        } else {
            self.wrong("expected an operand: %register, value:width or @symbol")
        }
    }

    fn constant(&mut self) -> Parsed<Bv> {
        let start = self.next;
        let negative = self.eat('-');
        let word = self.word("a number")?;
        let words = match word.strip_prefix("0x") {
            Some(digits) => hex_words(digits),
            None => decimal(word).map(|number| vec![number]),
        };
        self.expect(':')?;
        let width = self.width()?;
        let Some(words) = words else {
            return self.wrong_at(start, format!("`{word}` is no number"));
        };
        let value = match (negative, words.as_slice()) {
            (false, _) => Some(Bv::from_words(width, &words)).filter(|value| same_number(value.words(), &words)),
            (true, &[number]) if width <= 64 && number <= 1 << (width - 1) => {
                Some(Bv::new(width, number.wrapping_neg()))
            }
            (true, _) => None,
        };
        match value {
            Some(value) => Ok(value),
            None => self.wrong_at(start, format!("the number does not fit {width} bits")),
        }
    }

    /// `%n:width`, as it is written where a register is assigned.
    pub(super) fn definition(&mut self) -> Parsed<Reg> {
        let reg = self.reg()?;
        self.expect(':')?;
        let width = self.width()?;
        self.define(reg, width)?;
        Ok(reg)
    }

    pub(super) fn define(&mut self, reg: Reg, width: u32) -> Parsed<()> {
        let seen = self.regs.entry(reg.0).or_insert(RegSeen { width: None, token: self.next - 1 });
        match seen.width.replace(width) {
            Some(before) if before != width => self.wrong_last(format!("{reg} has width {before} elsewhere")),
            _ => Ok(()),
        }
    }

    pub(super) fn reg(&mut self) -> Parsed<Reg> {
        self.expect('%')?;
        Ok(Reg(self.number_u32()?))
    }

    fn block_id(&mut self) -> Parsed<BlockId> {
        let number = self.word("a block")?.strip_prefix('b').and_then(decimal).and_then(|n| u32::try_from(n).ok());
        number.map_or_else(|| self.wrong_last("expected a block, like b0"), |number| Ok(BlockId(number)))
    }

    pub(super) fn symbol(&mut self) -> Parsed<Target> {
        let name = self.symbol_name()?;
        match self.symbols.get(&name) {
            Some(&target) => Ok(target),
            None => self.wrong_last(format!("nothing is named `{name}`")),
        }
    }

    pub(super) fn symbol_name(&mut self) -> Parsed<String> {
        self.expect('@')?;
        match self.peek() {
            Some(Token::Word(word)) => {
                let name = word.to_string();
                self.next += 1;
                Ok(name)
            }
            _ => self.string(),
        }
    }

    /// `+n` or `-n`; nothing means 0.
    pub(super) fn offset(&mut self) -> Parsed<i64> {
        let negative = self.eat('-');
        if !negative && !self.eat('+') {
            return Ok(0);
        }
        let number = i128::from(self.number()?);
        let number = i64::try_from(if negative { -number } else { number });
        number.or_else(|_| self.wrong_last("an offset has 64 bits with a sign"))
    }

    pub(super) fn pos(&mut self) -> Parsed<Pos> {
        if !self.eat('!') {
            return Ok(Pos::default());
        }
        let file = self.number_u32()?;
        self.expect(':')?;
        let line = self.number_u32()?;
        self.expect(':')?;
        Ok(Pos { file, line, column: self.number_u32()? })
    }
}

/// The number of these hexadecimal digits as words, the least significant first.
fn hex_words(digits: &str) -> Option<Vec<u64>> {
    if digits.is_empty() || !digits.bytes().all(|c| c.is_ascii_hexdigit()) {
        return None;
    }
    let mut words = Vec::new();
    let mut end = digits.len();
    while end > 0 {
        let start = end.saturating_sub(16);
        words.push(u64::from_str_radix(&digits[start..end], 16).ok()?);
        end = start;
    }
    Some(words)
}

/// Whether two numbers, as words with the least significant first, are equal up to leading zeros.
fn same_number(a: &[u64], b: &[u64]) -> bool {
    (0..a.len().max(b.len())).all(|index| a.get(index).unwrap_or(&0) == b.get(index).unwrap_or(&0))
}
