//! Terms as rows of pieces: how bytes combined by shifts and ors become one concatenation.
//!
//! Zero extensions, concatenations, products by powers of two and constants are read as a row of pieces from the
//! lowest bit up. Each piece is a run of zeros or a slice of some term. If at every bit one of two terms has
//! zeros, their sum, bitwise or and exclusive or are the same: the row of all pieces. No term is built until that
//! is known.

use crate::node::{ExprId, Op};
use crate::pool::Pool;
use crate::tuning::PIECES;

/// `width` bits of a term from bit `lo` on, or zeros.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Piece {
    term: Option<ExprId>,
    lo: u32,
    width: u32,
}

/// Pieces from the lowest bit up.
struct Row {
    pieces: [Piece; PIECES],
    len: usize,
}

impl Row {
    fn new() -> Row {
        Row { pieces: [Piece { term: None, lo: 0, width: 0 }; PIECES], len: 0 }
    }

    fn pieces(&self) -> &[Piece] {
        &self.pieces[..self.len]
    }

    /// Appends a piece above the others, joined with the last one if they are adjacent; `None` if the row is full.
    fn push(&mut self, piece: Piece) -> Option<()> {
        if piece.width == 0 {
            return Some(());
        }
        if let Some(last) = self.pieces[..self.len].last_mut()
            && last.term == piece.term
            && (piece.term.is_none() || last.lo + last.width == piece.lo)
        {
            last.width += piece.width;
            return Some(());
        }
        if self.len == PIECES {
            return None;
        }
        self.pieces[self.len] = piece;
        self.len += 1;
        Some(())
    }

    fn zeros(&mut self, width: u32) -> Option<()> {
        self.push(Piece { term: None, lo: 0, width })
    }

    /// Appends the low `width` bits of a term.
    fn read(&mut self, pool: &Pool, id: ExprId, width: u32) -> Option<()> {
        let mut pending = [(id, width); PIECES];
        let mut count = 1;
        let mut steps = 0;
        while count > 0 {
            count -= 1;
            steps += 1;
            let (id, width) = pending[count];
            if width == 0 {
                continue;
            }
            if steps > 4 * PIECES || count + 2 > PIECES {
                return None;
            }
            let node = pool.node(id);
            match node.op {
                Op::ZExt => {
                    let inner = pool.width(node.arg(0)).min(width);
                    if inner == width {
                        pending[count] = (node.arg(0), inner);
                        count += 1;
                    } else if pool.op(node.arg(0)) == Op::Concat {
                        // The zeros come after the operand, so read that first, in a separate call.
                        self.read_concat(pool, node.arg(0), inner)?;
                        self.zeros(width - inner)?;
                    } else {
                        self.push(Piece { term: Some(node.arg(0)), lo: 0, width: inner })?;
                        self.zeros(width - inner)?;
                    }
                }
                Op::Concat => {
                    let low = pool.width(node.arg(1)).min(width);
                    pending[count] = (node.arg(0), width - low);
                    pending[count + 1] = (node.arg(1), low);
                    count += 2;
                }
                Op::Mul if pool.power_of_two(node.arg(1)).is_some() => {
                    let exponent = pool.power_of_two(node.arg(1)).unwrap_or(0).min(width);
                    self.zeros(exponent)?;
                    pending[count] = (node.arg(0), width - exponent);
                    count += 1;
                }
                Op::Const => self.read_const(pool, id, width)?,
                _ => self.push(Piece { term: Some(id), lo: 0, width })?,
            }
        }
        Some(())
    }

    /// Appends the pieces of a concatenation one by one, without looking into them.
    fn read_concat(&mut self, pool: &Pool, id: ExprId, width: u32) -> Option<()> {
        let mut id = id;
        let mut left = width;
        // Concatenations nest to the right, so the lowest piece is nested deepest.
        let mut highs = [id; PIECES];
        let mut count = 0;
        while let Some((high, low)) = pool.binary_args(id, Op::Concat) {
            if count == PIECES {
                return None;
            }
            highs[count] = high;
            count += 1;
            id = low;
        }
        let mut next = Some(id);
        while let Some(id) = next {
            let part = pool.width(id).min(left);
            if pool.is_zero(id) {
                self.zeros(part)?;
            } else {
                match pool.unary_arg(id, Op::ZExt) {
                    Some(inner) => {
                        let kept = pool.width(inner).min(part);
                        self.push(Piece { term: Some(inner), lo: 0, width: kept })?;
                        self.zeros(part - kept)?;
                    }
                    None => self.push(Piece { term: Some(id), lo: 0, width: part })?,
                }
            }
            left -= part;
            next = (count > 0).then(|| {
                count -= 1;
                highs[count]
            });
        }
        Some(())
    }

