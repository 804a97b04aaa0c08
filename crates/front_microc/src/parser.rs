//! Parses tokens to a tree by recursive descent; operators by precedence.
//!
//! Parsing stops at the first problem. Recursion is bounded: text nested deeper than [`MAX_NESTING`] and trees
//! deeper than [`MAX_DEPTH`] (a sum of many terms is a deep tree without being nested) are rejected, so that
//! neither this file nor any later pass over the tree can overflow the stack.

use crate::ast::{Ast, Expr, ExprId, ExprKind, Function, Name, Op, Stmt, StmtId, StmtKind};
use crate::lexer::{Token, tokens};
use crate::source::{Pos, Problem};

/// The maximum number of brackets, blocks and prefix operators that are open at the same time.
pub const MAX_NESTING: u32 = 256;
/// The maximum depth of the tree of an expression, in nodes.
pub const MAX_DEPTH: u32 = 1000;

/// Parses a text.
pub fn parse(text: &str) -> Result<Ast, Problem> {
    let mut parser = Parser { tokens: tokens(text), at: 0, ast: Ast::default(), depths: Vec::new(), nesting: 0 };
    while *parser.peek() != Token::End {
        let function = parser.function()?;
        parser.ast.functions.push(function);
    }
    Ok(parser.ast)
}

struct Parser {
    tokens: Vec<(Token, Pos)>,
    at: usize,
    ast: Ast,
    /// The depth of each expression's tree.
    depths: Vec<u32>,
    nesting: u32,
}

type Parsed<T> = Result<T, Problem>;

impl Parser {
    fn peek(&self) -> &Token {
        &self.tokens[self.at].0
    }

    fn pos(&self) -> Pos {
        self.tokens[self.at].1
    }

    fn is(&self, sign: &str) -> bool {
        matches!(self.peek(), Token::Sign(found) if *found == sign)
    }

    /// Goes to the next token, except at the last one.
    fn advance(&mut self) -> Pos {
        let pos = self.pos();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        pos
    }

    /// Takes the sign if it is the next token; returns whether it was.
    fn take(&mut self, sign: &str) -> bool {
        let here = self.is(sign);
        if here {
            self.advance();
        }
        here
    }

    fn expect(&mut self, sign: &str, why: &str) -> Parsed<Pos> {
        if self.is(sign) { Ok(self.advance()) } else { Err(self.unexpected(&format!("`{sign}` {why}"))) }
    }

    fn unexpected(&self, wanted: &str) -> Problem {
        Problem::new(self.pos(), format!("expected {wanted}, found {}", self.peek().describe()))
    }

    fn name(&mut self, what: &str) -> Parsed<Name> {
        match self.peek() {
            Token::Name(text) => {
                let text = text.clone();
                Ok(Name { text, pos: self.advance() })
            }
            Token::Sign(word) if crate::lexer::WORDS.contains(word) => {
                Err(Problem::new(self.pos(), format!("expected {what}, found the keyword `{word}`")))
            }
            _ => Err(self.unexpected(what)),
        }
    }

    /// Parses a part one nesting level deeper.
    fn nested<T>(&mut self, part: fn(&mut Parser) -> Parsed<T>) -> Parsed<T> {
        if self.nesting == MAX_NESTING {
            return Err(Problem::new(self.pos(), format!("nested more than {MAX_NESTING} levels deep")));
        }
        self.nesting += 1;
        let result = part(self);
        self.nesting -= 1;
        result
    }

    fn add(&mut self, kind: ExprKind, pos: Pos) -> Parsed<ExprId> {
        let deepest = kind.operands().iter().map(|operand| self.depths[operand.0 as usize]).max().unwrap_or(0);
        if deepest == MAX_DEPTH {
            return Err(Problem::new(pos, format!("the expression is more than {MAX_DEPTH} operators deep")));
        }
        self.ast.exprs.push(Expr { kind, pos });
        self.depths.push(deepest + 1);
        Ok(ExprId(self.ast.exprs.len() as u32 - 1))
    }

