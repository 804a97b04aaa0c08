//! Algorithm 3 of the paper: the places of reads, what is read there, and whether anything is left.

use expr::{ExprId, Pool};
use linear_program::{Least, RowSet};
use rustc_hash::FxHashMap;
use value_set::WordSet;

use super::cache::Cache;
use super::read::TableBounds;
use super::translation::Translation;
use crate::linear::Sum;

/// With more reads than this, only the first are looked at.
const READS: usize = 16;

/// The check, with what it remembers.
#[derive(Default)]
pub(crate) struct Precheck {
    cache: Cache,
    tables: TableBounds,
}

/// What came of a question.
pub(crate) enum Found {
    /// It cannot hold. These of the constraints suffice to see it, by their numbers; all of them may be needed if none are named.
    Refuted(Option<Vec<u32>>),
    /// Bounds of the places of reads, in every model.
    Places(FxHashMap<ExprId, (u64, u64)>),
}

impl Precheck {
    /// Looks at constraints and a question; `values` knows which values a leaf can have.
    pub(crate) fn check(
        &mut self,
        pool: &Pool,
        constraints: &[ExprId],
        question: ExprId,
        values: impl FnMut(ExprId) -> WordSet,
    ) -> Found {
        let mut translation = Translation::new(pool, values);
        translation.assume(question, None);
        for (number, &constraint) in constraints.iter().enumerate() {
            if !translation.has_room() {
                break;
            }
            translation.assume(constraint, Some(number as u32));
        }
        match self.places(pool, &mut translation) {
            Ok(places) => Found::Places(places),
            Err(Refuted { by: Some(rows) }) if !translation.learnt => {
                let mut owners: Vec<u32> = rows.iter().filter_map(|row| translation.owners[row]).collect();
                owners.sort_unstable();
                owners.dedup();
                Found::Refuted(Some(owners))
            }
            Err(_) => Found::Refuted(None),
        }
    }

    /// Bounds the reads, inner ones first, and looks whether anything is left.
    fn places<F: FnMut(ExprId) -> WordSet>(
        &mut self,
        pool: &Pool,
        translation: &mut Translation<'_, F>,
    ) -> Result<FxHashMap<ExprId, (u64, u64)>, Refuted> {
        let mut places = FxHashMap::default();
        let mut narrowed = false;
        if let Err(rows) = translation.program.narrowed() {
            return Err(Refuted { by: Some(rows) });
        }
        for number in 0..translation.reads.len().min(READS) {
            let read = translation.reads[number].clone();
            let by = |rows: RowSet| Refuted { by: (!narrowed).then_some(rows) };
            let Some((low, high)) = self.range(translation, &read.place).map_err(by)? else { continue };
            for &(place, offset) in &read.places {
                if let (Some(low), Some(high)) = (low.checked_add(offset), high.checked_add(offset)) {
                    places.insert(place, (low, high));
                }
            }
            let Some((least, most)) = read.bounds(pool, &mut self.tables, low, high) else { continue };
            let bounds = &mut translation.program.bounds[read.variable as usize];
            let cut = (bounds.0.max(i128::from(least)), bounds.1.min(i128::from(most)));
            narrowed |= cut != *bounds;
            *bounds = cut;
        }
        match self.cache.least(&translation.program, &Sum::default()) {
            Some(Least::Infeasible(rows)) => Err(Refuted { by: (!narrowed).then_some(rows) }),
            _ => Ok(places),
        }
    }

    /// The least and the greatest value of a place, as far as that is found out.
    fn range<F: FnMut(ExprId) -> WordSet>(
        &mut self,
        translation: &Translation<'_, F>,
        place: &Sum,
    ) -> Result<Option<(u64, u64)>, RowSet> {
        let Some((low, high)) = translation.range(place) else { return Ok(None) };
        let (mut low, mut high) = (low.max(0), high.min(i128::from(u64::MAX)));
        match self.cache.least(&translation.program, place) {
            Some(Least::Infeasible(rows)) => return Err(rows),
            Some(Least::AtLeast(bound)) => low = low.max(bound),
            None => {}
        }
        let negated = place.times(-1);
        match negated.and_then(|negated| self.cache.least(&translation.program, &negated)) {
            Some(Least::Infeasible(rows)) => return Err(rows),
            Some(Least::AtLeast(bound)) => high = high.min(-bound),
            None => {}
        }
        Ok(u64::try_from(low).ok().zip(u64::try_from(high).ok()))
    }

    /// How often a linear program was asked about, and how often the answer was known.
    pub(crate) fn counts(&self) -> (u64, u64) {
        (self.cache.asked, self.cache.cached)
    }

    /// Gives up what it remembers.
    pub(crate) fn forget(&mut self) {
        self.cache.clear();
        self.tables = TableBounds::default();
    }
}

/// There is no solution, by these rows; if none are named, by any.
struct Refuted {
    by: Option<RowSet>,
}