    /// Appends the low `width` bits of a constant as zeros, the bits from its lowest to its highest one, and zeros.
    fn read_const(&mut self, pool: &Pool, id: ExprId, width: u32) -> Option<()> {
        let value = pool.as_u64(id)? & bv::mask(width);
        if value == 0 {
            return self.zeros(width);
        }
        let (lo, hi) = (value.trailing_zeros(), 64 - value.leading_zeros());
        self.zeros(lo)?;
        self.push(Piece { term: Some(id), lo, width: hi - lo })?;
        self.zeros(width - hi)
    }
}

impl Pool {
    /// The concatenation of the pieces of both terms, if no bit belongs to a piece of both.
    ///
    /// With a constant, all pieces must be whole bytes: `4 * i + 3` is better kept as a sum.
    pub(super) fn disjoint_concat(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        let width = self.width(a);
        let maybe = |id: ExprId| bv::mask(width) & !self.known_bits(id).zeros;
        if width <= 64 && maybe(a) & maybe(b) != 0 || !self.has_zero_pieces(a) && !self.has_zero_pieces(b) {
            return None;
        }
        let (mut first, mut second) = (Row::new(), Row::new());
        first.read(self, a, width)?;
        second.read(self, b, width)?;
        let merged = merge(&first, &second)?;
        if (self.is_const(a) || self.is_const(b)) && !self.in_whole_bytes(&merged) {
            return None;
        }
        Some(self.build_row(&merged))
    }

    /// `a & mask` for a row of pieces, if the mask keeps or clears each piece as a whole.
    pub(super) fn masked_pieces(&mut self, a: ExprId, mask: u64) -> Option<ExprId> {
        if !matches!(self.op(a), Op::Concat | Op::ZExt) {
            return None;
        }
        let mut row = Row::new();
        row.read(self, a, self.width(a))?;
        let mut kept = Row::new();
        let mut at = 0;
        for &piece in row.pieces() {
            let bits = mask >> at & bv::mask(piece.width);
            if bits == 0 {
                kept.zeros(piece.width)?;
            } else if bits == bv::mask(piece.width) || piece.term.is_none() {
                kept.push(piece)?;
            } else {
                return None;
            }
            at += piece.width;
        }
        Some(self.build_row(&kept))
    }

    /// Whether the top operator suggests that there is a run of zeros.
    fn has_zero_pieces(&self, id: ExprId) -> bool {
        let node = self.node(id);
        match node.op {
            Op::ZExt => true,
            Op::Concat => {
                self.is_const(node.arg(1)) || self.op(node.arg(1)) == Op::ZExt || self.op(node.arg(1)) == Op::Concat
            }
            Op::Mul => self.power_of_two(node.arg(1)).is_some(),
            _ => false,
        }
    }

    fn in_whole_bytes(&self, row: &Row) -> bool {
        let mut at = 0;
        row.pieces().iter().all(|piece| {
            let from = at;
            at += piece.width;
            piece.term.is_none_or(|term| self.is_const(term)) || from % 8 == 0 && at % 8 == 0
        })
    }

    fn build_row(&mut self, row: &Row) -> ExprId {
        let mut whole = None;
        for &piece in row.pieces() {
            let part = match piece.term {
                Some(term) => self.extract(term, piece.lo, piece.width),
                None => self.int(piece.width, 0),
            };
            whole = Some(match whole {
                None => part,
                Some(low) => self.concat(part, low),
            });
        }
        whole.expect("a term has at least one bit and so a piece")
    }
}

/// The pieces of both rows, if no two overlap.
fn merge(first: &Row, second: &Row) -> Option<Row> {
    let mut merged = Row::new();
    let (mut left, mut right) = (first.pieces().iter().copied(), second.pieces().iter().copied());
    let (mut a, mut b) = (left.next(), right.next());
    while let (Some(mut x), Some(mut y)) = (a, b) {
        if x.term.is_some() && y.term.is_some() {
            return None;
        }
        let width = x.width.min(y.width);
        merged.push(Piece { width, ..if x.term.is_some() { x } else { y } })?;
        for piece in [&mut x, &mut y] {
            piece.lo += width;
            piece.width -= width;
        }
        a = if x.width == 0 { left.next() } else { Some(x) };
        b = if y.width == 0 { right.next() } else { Some(y) };
    }
    Some(merged)
}