    fn add_stmt(&mut self, kind: StmtKind, pos: Pos) -> StmtId {
        self.ast.stmts.push(Stmt { kind, pos });
        StmtId(self.ast.stmts.len() as u32 - 1)
    }

    fn function(&mut self) -> Parsed<Function> {
        let name = self.name("the name of a function")?;
        self.expect("(", "after the function's name")?;
        let mut params = Vec::new();
        if !self.take(")") {
            params = self.names("the name of a parameter")?;
            self.expect(")", "after the parameters")?;
        }
        self.expect("{", "before the function's body")?;
        let mut vars = Vec::new();
        while self.take("var") {
            vars.extend(self.names("the name of a variable")?);
            self.expect(";", "after the variables")?;
        }
        let mut body = Vec::new();
        while !self.is("return") {
            if self.is("}") {
                return Err(Problem::new(self.pos(), format!("`{}` ends without `return`", name.text)));
            }
            body.push(self.statement()?);
        }
        let return_pos = self.advance();
        let result = self.expr()?;
        self.expect(";", "after the returned value")?;
        self.expect("}", "after `return`, which ends the function")?;
        Ok(Function { name, params, vars, body, result, return_pos })
    }

    fn names(&mut self, what: &str) -> Parsed<Vec<Name>> {
        let mut all = vec![self.name(what)?];
        while self.take(",") {
            all.push(self.name(what)?);
        }
        Ok(all)
    }

    fn statement(&mut self) -> Parsed<StmtId> {
        self.nested(Parser::statement_here)
    }

    fn statement_here(&mut self) -> Parsed<StmtId> {
        let pos = self.pos();
        let kind = if self.take("output") {
            let value = self.expr()?;
            self.expect(";", "after the value")?;
            StmtKind::Output(value)
        } else if self.take("if") {
            let cond = self.condition()?;
            let then = self.statement()?;
            let other = if self.take("else") { Some(self.statement()?) } else { None };
            StmtKind::If { cond, then, other }
        } else if self.take("while") {
            let cond = self.condition()?;
            StmtKind::While { cond, body: self.statement()? }
        } else if self.take("{") {
            let mut parts = Vec::new();
            while !self.take("}") {
                parts.push(self.statement()?);
            }
            StmtKind::Block(parts)
        } else if self.is("var") {
            return Err(Problem::new(pos, "variables are declared at the beginning of a function"));
        } else if self.is("return") {
            return Err(Problem::new(pos, "`return` stands once, at the end of a function"));
        } else if matches!(self.peek(), Token::End | Token::Sign("}" | "else" | ";")) {
            return Err(self.unexpected("a statement"));
        } else {
            self.assignment()?
        };
        Ok(self.add_stmt(kind, pos))
    }

    fn condition(&mut self) -> Parsed<ExprId> {
        self.expect("(", "before the condition")?;
        let cond = self.expr()?;
        self.expect(")", "after the condition")?;
        Ok(cond)
    }

    fn assignment(&mut self) -> Parsed<StmtKind> {
        let place = self.expr()?;
        if !self.is("=") {
            let hint = if matches!(self.ast.expr(place).kind, ExprKind::Call(..)) {
                " (a call is no statement: its value must be used)"
            } else {
                ""
            };
            return Err(self.unexpected(&format!("`=` of an assignment{hint}")));
        }
        self.advance();
        let value = self.expr()?;
        self.expect(";", "after the assigned value")?;
        Ok(StmtKind::Assign { place, value })
    }

    fn expr(&mut self) -> Parsed<ExprId> {
        self.nested(|parser| parser.binary(0))
    }

    /// Parses operands joined by operators that bind tighter than `loosest`; all operators associate to the
    /// left.
    fn binary(&mut self, loosest: u8) -> Parsed<ExprId> {
        let mut left = self.unary()?;
        while let Token::Sign(sign) = *self.peek() {
            let Some(op) = Op::from_sign(sign).filter(|op| op.binding() > loosest) else { break };
            let pos = self.advance();
            let right = self.binary(op.binding())?;
            left = self.add(ExprKind::Binary(op, left, right), pos)?;
        }
        Ok(left)
    }

