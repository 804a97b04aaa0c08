//! A set of numbers that is cheap to clone: clones share it until one of them adds a number, and then all pages
//! but the one that changes.

use triomphe::Arc;

use crate::tuning::SET_WORDS;

/// The number of bits of a page, one for each number it can hold.
const PAGE: usize = SET_WORDS * 64;

type Page = Arc<[u64; SET_WORDS]>;

/// A set of numbers, as pages of bits.
#[derive(Clone, Default, Debug)]
pub struct SharedSet {
    pages: Arc<Vec<Option<Page>>>,
}

impl SharedSet {
    /// Adds a number.
    pub fn insert(&mut self, number: usize) {
        if self.contains(number) {
            return;
        }
        let pages = Arc::make_mut(&mut self.pages);
        let index = number / PAGE;
        if pages.len() <= index {
            pages.resize(index + 1, None);
        }
        let page = pages[index].get_or_insert_with(|| Arc::new([0; SET_WORDS]));
        Arc::make_mut(page)[number % PAGE / 64] |= 1 << (number % 64);
    }

    /// Whether a number is in the set.
    pub fn contains(&self, number: usize) -> bool {
        let page = self.pages.get(number / PAGE).and_then(Option::as_ref);
        page.is_some_and(|page| page[number % PAGE / 64] >> (number % 64) & 1 == 1)
    }

    /// The numbers that are not in the other set, in ascending order.
    pub fn outside<'a>(&'a self, other: &'a SharedSet) -> impl Iterator<Item = usize> + 'a {
        let pages = self.pages.iter().enumerate().filter_map(|(index, page)| Some((index, page.as_ref()?)));
        pages.flat_map(move |(index, page)| {
            let others = other.pages.get(index).and_then(Option::as_ref);
            (0..SET_WORDS).flat_map(move |word| {
                let mut left = page[word] & !others.map_or(0, |others| others[word]);
                std::iter::from_fn(move || {
                    let bit = left.trailing_zeros();
                    left &= left.wrapping_sub(1);
                    (bit < 64).then(|| index * PAGE + word * 64 + bit as usize)
                })
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clones_go_their_own_ways() {
        let mut one = SharedSet::default();
        let numbers = [0, 63, 64, 1023, 1024, 70_000];
        numbers.into_iter().for_each(|number| one.insert(number));
        let mut two = one.clone();
        two.insert(5);
        two.insert(63);
        assert!(numbers.into_iter().all(|number| one.contains(number) && two.contains(number)));
        assert_eq!((one.contains(5), two.contains(5), one.contains(1_000_000)), (false, true, false));
        assert_eq!(two.outside(&one).collect::<Vec<_>>(), [5]);
        assert_eq!(one.outside(&two).count(), 0);
        assert_eq!(one.outside(&SharedSet::default()).collect::<Vec<_>>(), numbers);
    }
}
