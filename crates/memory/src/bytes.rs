//! The concrete bytes of an object: a single piece if it is small, otherwise blocks that are shared until they
//! are written.

use crate::blocks::{self, Node, Page, Stretch, TABLE, Table};
use crate::tuning::COPY_BUFFER;
use crate::tuning::PAGE;

/// A word with 1 in each byte: times a byte, it gives a word of that byte.
const EVERYWHERE: u64 = 0x0101_0101_0101_0101;

/// The bytes of an object. Functions that change them return the work done, in bytes moved.
#[derive(Clone, Debug)]
pub(crate) enum Bytes {
    /// At most one page.
    Small(Box<[u8]>),
    /// Whole pages, at most one table of them; the last page may extend past the object's end.
    Paged(Box<[Node<Page>]>),
    /// Whole tables of pages.
    Large(Box<[Node<Table>]>),
}

impl Bytes {
    /// `size` zeros.
    pub fn zeros(size: u64) -> Bytes {
        let size = size as usize;
        if size <= PAGE {
            Bytes::Small(vec![0; size].into())
        } else if size <= TABLE {
            Bytes::Paged(vec![Node::Fill(0); size.div_ceil(PAGE)].into())
        } else {
            Bytes::Large(vec![Node::Fill(0); size.div_ceil(TABLE)].into())
        }
    }

    /// The little-endian number in the `len` (1 to 8) bytes at `offset`.
    #[inline]
    pub fn word(&self, offset: usize, len: usize) -> u64 {
        match self {
            Bytes::Small(bytes) => word_in(&bytes[offset..offset + len]),
            Bytes::Paged(pages) => match &pages[offset / PAGE] {
                Node::Shared(page) if offset % PAGE <= PAGE - len => {
                    let at = offset % PAGE;
                    word_in(&page[at..at + len])
                }
                _ => self.word_slowly(offset, len),
            },
            Bytes::Large(_) => self.word_slowly(offset, len),
        }
    }

    fn word_slowly(&self, offset: usize, len: usize) -> u64 {
        let at = offset % PAGE;
        if at <= PAGE - len {
            let page = match self {
                Bytes::Small(bytes) => return word_in(&bytes[offset..offset + len]),
                Bytes::Paged(pages) => &pages[offset / PAGE],
                Bytes::Large(tables) => match &tables[offset / TABLE] {
                    Node::Shared(table) => &table[offset % TABLE / PAGE],
                    Node::Fill(byte) => &Node::Fill(*byte),
                },
            };
            return match page {
                Node::Shared(page) => word_in(&page[at..at + len]),
                Node::Fill(byte) => (u64::from(*byte) * EVERYWHERE) & bv::mask(8 * len as u32),
            };
        }
        let mut word = [0u8; 8];
        self.read(offset, &mut word[..len]);
        u64::from_le_bytes(word)
    }

    /// Writes the low `len` (1 to 8) bytes of `word` at `offset`.
    #[inline]
    pub fn set_word(&mut self, offset: usize, len: usize, word: u64) {
        match self {
            Bytes::Small(bytes) => {
                let bytes = &mut bytes[offset..offset + len];
                match len {
                    8 => bytes.copy_from_slice(&word.to_le_bytes()),
                    4 => bytes.copy_from_slice(&(word as u32).to_le_bytes()),
                    1 => bytes[0] = word as u8,
                    _ => bytes.copy_from_slice(&word.to_le_bytes()[..len]),
                }
            }
            _ => self.set_word_in_page(offset, len, word),
        }
    }

    fn set_word_in_page(&mut self, offset: usize, len: usize, word: u64) {
        let at = offset % PAGE;
        let page = match self {
            Bytes::Paged(pages) => Some(&mut pages[offset / PAGE]),
            Bytes::Large(tables) => tables[offset / TABLE].own().map(|table| &mut table[offset % TABLE / PAGE]),
            Bytes::Small(_) => None,
        };
        if let Some(page) = page.and_then(Node::own)
            && at <= PAGE - len
        {
            let bytes = &mut page[at..at + len];
            match len {
                8 => bytes.copy_from_slice(&word.to_le_bytes()),
                4 => bytes.copy_from_slice(&(word as u32).to_le_bytes()),
                1 => bytes[0] = word as u8,
                _ => bytes.copy_from_slice(&word.to_le_bytes()[..len]),
            }
            return;
        }
        self.write(offset, &word.to_le_bytes()[..len]);
    }