    fn unary(&mut self) -> Parsed<ExprId> {
        let pos = self.pos();
        let kind = if self.take("*") {
            ExprKind::Deref(self.nested(Parser::unary)?)
        } else if self.take("!") {
            ExprKind::Not(self.nested(Parser::unary)?)
        } else if self.take("&") {
            ExprKind::Ref(self.name("the name of a variable after `&`")?)
        } else if self.take("alloc") {
            ExprKind::Alloc(self.expr()?)
        } else if self.take("input") {
            ExprKind::Input
        } else if self.take("null") {
            ExprKind::Null
        } else {
            return self.postfix();
        };
        self.add(kind, pos)
    }

    fn postfix(&mut self) -> Parsed<ExprId> {
        let mut base = self.primary()?;
        loop {
            let pos = self.pos();
            base = if self.take(".") {
                let field = self.name("the name of a field after `.`")?;
                self.add(ExprKind::Field(base, field), pos)?
            } else if self.take("[") {
                let at = self.pos();
                let index = self.expr()?;
                self.expect("]", "after the index")?;
                self.add(ExprKind::Index(base, index), at)?
            } else if self.is("(") {
                let args = self.arguments()?;
                let callee = self.ast.expr(base);
                let ExprKind::Name(text) = &callee.kind else {
                    return Err(Problem::new(pos, "a function is called by its name"));
                };
                let name = Name { text: text.clone(), pos: callee.pos };
                let pos = name.pos;
                self.add(ExprKind::Call(name, args), pos)?
            } else {
                return Ok(base);
            };
        }
    }

    fn arguments(&mut self) -> Parsed<Vec<ExprId>> {
        self.expect("(", "before the arguments")?;
        self.list(")", "after the arguments")
    }

    /// Parses expressions separated by commas, up to the closing sign.
    fn list(&mut self, close: &str, why: &str) -> Parsed<Vec<ExprId>> {
        let mut items = Vec::new();
        if self.take(close) {
            return Ok(items);
        }
        loop {
            items.push(self.expr()?);
            if !self.take(",") {
                self.expect(close, why)?;
                return Ok(items);
            }
        }
    }

    fn primary(&mut self) -> Parsed<ExprId> {
        let pos = self.pos();
        match self.peek().clone() {
            Token::Digits(digits) => {
                self.advance();
                self.number(&digits, pos)
            }
            Token::Sign("-") => {
                self.advance();
                let Token::Digits(digits) = self.peek().clone() else {
                    return Err(self.unexpected("a number after the sign `-` (write `0 - x` to negate `x`)"));
                };
                self.advance();
                self.number(&format!("-{digits}"), pos)
            }
            Token::Name(text) => {
                self.advance();
                self.add(ExprKind::Name(text), pos)
            }
            Token::Sign("(") => {
                self.advance();
                let inner = self.expr()?;
                self.expect(")", "after the expression")?;
                Ok(inner)
            }
            Token::Sign("[") => {
                self.advance();
                let items = self.list("]", "after the elements")?;
                self.add(ExprKind::Array(items), pos)
            }
            Token::Sign("{") => {
                self.advance();
                let fields = self.fields()?;
                self.add(ExprKind::Record(fields), pos)
            }
            _ => Err(self.unexpected("an expression")),
        }
    }

    fn number(&mut self, text: &str, pos: Pos) -> Parsed<ExprId> {
        let Ok(number) = text.parse::<i32>() else {
            return Err(Problem::new(pos, format!("{text} is not between -2147483648 and 2147483647")));
        };
        self.add(ExprKind::Number(number), pos)
    }

