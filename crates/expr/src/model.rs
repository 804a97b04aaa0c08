//! A model: an assignment of bytes to symbols. What it does not mention is zero.
//!
//! Cloning copies a pointer. Two models are *the same* when they share that pointer; the evaluator keys its tables on
//! this identity and holds on to the model, so a pointer cannot be reused while a table refers to it.

use std::rc::Rc;

use bv::Bv;

use crate::node::SymbolId;

/// Bytes of symbols, by symbol; an absent symbol and absent bytes are zero.
#[derive(Clone, Default, Debug)]
pub struct Model(Option<Rc<Vec<SymbolBytes>>>);

/// The bytes of one symbol as far as they are known.
type SymbolBytes = Option<Rc<[u8]>>;

impl Model {
    /// Byte `index` of the symbol's little-endian value.
    #[inline]
    pub fn byte(&self, symbol: SymbolId, index: u32) -> u8 {
        self.known(symbol).get(index as usize).copied().unwrap_or(0)
    }

    /// The first `len` bytes of the symbol's little-endian value.
    pub fn bytes(&self, symbol: SymbolId, len: usize) -> Vec<u8> {
        let known = self.known(symbol);
        let mut bytes = known[..known.len().min(len)].to_vec();
        bytes.resize(len, 0);
        bytes
    }

    /// Bits `lo .. lo + width` of the symbol, for a width of at most 64.
    #[inline]
    pub fn word(&self, symbol: SymbolId, lo: u32, width: u32) -> u64 {
        let known = self.known(symbol);
        let first = (lo / 8) as usize;
        // Sixty-four bits at an odd bit position touch nine bytes.
        let mut bits = 0u128;
        for (i, &byte) in known.iter().skip(first).take(9).enumerate() {
            bits |= u128::from(byte) << (8 * i);
        }
        (bits >> (lo % 8)) as u64 & bv::mask(width)
    }

    /// The symbol's value at `width` bits.
    pub fn value(&self, symbol: SymbolId, width: u32) -> Bv {
        Bv::from_bytes(width, self.known(symbol))
    }

    /// A model that differs in the given bytes; the symbols without a change are shared.
    pub fn with_bytes(&self, changes: impl IntoIterator<Item = (SymbolId, u32, u8)>) -> Model {
        let mut symbols: Vec<SymbolBytes> = self.0.as_deref().cloned().unwrap_or_default();
        // The symbol being changed, taken out so that its bytes are copied once and not once a change.
        let mut open: Option<(usize, Vec<u8>)> = None;
        for (symbol, index, byte) in changes {
            let slot = symbol.index();
            let bytes = match &mut open {
                Some((current, bytes)) if *current == slot => bytes,
                _ => {
                    close(&mut symbols, open.take());
                    if symbols.len() <= slot {
                        symbols.resize(slot + 1, None);
                    }
                    let bytes = symbols[slot].as_deref().unwrap_or(&[]).to_vec();
                    &mut open.insert((slot, bytes)).1
                }
            };
            let index = index as usize;
            if bytes.len() <= index {
                bytes.resize(index + 1, 0);
            }
            bytes[index] = byte;
        }
        close(&mut symbols, open);
        Model(Some(Rc::new(symbols)))
    }

    /// Whether both are one and the same value in memory. Equal models made apart are not.
    #[inline]
    pub fn same(&self, other: &Model) -> bool {
        match (&self.0, &other.0) {
            (Some(a), Some(b)) => Rc::ptr_eq(a, b),
            (None, None) => true,
            _ => false,
        }
    }

    /// The bytes the model mentions; zeros follow.
    #[inline]
    fn known(&self, symbol: SymbolId) -> &[u8] {
        self.0.as_ref().and_then(|symbols| symbols.get(symbol.index())?.as_deref()).unwrap_or(&[])
    }
}

fn close(symbols: &mut [SymbolBytes], open: Option<(usize, Vec<u8>)>) {
    if let Some((slot, bytes)) = open {
        symbols[slot] = Some(bytes.into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_leave_the_original_alone() {
        let (a, b) = (SymbolId(0), SymbolId(3));
        let empty = Model::default();
        let one = empty.with_bytes([(b, 2, 7), (a, 0, 1), (b, 0, 9)]);
        let two = one.with_bytes([(a, 1, 0xff)]);
        assert_eq!(empty.bytes(b, 3), [0, 0, 0]);
        assert_eq!(one.bytes(b, 4), [9, 0, 7, 0]);
        assert_eq!(one.bytes(b, 2), [9, 0]);
        assert_eq!((one.byte(a, 1), two.byte(a, 1), two.byte(b, 2)), (0, 0xff, 7));
        assert!(one.same(&one.clone()) && !one.same(&two) && empty.same(&Model::default()));
        assert_eq!(two.word(a, 4, 12), 0xff0);
        assert_eq!(two.value(b, 24), Bv::new(24, 0x070009));
    }

    #[test]
    fn words_at_odd_positions() {
        let a = SymbolId(0);
        let bytes: Vec<u8> = (0..20u8).map(|i| i.wrapping_mul(37).wrapping_add(11)).collect();
        let model = Model::default().with_bytes(bytes.iter().enumerate().map(|(i, &byte)| (a, i as u32, byte)));
        let whole = Bv::from_bytes(200, &bytes);
        for lo in 0..130 {
            for width in [1, 7, 8, 33, 63, 64] {
                assert_eq!(model.word(a, lo, width), whole.extract(lo, width).low_u64());
            }
        }
    }
}
