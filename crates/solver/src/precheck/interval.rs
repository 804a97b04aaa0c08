//! The indices of reads, what is read there, and whether a solution is left (Shuai 2021, §4.2, algorithm 3).
//!
//! Propagation through single rows comes first, as it costs next to nothing: bounds of all variables, hence of
//! all indices, hence of what tables hold there, and again. Then come linear programs: whether there is a
//! solution, and the least and the greatest index of each read. A point that satisfies the rows shows at once
//! which bounds cannot be improved, so most of these need not be asked.

use expr::{ExprId, Pool};
use linear_program::{Answer, Effort, Least, RowSet};
use rustc_hash::FxHashMap;
use value_set::WordSet;

use super::cache::Cache;
use super::read::{Read, TableBounds};
use super::translation::Translation;
use crate::blast::arrays::is_lazy;
use crate::linear::Sum;
use crate::tuning::{PRECHECK_READS, PRECHECK_ROUNDS, PRECHECK_ROW, Tuning};

/// The check, with its memory.
#[derive(Default)]
pub(crate) struct Precheck {
    cache: Cache,
    tables: TableBounds,
}

/// The result for a question, and what linear programs contributed.
pub(crate) struct Checked {
    pub(crate) found: Found,
    /// Whether linear programs refuted the question or halved the bounds of an index.
    pub(crate) by_programs: bool,
    /// The total cost, in multiplications.
    pub(crate) cost: u64,
}

/// The result of the check.
pub(crate) enum Found {
    /// The question cannot hold. The constraints with these numbers suffice to refute it; `None` if all may be
    /// needed.
    Refuted(Option<Vec<u32>>),
    /// Bounds of the indices of reads, true in every model.
    Places(FxHashMap<ExprId, PlaceBounds>),
}

/// The least and the greatest index of a read.
pub(crate) struct PlaceBounds {
    pub(crate) low: u64,
    pub(crate) high: u64,
    /// Whether axioms about the read are made on demand, so that the bounds matter.
    pub(crate) matter: bool,
}

/// How far linear programs may go in a question, and whether they were of use.
struct Programs {
    effort: Effort,
    /// Whether they narrowed the bounds of an index, so that later refutations are due to them.
    narrowed: bool,
    paid: bool,
}

/// There is no solution, by these rows; `None` if any may be needed.
struct Refuted {
    by: Option<RowSet>,
}

/// The bounds of a read's index.
type IndexBounds = Option<(i128, i128)>;

impl Precheck {
    /// Checks constraints and a question; `values` gives the values that a leaf can have.
    pub(crate) fn check(
        &mut self,
        pool: &Pool,
        constraints: &[ExprId],
        question: ExprId,
        tuning: &Tuning,
        values: impl FnMut(ExprId) -> WordSet,
    ) -> Checked {
        let effort = tuning.precheck_effort;
        let mut translation = Translation::new(pool, values);
        translation.assume(question, None);
        for (number, &constraint) in constraints.iter().enumerate() {
            if !translation.has_room() {
                break;
            }
            translation.assume(constraint, Some(number as u32));
        }
        let mut programs = Programs { effort: Effort::new(effort), narrowed: false, paid: false };
        let found = match self.places(pool, &mut translation, &mut programs) {
            Ok(places) => Found::Places(translation.by_term(&places, tuning)),
            Err(Refuted { by: Some(rows) }) if !translation.learnt => {
                let mut owners: Vec<u32> = rows.iter().filter_map(|row| translation.owners[row]).collect();
                owners.sort_unstable();
                owners.dedup();
                Found::Refuted(Some(owners))
            }
            Err(_) => Found::Refuted(None),
        };
        let by_programs = programs.paid || programs.narrowed && matches!(found, Found::Refuted(_));
        let cost = effort - programs.effort.left() + PRECHECK_ROW * translation.program.rows.len() as u64;
        Checked { found, by_programs, cost }
    }

    /// Bounds the reads and checks whether a solution is left.
    fn places<F: FnMut(ExprId) -> WordSet>(
        &mut self,
        pool: &Pool,
        translation: &mut Translation<'_, F>,
        programs: &mut Programs,
    ) -> Result<Vec<IndexBounds>, Refuted> {
        // The refuting rows can be named until bounds were narrowed by more than one of them.
        let mut places = match translation.program.narrowed() {
            Ok(bounds) => translation.places(&bounds),
            Err(rows) => return Err(Refuted { by: Some(rows) }),
        };
        let mut changed = self.look_up(pool, translation, &mut places)?;
        if programs.effort.is_spent() {
            return Ok(places);
        }
        let mut point = match self.cache.least(&translation.program, &Sum::default(), &mut programs.effort) {
            Some(Answer { least: Least::Infeasible(rows), .. }) => {
                programs.paid = true;
                return Err(Refuted { by: (!changed).then_some(rows) });
            }
            answer => answer.and_then(|answer| answer.point),
        };
        for number in 0..places.len() {
            let before = places[number];
            places[number] = self
                .place(translation, number, before, &mut point, programs)
                .map_err(|refuted| Refuted { by: refuted.by.filter(|_| !changed) })?;
            if places[number] != before {
                let width = |place: IndexBounds| place.map_or(0, |(low, high)| high - low);
                programs.narrowed = true;
                programs.paid |= width(places[number]) <= width(before) / 2;
                changed |= self.look_up(pool, translation, &mut places)?;
            }
        }
        if programs.narrowed {
            let answer = self.cache.least(&translation.program, &Sum::default(), &mut programs.effort);
            if let Some(Answer { least: Least::Infeasible(rows), .. }) = answer {
                return Err(Refuted { by: (!changed).then_some(rows) });
            }
        }
        Ok(places)
    }