    fn fields(&mut self) -> Parsed<Vec<(Name, ExprId)>> {
        let mut fields: Vec<(Name, ExprId)> = Vec::new();
        if self.take("}") {
            return Ok(fields);
        }
        loop {
            let name = self.name("the name of a field")?;
            self.expect(":", "after the field's name")?;
            fields.push((name, self.expr()?));
            if !self.take(",") {
                self.expect("}", "after the fields")?;
                return Ok(fields);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::print::expr_text;

    fn expr(text: &str) -> String {
        let ast = parse(&format!("main() {{ return {text}; }}")).expect("parses");
        expr_text(&ast, ast.functions[0].result)
    }

    #[test]
    fn precedence() {
        let cases = [
            ("a || b && c || d", "a || b && c || d"),
            ("(a || b) && c", "(a || b) && c"),
            ("a == b != c", "a == b != c"),
            ("(a == b) != c", "(a == b) != c"),
            ("a - b - c", "a - b - c"),
            ("a - (b - c)", "a - (b - c)"),
            ("a < b < c", "a < b < c"),
            ("*p.f", "*p.f"),
            ("(*p).f", "(*p).f"),
            ("!a && b", "!a && b"),
            ("!(a && b)", "!(a && b)"),
            ("alloc 1 + 2", "alloc 1 + 2"),
            ("(alloc 1) == p", "(alloc 1) == p"),
            ("a-1", "a - 1"),
            ("a - -1", "a - -1"),
            ("-2147483648", "-2147483648"),
            ("((f(1, [2]))[0])", "f(1, [2])[0]"),
            ("{a: 1, b: null}.b", "{a: 1, b: null}.b"),
        ];
        for (text, printed) in cases {
            assert_eq!(expr(text), printed);
        }
    }

    #[test]
    fn problems_have_places() {
        let cases = [
            ("main() { return 1 }", "[1:19]", "expected `;` after the returned value, found `}`"),
            ("main() { return 2147483648; }", "[1:17]", "2147483648 is not between -2147483648 and 2147483647"),
            ("main() {\n f(); return 0; }", "[2:5]", "a call is no statement"),
            ("main() { var var; return 0; }", "[1:14]", "the keyword `var`"),
            ("main() { if (1) { return 0; } return 1; }", "[1:19]", "`return` stands once"),
            ("main() { return 1 | 2; }", "[1:19]", "found `|`"),
            ("main() { return -x; }", "[1:18]", "write `0 - x`"),
            ("main() { return (f)(1)(2); }", "[1:23]", "called by its name"),
            ("main() { }", "[1:10]", "`main` ends without `return`"),
            ("main() { return #; }", "[1:17]", "the character '#'"),
            ("main() {", "[1:9]", "expected a statement, found the end of the file"),
        ];
        for (text, pos, part) in cases {
            let problem = parse(text).expect_err(text);
            assert_eq!(problem.pos.to_string(), pos, "{text}: {}", problem.text);
            assert!(problem.text.contains(part), "{text}: {}", problem.text);
        }
    }

    #[test]
    fn deep_texts_are_refused() {
        for (open, close) in [("(", ")"), ("[", "]"), ("!", ""), ("*", ""), ("alloc ", ""), ("f(", ")"), ("{a:", "}")] {
            let text = format!("main() {{ return {}1{}; }}", open.repeat(100_000), close.repeat(100_000));
            assert!(parse(&text).expect_err("too deep").text.contains("levels deep"), "{open}");
        }
        for open in ["{", "while (1) ", "if (1) ", "if (1) x = 1; else "] {
            let text = format!("main() {{ {} x = 1; return 0; }}", open.repeat(100_000));
            assert!(parse(&text).expect_err("too deep").text.contains("levels deep"), "{open}");
        }
        for more in [" + 1", "[0]", ".f"] {
            let text = format!("main() {{ return x{}; }}", more.repeat(100_000));
            assert!(parse(&text).expect_err("too deep").text.contains("operators deep"), "{more}");
        }
        assert!(parse(&format!("main() {{ return 1{}; }}", " + 1".repeat(990))).is_ok());
    }
}
