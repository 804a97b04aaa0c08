//! A model: an assignment of bytes to symbols. Bytes that it does not mention are zero.
//!
//! Cloning copies a pointer. Two models are *the same* if they share that pointer. The evaluator keys its tables
//! on this identity and keeps the model alive, so that a pointer cannot be reused while a table refers to it.

use std::sync::Arc;

use bv::Bv;

use crate::node::SymbolId;
use crate::tuning::{MODEL_INLINE, MODEL_PAGE};

/// The bytes of each symbol. Missing pages, symbols and bytes are zero.
#[derive(Clone, Default, Debug)]
pub struct Model(Option<Arc<Vec<Option<Arc<Page>>>>>);

/// The symbols of a page, up to the last one that is known. Its length doubles as symbols are added, up to [`MODEL_PAGE`].
type Page = [SymbolBytes];

/// The known bytes of one symbol. Most symbols are numbers of at most [`MODEL_INLINE`] bytes, which are stored inline.
#[derive(Clone, Debug)]
enum SymbolBytes {
    Few { bytes: [u8; MODEL_INLINE], len: u8 },
    Many(Arc<[u8]>),
}

impl Default for SymbolBytes {
    fn default() -> SymbolBytes {
        SymbolBytes::Few { bytes: [0; MODEL_INLINE], len: 0 }
    }
}

impl SymbolBytes {
    #[inline]
    fn as_slice(&self) -> &[u8] {
        match self {
            SymbolBytes::Few { bytes, len } => &bytes[..usize::from(*len)],
            SymbolBytes::Many(bytes) => bytes,
        }
    }
}

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
        let known = match self.entry(symbol) {
            Some(SymbolBytes::Few { bytes, .. }) => {
                // Bytes that are not known are zero in the array, too.
                return u64::from_le_bytes(*bytes).checked_shr(lo).unwrap_or(0) & bv::mask(width);
            }
            Some(SymbolBytes::Many(bytes)) => &bytes[..],
            None => return 0,
        };
        let first = (lo / 8) as usize;
        // Sixty-four bits that begin within a byte touch nine bytes.
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

    /// A model that differs in the given bytes; symbols that do not change are shared.
    pub fn with_bytes(&self, changes: impl IntoIterator<Item = (SymbolId, u32, u8)>) -> Model {
        let mut pages: Vec<Option<Arc<Page>>> = self.0.as_deref().cloned().unwrap_or_default();
        // The long symbol being changed, taken out so that its bytes are copied once and not once for each change.
        let mut open: Option<(usize, Vec<u8>)> = None;
        for (symbol, index, byte) in changes {
            let (slot, index) = (symbol.index(), index as usize);
            if open.as_ref().is_none_or(|(current, _)| *current != slot) {
                close(&mut pages, open.take());
                match slot_mut(&mut pages, slot) {
                    SymbolBytes::Few { bytes, len } if index < MODEL_INLINE => {
                        bytes[index] = byte;
                        *len = (*len).max(index as u8 + 1);
                        continue;
                    }
                    known => open = Some((slot, known.as_slice().to_vec())),
                }
            }
            let (_, bytes) = open.as_mut().expect("it was just opened");
            if bytes.len() <= index {
                bytes.resize(index + 1, 0);
            }
            bytes[index] = byte;
        }
        close(&mut pages, open);
        Model(Some(Arc::new(pages)))
    }

    /// Whether both are the same value in memory. Equal models that were made separately are not.
    #[inline]
    pub fn same(&self, other: &Model) -> bool {
        match (&self.0, &other.0) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            (None, None) => true,
            _ => false,
        }
    }

    /// The bytes that the model has for a symbol; all further bytes are zero.
    #[inline]
    fn known(&self, symbol: SymbolId) -> &[u8] {
        self.entry(symbol).map_or(&[], SymbolBytes::as_slice)
    }

    #[inline]
    fn entry(&self, symbol: SymbolId) -> Option<&SymbolBytes> {
        let page = self.0.as_ref()?.get(symbol.index() / MODEL_PAGE)?.as_ref()?;
        page.get(symbol.index() % MODEL_PAGE)
    }
}

/// The bytes of a symbol, for writing; its page is created or copied if necessary.
fn slot_mut(pages: &mut Vec<Option<Arc<Page>>>, slot: usize) -> &mut SymbolBytes {
    if pages.len() <= slot / MODEL_PAGE {
        pages.resize(slot / MODEL_PAGE + 1, None);
    }
    let (page, place) = (&mut pages[slot / MODEL_PAGE], slot % MODEL_PAGE);
    let known: &[SymbolBytes] = page.as_deref().unwrap_or_default();
    if known.len() <= place {
        let len = (place + 1).next_power_of_two().min(MODEL_PAGE);
        let more = std::iter::repeat_n(SymbolBytes::default(), len - known.len());
        *page = Some(known.iter().cloned().chain(more).collect());
    }
    &mut Arc::make_mut(page.as_mut().expect("it is known up to the symbol"))[place]
}

fn close(pages: &mut Vec<Option<Arc<Page>>>, open: Option<(usize, Vec<u8>)>) {
    if let Some((slot, bytes)) = open {
        *slot_mut(pages, slot) = SymbolBytes::Many(bytes.into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use test_support::Random;

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

    /// Changes in any order, to numbers and to long objects, have the same effect as on plain arrays.
    #[test]
    fn random_changes_are_those_of_arrays() {
        let mut random = Random::new(5);
        let mut below = |limit: u64| random.below(limit);
        let mut plain = vec![[0u8; 20]; 50];
        let mut models = vec![(Model::default(), plain.clone())];
        for _ in 0..200 {
            let mut changes = Vec::new();
            for _ in 0..below(6) {
                // Sometimes a run of neighbours, since these are changed together.
                let (symbol, from) = (below(50) as usize, below(20) as usize);
                let to = (from + 1 + below(4) as usize).min(20);
                for (index, byte) in plain[symbol].iter_mut().enumerate().take(to).skip(from) {
                    *byte = below(256) as u8;
                    changes.push((SymbolId(symbol as u32), index as u32, *byte));
                }
            }
            let model = models.last().expect("one was there from the start").0.with_bytes(changes);
            models.push((model, plain.clone()));
        }
        for (model, plain) in &models {
            for (symbol, bytes) in plain.iter().enumerate() {
                assert_eq!(model.bytes(SymbolId(symbol as u32), 20), bytes);
                assert_eq!(model.byte(SymbolId(symbol as u32), 9), bytes[9]);
            }
        }
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