    /// The least and the greatest index of a read, unless the point shows that the bounds are reached; or the
    /// rows that leave none.
    fn place<F: FnMut(ExprId) -> WordSet>(
        &mut self,
        translation: &Translation<'_, F>,
        number: usize,
        bounds: IndexBounds,
        point: &mut Option<Vec<f64>>,
        programs: &mut Programs,
    ) -> Result<IndexBounds, Refuted> {
        let Some(mut place) = bounds else { return Ok(None) };
        let sum = &translation.reads[number].place;
        for (sign, bound) in [(1, place.0), (-1, -place.1)] {
            let Some(signed) = sum.times(sign) else { continue };
            let reached = point.as_ref().is_some_and(|point| about(&signed, point) < bound as f64 + 0.5);
            if reached || programs.effort.is_spent() {
                continue;
            }
            let Some(answer) = self.cache.least(&translation.program, &signed, &mut programs.effort) else { continue };
            match answer.least {
                Least::Infeasible(rows) => {
                    programs.paid = true;
                    return Err(Refuted { by: Some(rows) });
                }
                Least::AtLeast(least) if sign > 0 => place.0 = place.0.max(least),
                Least::AtLeast(least) => place.1 = place.1.min(-least),
            }
            *point = answer.point.or(point.take());
        }
        if place.0 > place.1 {
            programs.paid = true;
            return Err(Refuted { by: None });
        }
        Ok(Some(place))
    }

    /// Bounds reads by what tables hold at their indices, and indices by the rows; returns whether bounds of
    /// reads changed.
    fn look_up<F: FnMut(ExprId) -> WordSet>(
        &mut self,
        pool: &Pool,
        translation: &mut Translation<'_, F>,
        places: &mut [IndexBounds],
    ) -> Result<bool, Refuted> {
        let mut ever = false;
        for _ in 0..PRECHECK_ROUNDS {
            let mut changed = false;
            for (read, place) in translation.reads.iter().zip(places.iter()) {
                let cut = self.contents(pool, read, place);
                let bounds = &mut translation.program.bounds[read.variable as usize];
                let cut = cut.map_or(*bounds, |cut| (bounds.0.max(cut.0), bounds.1.min(cut.1)));
                changed |= cut != *bounds;
                *bounds = cut;
            }
            if !changed {
                break;
            }
            ever = true;
            let Ok(bounds) = translation.program.narrowed() else { return Err(Refuted { by: None }) };
            for (place, new) in places.iter_mut().zip(translation.places(&bounds)) {
                let both = |a: (i128, i128), b: (i128, i128)| (a.0.max(b.0), a.1.min(b.1));
                *place = place.zip(new).map(|(old, new)| both(old, new)).or(*place);
            }
            if places.iter().flatten().any(|place| place.0 > place.1) {
                return Err(Refuted { by: None });
            }
        }
        Ok(ever)
    }

    /// The bounds of what a table holds between the bounds of an index.
    fn contents(&mut self, pool: &Pool, read: &Read, place: &IndexBounds) -> Option<(i128, i128)> {
        let (low, high) = (*place)?;
        let (low, high) = (u64::try_from(low.max(0)).ok()?, u64::try_from(high).ok()?);
        let (least, most) = read.bounds(pool, &mut self.tables, low, high)?;
        Some((i128::from(least), i128::from(most)))
    }

    /// How often a linear program was asked about, and how often the answer was remembered.
    pub(crate) fn counts(&self) -> (u64, u64) {
        (self.cache.asked, self.cache.cached)
    }

    /// Forgets everything that is remembered.
    pub(crate) fn forget(&mut self) {
        self.cache.clear();
        self.tables = TableBounds::default();
    }
}

impl<F: FnMut(ExprId) -> WordSet> Translation<'_, F> {
    /// The bounds of the indices of the first reads, given those of variables.
    fn places(&self, bounds: &[(i128, i128)]) -> Vec<IndexBounds> {
        let program = linear_program::Program { bounds: bounds.to_vec(), rows: Vec::new() };
        let within = |read: &Read| {
            let (low, high) = program.range(&read.place.terms)?;
            Some((low.checked_add(read.place.constant)?.max(0), high.checked_add(read.place.constant)?))
        };
        self.reads.iter().take(PRECHECK_READS).map(within).collect()
    }

    /// The bounds of indices, by their terms.
    fn by_term(&self, places: &[IndexBounds], tuning: &Tuning) -> FxHashMap<ExprId, PlaceBounds> {
        let mut found = FxHashMap::default();
        for (read, place) in self.reads.iter().zip(places) {
            for &(term, offset) in &read.places {
                let shifted = |bound: i128| u64::try_from(bound + i128::from(offset)).ok();
                if let Some((low, high)) = place.and_then(|(low, high)| shifted(low).zip(shifted(high))) {
                    let matter = is_lazy(self.pool, tuning, read.array, term);
                    found.insert(term, PlaceBounds { low, high, matter });
                }
            }
        }
        found
    }
}

/// The value of a sum at a point.
fn about(sum: &Sum, point: &[f64]) -> f64 {
    let terms = sum.terms.iter().map(|&(variable, factor)| factor as f64 * point[variable as usize]);
    terms.sum::<f64>() + sum.constant as f64
}
