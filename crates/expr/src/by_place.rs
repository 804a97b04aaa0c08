//! What is at several places, as one term of the place.
//!
//! A loop that fills a buffer leaves in each byte a term that says the same of its own place, such as "the byte of the input here,
//! if this is before the size". A read at a symbolic place is then that term of the place, whatever the number of places, and no choice between
//! all of them. The terms are fitted ([`crate::fit`]), and where the first or last places are different, there are a few parts.
//! Such a term is right only at the places that it is made of.

use rustc_hash::FxHashMap;

use crate::fit::{Instance, Variable, at, fitted};
use crate::node::ExprId;
use crate::pool::Pool;
use crate::substitute::Substitution;
use crate::tuning::{FIT_TERMS, PLACES_FEW, PLACES_PARTS, PLACES_REMEMBERED};

/// What was found out about contents.
#[derive(Default)]
pub(crate) struct Contents {
    /// The parts that some contents have; none if there are too many.
    known: FxHashMap<Vec<Instance>, Option<Vec<Part>>>,
    /// A symbol that stands for a place, and is in no other terms.
    place: Option<ExprId>,
}

/// Some places behind each other that have one term.
#[derive(Clone, Copy, Debug)]
struct Part {
    /// The last of them.
    last: u64,
    /// What is there, as a term of the symbol.
    term: ExprId,
}

impl Pool {
    /// What is at a place which is one of some places, given with what is there in order, if few terms of the place say it.
    pub fn at_place(&mut self, place: ExprId, elements: &[Instance]) -> Option<ExprId> {
        if elements.len() < PLACES_FEW {
            return None;
        }
        let parts = match self.contents.known.get(elements) {
            Some(known) => known.clone(),
            None => {
                let parts = self.parts_of(elements);
                if self.contents.known.len() >= PLACES_REMEMBERED {
                    self.contents.known.clear();
                }
                self.contents.known.insert(elements.to_vec(), parts.clone());
                parts
            }
        }?;
        let leaf = self.place_leaf();
        let mut found = None;
        for part in parts.iter().rev() {
            let mut here = Substitution::new();
            here.replace(self, leaf, place);
            let term = here.apply(self, part.term, FIT_TERMS)?;
            found = Some(match found {
                None => term,
                Some(behind) => {
                    let last = self.int(64, part.last);
                    let is_here = self.ule(place, last);
                    self.ite(is_here, term, behind)
                }
            });
        }
        found
    }

    fn place_leaf(&mut self) -> ExprId {
        if let Some(leaf) = self.contents.place {
            return leaf;
        }
        let symbol = self.new_symbol("place", 64);
        let leaf = self.symbol_term(symbol);
        self.contents.place = Some(leaf);
        leaf
    }

    fn parts_of(&mut self, elements: &[Instance]) -> Option<Vec<Part>> {
        let mut parts = Vec::new();
        let mut left = elements;
        while !left.is_empty() {
            if parts.len() == PLACES_PARTS {
                return None;
            }
            let (count, term) = self.first_part(left);
            parts.push(Part { last: left[count - 1].0, term });
            left = &left[count..];
        }
        (parts.len() < elements.len()).then_some(parts)
    }

    /// A term that as many of the first elements as possible have, and how many those are.
    fn first_part(&mut self, elements: &[Instance]) -> (usize, ExprId) {
        let term = elements[0].1;
        let same = elements.iter().take_while(|element| element.1 == term).count();
        let leaf = self.place_leaf();
        let x = Variable { term: leaf, leaf };
        // The first one may have another form, so the ones behind it are looked at, too.
        for window in [0..3, 1..4] {
            if same >= window.end {
                break;
            }
            let Some(alike) = elements.get(window) else { break };
            let Some(term) = fitted(self, x, alike) else { continue };
            let mut count = 0;
            while count < elements.len() && at(self, x, term, elements[count].0) == Some(elements[count].1) {
                count += 1;
            }
            if count > same.max(2) {
                return (count, term);
            }
        }
        (same, term)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Evaluator, Model, SymbolId};

    /// A text of at most 16 bytes with a zero behind it, in memory that was undefined before: a read is one term, of one
    /// size for all numbers of bytes, and has the right value at each place. A byte that is different is a part of its own.
    #[test]
    fn a_text_is_a_term_of_the_place() {
        let mut sizes = Vec::new();
        for (most, odd) in [(16, false), (32, false), (16, true)] {
            let mut pool = Pool::new();
            let (n, s) = (pool.symbol("n", 8), pool.symbol("s", 8 * 32));
            let symbol = pool.undefined_symbol("u", 8 * 64);
            let undefined = pool.symbol_term(symbol);
            let mut elements = Vec::new();
            for place in 0..most {
                let here = pool.int(8, place);
                let (before, end) = (pool.ult(here, n), pool.eq(here, n));
                let [byte, other] = [s, undefined].map(|of| pool.extract(of, 8 * place as u32, 8));
                let (written, zero) = (pool.ite(before, byte, other), pool.int(8, 0));
                let mut term = pool.ite(end, zero, written);
                if odd && place == 9 {
                    term = pool.int(8, 77);
                }
                elements.push((place, term));
            }
            let offset = pool.symbol("offset", 8);
            let one = pool.int(64, 1);
            let offset = pool.zext(offset, 64);
            let offset = pool.add(offset, one);
            let read = pool.at_place(offset, &elements).expect("there are few parts");
            let mut evaluator = Evaluator::new();
            for step in 0..4096_u64 {
                let (size, place) = (step % 33, step / 33 % (most - 1));
                let bytes = (0..32).map(|at| (SymbolId(1), at, (step * 7 + u64::from(at) * 13) as u8));
                let ends = [(SymbolId(0), 0, size as u8), (SymbolId(3), 0, place as u8)];
                let model = Model::default()
                    .with_bytes(bytes.chain(ends).chain((0..64).map(|at| (symbol, at, 200 + at as u8 % 40))));
                let expected = evaluator.eval_u64(&pool, &model, elements[place as usize + 1].1);
                assert_eq!(evaluator.eval_u64(&pool, &model, read), expected, "{size} {place}");
            }
            let zeroed = pool.with_zeros(read);
            assert!(!pool.mentions_undefined(zeroed));
            let (mut seen, mut pending) = (rustc_hash::FxHashSet::default(), vec![read]);
            while let Some(term) = pending.pop() {
                if seen.insert(term) {
                    pending.extend(pool.node(term).children());
                }
            }
            sizes.push(seen.len());
        }
        assert!(sizes[0] == sizes[1] && sizes[0] < 24 && sizes[2] < 40, "{sizes:?}");
    }

    #[test]
    fn what_fits_nothing_is_no_term_of_the_place() {
        let mut pool = Pool::new();
        let place = pool.symbol("at", 64);
        let elements: Vec<Instance> =
            (0..16).map(|at| (at, pool.int(8, [3, 200, 7, 99, 1, 60, 5, 8][at as usize % 8]))).collect();
        assert_eq!(pool.at_place(place, &elements), None);
    }
}