    /// Whether two objects of the same length hold the same bytes.
    pub fn is_same(&self, other: &Bytes) -> bool {
        match (self, other) {
            (Bytes::Small(a), Bytes::Small(b)) => a == b,
            (Bytes::Paged(a), Bytes::Paged(b)) => blocks::is_same(a, b),
            (Bytes::Large(a), Bytes::Large(b)) => blocks::is_same(a, b),
            _ => false,
        }
    }

    /// Fills `to` with the bytes from `offset` on.
    pub fn read(&self, offset: usize, to: &mut [u8]) {
        match self {
            Bytes::Small(bytes) => to.copy_from_slice(&bytes[offset..offset + to.len()]),
            Bytes::Paged(pages) => blocks::read(pages, offset, to),
            Bytes::Large(tables) => blocks::read(tables, offset, to),
        }
    }

    /// Writes `from` at `offset`.
    pub fn write(&mut self, offset: usize, from: &[u8]) -> u64 {
        match self {
            Bytes::Small(bytes) => {
                bytes[offset..offset + from.len()].copy_from_slice(from);
                from.len() as u64
            }
            Bytes::Paged(pages) => blocks::write(pages, offset, from),
            Bytes::Large(tables) => blocks::write(tables, offset, from),
        }
    }

    /// Writes `len` copies of a byte at `offset`.
    pub fn fill(&mut self, offset: usize, len: usize, byte: u8) -> u64 {
        match self {
            Bytes::Small(bytes) => {
                bytes[offset..offset + len].fill(byte);
                len as u64
            }
            Bytes::Paged(pages) => blocks::fill(pages, offset, len, byte),
            Bytes::Large(tables) => blocks::fill(tables, offset, len, byte),
        }
    }

    /// Copies `len` bytes from another object.
    pub fn copy(&mut self, to: usize, source: &Bytes, from: usize, len: usize) -> u64 {
        match (self, source) {
            (Bytes::Small(target), source) => {
                source.read(from, &mut target[to..to + len]);
                len as u64
            }
            (target, Bytes::Small(source)) => target.write(to, &source[from..from + len]),
            (Bytes::Paged(target), Bytes::Paged(source)) => blocks::copy(target, to, source, from, len),
            (Bytes::Large(target), Bytes::Large(source)) => blocks::copy(target, to, source, from, len),
            (Bytes::Large(target), Bytes::Paged(source)) => blocks::copy_from_parts(target, to, source, from, len),
            (Bytes::Paged(target), Bytes::Large(source)) => blocks::copy_to_parts(target, to, source, from, len),
        }
    }

    /// Copies `len` bytes to another offset of the same object; the two ranges may overlap.
    pub fn copy_within(&mut self, to: usize, from: usize, len: usize) -> u64 {
        match self {
            Bytes::Small(bytes) => {
                bytes.copy_within(from..from + len, to);
                len as u64
            }
            _ if len <= COPY_BUFFER => {
                let mut buffer = [0; COPY_BUFFER];
                self.read(from, &mut buffer[..len]);
                self.write(to, &buffer[..len])
            }
            _ if to % PAGE != from % PAGE => self.move_pages(to, from, len),
            Bytes::Paged(pages) => {
                let source = pages[from / PAGE..(from + len).div_ceil(PAGE)].to_vec();
                blocks::copy(pages, to, &source, from % PAGE, len)
            }
            Bytes::Large(tables) => {
                let source = tables[from / TABLE..(from + len).div_ceil(TABLE)].to_vec();
                blocks::copy(tables, to, &source, from % TABLE, len)
            }
        }
    }

    /// Copies one page of the target after the other, in the order in which nothing is overwritten before it is read.
    fn move_pages(&mut self, to: usize, from: usize, len: usize) -> u64 {
        let mut buffer = [0; PAGE];
        let (mut done, mut work) = (0, 0);
        while done < len {
            let part = if to < from {
                let at = done;
                at..len.min((to + at) / PAGE * PAGE + PAGE - to)
            } else {
                let end = len - done;
                ((to + end - 1) / PAGE * PAGE).saturating_sub(to)..end
            };
            let (source, size) = (from + part.start, part.len());
            work += match self.one_byte(source, size) {
                Some(byte) => self.fill(to + part.start, size, byte),
                None => {
                    self.read(source, &mut buffer[..size]);
                    self.write(to + part.start, &buffer[..size])
                }
            };
            done += size;
        }
        work
    }

