//! The concrete bytes of an object: one block if small, copy-on-write pages if large.

use std::rc::Rc;

/// Objects up to this size are one block; larger ones are pages of it.
const PAGE: usize = 4096;

/// The bytes of one object.
#[derive(Clone, Debug)]
pub enum Bytes {
    /// At most a page.
    Small(Box<[u8]>),
    /// Whole pages; the last may reach past the object's end. An absent page is all zeros.
    Paged(Vec<Option<Rc<[u8; PAGE]>>>),
}

impl Bytes {
    /// `size` zeros.
    pub fn zeros(size: u64) -> Bytes {
        let size = size as usize;
        if size <= PAGE { Bytes::Small(vec![0; size].into()) } else { Bytes::Paged(vec![None; size.div_ceil(PAGE)]) }
    }

    /// The little-endian number in `len` (at most 8) bytes from `offset`.
    #[inline]
    pub fn word(&self, offset: usize, len: usize) -> u64 {
        let mut word = [0u8; 8];
        match self {
            Bytes::Small(bytes) => {
                let bytes = &bytes[offset..offset + len];
                match len {
                    8 => return u64::from_le_bytes(bytes.try_into().expect("eight bytes")),
                    4 => return u64::from(u32::from_le_bytes(bytes.try_into().expect("four bytes"))),
                    1 => return u64::from(bytes[0]),
                    _ => word[..len].copy_from_slice(bytes),
                }
            }
            Bytes::Paged(_) => self.read(offset, &mut word[..len]),
        }
        u64::from_le_bytes(word)
    }

    /// Writes the low `len` (at most 8) bytes of `word` at `offset`.
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
            Bytes::Paged(_) => self.write(offset, &word.to_le_bytes()[..len]),
        }
    }

    /// Whether two sequences of one length are the same bytes.
    pub fn is_same(&self, other: &Bytes) -> bool {
        match (self, other) {
            (Bytes::Small(a), Bytes::Small(b)) => a == b,
            (Bytes::Paged(a), Bytes::Paged(b)) => {
                a.len() == b.len()
                    && a.iter().zip(b).all(|(a, b)| match (a, b) {
                        (Some(a), Some(b)) => Rc::ptr_eq(a, b) || a == b,
                        (Some(page), None) | (None, Some(page)) => page.iter().all(|&byte| byte == 0),
                        (None, None) => true,
                    })
            }
            _ => false,
        }
    }

    /// Fills `to` with the bytes from `offset` on.
    pub fn read(&self, mut offset: usize, to: &mut [u8]) {
        match self {
            Bytes::Small(bytes) => to.copy_from_slice(&bytes[offset..offset + to.len()]),
            Bytes::Paged(pages) => {
                let mut to = to;
                while !to.is_empty() {
                    let (page, at) = (offset / PAGE, offset % PAGE);
                    let len = to.len().min(PAGE - at);
                    let (head, tail) = to.split_at_mut(len);
                    match &pages[page] {
                        Some(bytes) => head.copy_from_slice(&bytes[at..at + len]),
                        None => head.fill(0),
                    }
                    offset += len;
                    to = tail;
                }
            }
        }
    }

    /// Writes `from` at `offset`.
    pub fn write(&mut self, mut offset: usize, mut from: &[u8]) {
        match self {
            Bytes::Small(bytes) => bytes[offset..offset + from.len()].copy_from_slice(from),
            Bytes::Paged(pages) => {
                while !from.is_empty() {
                    let (page, at) = (offset / PAGE, offset % PAGE);
                    let len = from.len().min(PAGE - at);
                    let (head, tail) = from.split_at(len);
                    let bytes = pages[page].get_or_insert_with(|| Rc::new([0; PAGE]));
                    Rc::make_mut(bytes)[at..at + len].copy_from_slice(head);
                    offset += len;
                    from = tail;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paged_and_small_agree_with_a_plain_vector() {
        for size in [1usize, 7, 100, 4096, 4097, 10_000] {
            let mut bytes = Bytes::zeros(size as u64);
            let mut plain = vec![0u8; size];
            for step in 0..200usize {
                let len = 1 + step % 8.min(size);
                let offset = (step * 7919) % (size - len + 1);
                let word = (step as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
                bytes.set_word(offset, len, word);
                plain[offset..offset + len].copy_from_slice(&word.to_le_bytes()[..len]);
                let mut all = vec![0; size];
                bytes.read(0, &mut all);
                assert_eq!(all, plain);
                let mut expected = [0u8; 8];
                expected[..len].copy_from_slice(&plain[offset..offset + len]);
                assert_eq!(bytes.word(offset, len), u64::from_le_bytes(expected));
            }
        }
    }
}
