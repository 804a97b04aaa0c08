//! Bounded universal facts as text, as both kinds of scripts and terms write them.
//!
//! A fact is standard SMT-LIB, with the range of the index as the antecedent:
//! `(forall (($i0.9 (_ BitVec 64))) (=> (and (bvule #x0000000000000001 $i0.9) (bvule $i0.9 #x0000000000000009)
//! (bvule $i0.9 |k|)) body))`. The name of an index says its level and its bound, so that it is read back as the
//! same one, and so is an open term by itself. No symbol has such a name.

use rustc_hash::FxHashSet;

use crate::forall::parts_of;
use crate::node::{ExprId, Node, Op};
use crate::parse::{Kind, ParseErrorKind, Parsed, Reader, Token};
use crate::pool::Pool;
use crate::tuning::FORALL_READ_DEPTH;

/// The name of an index.
pub(crate) fn index_name(level: u32, most: u32) -> String {
    format!("$i{level}.{most}")
}

/// The text of a fact up to its body, which two closing parentheses have to follow.
pub(crate) fn forall_head(node: &Node, count: &str) -> String {
    let (level, most) = parts_of(node);
    let index = index_name(level, most);
    format!(
        "(forall (({index} (_ BitVec 64))) (=> (and (bvule #x0000000000000001 {index}) \
         (bvule {index} #x{most:016x}) (bvule {index} {count})) "
    )
}

/// The open terms below the body of a fact, children first, without those that only occur in the bodies of facts
/// within it; and the closed terms directly below them.
pub(crate) fn open_terms(pool: &Pool, body: ExprId) -> (Vec<ExprId>, Vec<ExprId>) {
    let (mut open, mut closed) = (Vec::new(), Vec::new());
    let mut seen = FxHashSet::default();
    let mut stack = vec![body];
    while let Some(term) = stack.pop() {
        if !seen.insert(term) {
            continue;
        }
        if !pool.is_open(term) {
            closed.push(term);
            continue;
        }
        open.push(term);
        let node = pool.node(term);
        stack.extend(node.children().take(if node.op == Op::Forall { 1 } else { usize::MAX }));
    }
    open.sort_unstable();
    closed.sort_unstable();
    (open, closed)
}

/// Whether the range of an index is written as [`forall_head`] does: with its own name, and the bound that the name says.
fn is_range(name: &str, names: [&str; 3], bound: &str) -> bool {
    let most = name.split_once('.').and_then(|(_, most)| most.parse::<u32>().ok());
    names == [name; 3] && most.is_some_and(|most| bound == format!("#x{most:016x}"))
}

impl<'t> Reader<'_, 't> {
    /// The index that a name denotes.
    pub(crate) fn named_index(&mut self, name: &str) -> Option<ExprId> {
        let (level, most) = name.strip_prefix("$i")?.split_once('.')?;
        let (level, most): (u32, u64) = (level.parse().ok()?, most.parse().ok()?);
        let fits = level < Pool::FORALL_LEVELS && (1..=Pool::FORALL_MOST).contains(&most);
        fits.then(|| self.pool.index(level, most))
    }

    /// Reads the fact that opens at `at`; also returns the position after it.
    pub(crate) fn forall(&mut self, tokens: &[Token<'t>], at: usize) -> Parsed<(ExprId, usize)> {
        let wrong = tokens[at].error(ParseErrorKind::Unsupported("forall".to_owned()));
        let texts: Vec<&str> = tokens[at..].iter().take(30).map(|token| token.text).collect();
        let [
            "(",
            "forall",
            "(",
            "(",
            name,
            "(",
            "_",
            "BitVec",
            "64",
            ")",
            ")",
            ")",
            "(",
            "=>",
            "(",
            "and",
            "(",
            "bvule",
            "#x0000000000000001",
            first,
            ")",
            "(",
            "bvule",
            second,
            bound,
            ")",
            "(",
            "bvule",
            third,
            _,
        ] = texts[..]
        else {
            return Err(wrong);
        };
        self.facts += 1;
        let index = self.named_index(name);
        let Some(index) =
            index.filter(|_| is_range(name, [first, second, third], bound) && self.facts <= FORALL_READ_DEPTH)
        else {
            return Err(wrong);
        };
        let (count, next) = self.term(tokens, at + 29)?;
        let closes =
            |from: usize| tokens.get(from..from + 2).is_some_and(|two| two.iter().all(|t| t.kind == Kind::Close));
        if !closes(next) {
            return Err(wrong);
        }
        let (body, next) = self.term(tokens, next + 2)?;
        let fits = [count, body].iter().all(|&term| !self.pool.node(term).op.is_array())
            && (self.pool.width(count), self.pool.width(body)) == (64, 1)
            && self.pool.is_body_of(index, body);
        if !closes(next) || !fits {
            return Err(wrong);
        }
        self.facts -= 1;
        Ok((self.pool.forall(index, count, body), next + 2))
    }
}