    /// The byte that all of these bytes equal, if that is known from the nodes alone.
    fn one_byte(&self, offset: usize, len: usize) -> Option<u8> {
        let (mut only, mut one) = (None, true);
        self.stretches(offset, len, &mut |_, stretch| match stretch {
            Stretch::Fill(byte, _) if only.is_none_or(|only| only == byte) => only = Some(byte),
            _ => one = false,
        });
        only.filter(|_| one)
    }

    /// Shows `len` bytes from `offset` on as stretches, each with its offset.
    pub fn stretches<'a>(&'a self, offset: usize, len: usize, show: &mut dyn FnMut(usize, Stretch<'a>)) {
        match self {
            Bytes::Small(bytes) => show(offset, Stretch::Bytes(&bytes[offset..offset + len])),
            Bytes::Paged(pages) => blocks::stretches(pages, 0, offset, len, show),
            Bytes::Large(tables) => blocks::stretches(tables, 0, offset, len, show),
        }
    }
}

/// The little-endian number in at most 8 bytes.
#[inline]
fn word_in(bytes: &[u8]) -> u64 {
    match bytes.len() {
        8 => u64::from_le_bytes(bytes.try_into().expect("eight bytes")),
        4 => u64::from(u32::from_le_bytes(bytes.try_into().expect("four bytes"))),
        1 => u64::from(bytes[0]),
        len => {
            let mut word = [0; 8];
            word[..len].copy_from_slice(bytes);
            u64::from_le_bytes(word)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use test_support::Random;

    /// Chooses random offsets and lengths.
    trait Places {
        /// An offset for `len` bytes among `size`, often near the ends of blocks.
        fn place(&mut self, size: usize, len: usize) -> usize;
        /// A number of bytes, at most `size`.
        fn len(&mut self, size: usize) -> usize;
    }

    impl Places for Random {
        fn place(&mut self, size: usize, len: usize) -> usize {
            let block = [1, PAGE, TABLE][self.below(3)];
            let near = self.below(size / block + 1) * block + self.below(3);
            near.saturating_sub(1).min(size - len)
        }

        fn len(&mut self, size: usize) -> usize {
            let most = [8, 64, 3 * PAGE, TABLE + PAGE, usize::MAX][self.below(5)].min(size);
            1 + self.below(most)
        }
    }

    fn same(bytes: &Bytes, plain: &[u8]) {
        let mut all = vec![0; plain.len()];
        bytes.read(0, &mut all);
        assert!(all == plain);
        let mut shown = 0;
        bytes.stretches(0, plain.len(), &mut |at, stretch| {
            assert_eq!(at, shown);
            match stretch {
                Stretch::Fill(byte, len) => {
                    assert!(plain[at..at + len].iter().all(|&other| other == byte));
                    shown += len;
                }
                Stretch::Bytes(bytes) => {
                    assert!(&plain[at..at + bytes.len()] == bytes);
                    shown += bytes.len();
                }
            }
        });
        assert_eq!(shown, plain.len());
    }

    #[test]
    fn words_agree_with_a_plain_vector() {
        for size in [1usize, 7, 100, 4096, 4097, 10_000, TABLE + 100] {
            let mut bytes = Bytes::zeros(size as u64);
            let mut plain = vec![0u8; size];
            let mut rng = Random::new(size as u64);
            for step in 0..400usize {
                let len = 1 + step % 8.min(size);
                let offset = rng.place(size, len);
                let word = (step as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
                bytes.set_word(offset, len, word);
                plain[offset..offset + len].copy_from_slice(&word.to_le_bytes()[..len]);
                let offset = if step % 2 == 0 { offset } else { rng.place(size, len) };
                let mut expected = [0u8; 8];
                expected[..len].copy_from_slice(&plain[offset..offset + len]);
                assert_eq!(bytes.word(offset, len), u64::from_le_bytes(expected));
            }
            same(&bytes, &plain);
        }
    }

    #[test]
    fn what_is_done_in_bulk_agrees_with_plain_vectors() {
        for seed in 0..12 {
            let mut rng = Random::new(seed);
            let sizes = [40, PAGE, PAGE + 1, 5 * PAGE + 7, TABLE, TABLE + 1, 2 * TABLE + PAGE + 3];
            let mut all: Vec<(Bytes, Vec<u8>)> =
                sizes.iter().map(|&size| (Bytes::zeros(size as u64), vec![0; size])).collect();
            for _ in 0..60 {
                let target = rng.below(all.len());
                let size = all[target].1.len();
                match rng.below(5) {
                    0 => {
                        let len = rng.len(size);
                        let (at, byte) = (rng.place(size, len), rng.below(3) as u8);
                        all[target].0.fill(at, len, byte);
                        all[target].1[at..at + len].fill(byte);
                    }
                    1 => {
                        let len = rng.len(size);
                        let (from, to) = (rng.place(size, len), rng.place(size, len));
                        all[target].0.copy_within(to, from, len);
                        all[target].1.copy_within(from..from + len, to);
                    }
                    2 => {
                        // A clone replaces another object, and both are then changed independently.
                        let (copy, place) = (all[target].clone(), rng.below(all.len()));
                        all[place] = copy;
                    }
                    3 => {
                        let len = rng.len(size.min(2 * PAGE));
                        let at = rng.place(size, len);
                        let from: Vec<u8> = (0..len).map(|_| rng.below(256) as u8).collect();
                        all[target].0.write(at, &from);
                        all[target].1[at..at + len].copy_from_slice(&from);
                    }
                    _ => {
                        let source = all[rng.below(all.len())].clone();
                        let len = rng.len(size.min(source.1.len()));
                        let to = rng.place(size, len);
                        // Often at the same offset within a page.
                        let from = if rng.below(2) == 0 { to % PAGE } else { rng.place(source.1.len(), len) };
                        let from = from.min(source.1.len() - len);
                        all[target].0.copy(to, &source.0, from, len);
                        all[target].1[to..to + len].copy_from_slice(&source.1[from..from + len]);
                    }
                }
            }
            for (index, (bytes, plain)) in all.iter().enumerate() {
                same(bytes, plain);
                for (other, contents) in &all[..index] {
                    assert_eq!(bytes.is_same(other), plain == contents);
                }
            }
        }
    }

    #[test]
    fn much_is_filled_and_copied_by_little_work() {
        const MUCH: usize = 64 << 20;
        let mut bytes = Bytes::zeros(MUCH as u64);
        assert!(bytes.fill(0, MUCH, 7) < 1000);
        assert!(bytes.fill(100, MUCH - 200, 8) < 60_000, "two pages and their tables are written");
        let mut other = Bytes::zeros(MUCH as u64 + 9);
        assert!(other.copy(0, &bytes, 0, MUCH) < 40_000);
        assert!(other.copy(PAGE, &bytes, 0, MUCH - PAGE) < 700_000, "pages are shared one by one");
        assert!(other.copy(3, &bytes, 1, MUCH - 3) < 300_000, "fills stay fills");
        // Bytes that have to be moved are moved once, into new blocks.
        for at in (0..MUCH).step_by(PAGE) {
            bytes.set_word(at, 8, at as u64);
        }
        let work = other.copy(3, &bytes, 1, MUCH - 3);
        assert!((MUCH as u64..MUCH as u64 * 5 / 2).contains(&work), "{work}");
        assert!(other.copy(0, &bytes, 0, MUCH) < 1000, "whole tables are shared");
        assert!(other.copy_within(TABLE, 0, MUCH - TABLE) < 1000);
        other.set_word(5, 1, 1);
        assert_eq!((bytes.word(5, 1), other.word(5, 1), other.word(TABLE + PAGE, 4)), (0, 1, PAGE as u64));
        drop(other);
        let work = bytes.copy_within(1, 0, MUCH - 1);
        assert!(work < MUCH as u64 * 5 / 4, "most of them are moved and nothing is made: {work}");
        bytes.copy_within(0, 1, MUCH - 1);
    }
}
