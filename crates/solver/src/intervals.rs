//! Which slice owns which bytes: a persistent sorted list of disjoint intervals.
//!
//! Two levels: a list of pages, each of up to [`PAGE`] intervals. A change copies the list of pages (pointers) and the
//! pages concerned, so thousands of slices over a long input cost each fork about a kilobyte.

use std::rc::Rc;

use expr::{ByteRange, SymbolId};

use crate::path::{Slice, start};

/// How many intervals a page holds at most.
const PAGE: usize = 32;

/// Disjoint intervals of bytes in order, each with the slice that owns it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Intervals {
    /// No page is empty.
    pages: Rc<Vec<Rc<Vec<Interval>>>>,
}

#[derive(Clone, Debug)]
struct Interval {
    range: ByteRange,
    slice: Rc<Slice>,
}

impl Intervals {
    /// The owners of all intervals, in order of the intervals; an owner of several appears several times.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Rc<Slice>> {
        self.pages.iter().flat_map(|page| page.iter()).map(|interval| &interval.slice)
    }

    /// The owners of the bytes in a range, in order of the intervals.
    pub(crate) fn overlapping<'a>(&'a self, range: &ByteRange) -> impl Iterator<Item = &'a Rc<Slice>> + use<'a> {
        let range = *range;
        let first = self.pages.partition_point(|page| ends_before(page.last().expect("no page is empty"), &range));
        self.pages[first..]
            .iter()
            .flat_map(|page| page.iter())
            .skip_while(move |interval| ends_before(interval, &range))
            .take_while(move |interval| start(&interval.range) < (range.symbol, range.to))
            .map(|interval| &interval.slice)
    }

    /// Gives the bytes of the slice to it. What overlaps them must lie within them.
    pub(crate) fn replace(&mut self, slice: &Rc<Slice>) {
        for range in &slice.ranges {
            self.replace_range(Interval { range: *range, slice: slice.clone() });
        }
    }

    fn replace_range(&mut self, interval: Interval) {
        let range = interval.range;
        let pages = Rc::make_mut(&mut self.pages);
        let mut number = pages.partition_point(|page| ends_before(page.last().expect("no page is empty"), &range));
        if number == pages.len() {
            // Behind everything: the last page takes it.
            match pages.last_mut() {
                Some(page) => Rc::make_mut(page).push(interval),
                None => pages.push(Rc::new(vec![interval])),
            }
            number = pages.len() - 1;
        } else {
            let page = Rc::make_mut(&mut pages[number]);
            let from = page.partition_point(|other| ends_before(other, &range));
            let to = page.partition_point(|other| start(&other.range) < (range.symbol, range.to));
            if to == from + 1 && page[from].range == range {
                page[from].slice = interval.slice;
                return;
            }
            let through = to == page.len();
            page.splice(from..to, [interval]);
            if through {
                remove_following(pages, number + 1, (range.symbol, range.to));
            }
        }
        if pages[number].len() > PAGE {
            let page = Rc::make_mut(&mut pages[number]);
            let upper = page.split_off(PAGE / 2);
            pages.insert(number + 1, Rc::new(upper));
        }
    }
}

/// Removes the intervals that start before `end` from page `number` on.
fn remove_following(pages: &mut Vec<Rc<Vec<Interval>>>, number: usize, end: (SymbolId, u32)) {
    let covered = pages[number..].partition_point(|page| start(&page.last().expect("no page is empty").range) < end);
    pages.drain(number..number + covered);
    if let Some(page) = pages.get_mut(number)
        && start(&page[0].range) < end
    {
        let page = Rc::make_mut(page);
        let rest = page.partition_point(|interval| start(&interval.range) < end);
        page.drain(..rest);
    }
}

fn ends_before(interval: &Interval, range: &ByteRange) -> bool {
    (interval.range.symbol, interval.range.to) <= start(range)
}
