//! Blocks of bytes that are shared until they are written, and sequences of blocks.
//!
//! A [`Node`] is a block of a fixed size: one byte repeated, or contents that its clones share. A block of
//! blocks is a block too, so two levels serve objects of any size, and filling or copying many bytes means
//! setting few nodes. Bytes are moved only at the ends of a range, and where source and target lie at different
//! offsets within their blocks.
//!
//! Functions that change something return the work done, in bytes moved; setting a node counts as [`NODE_WORK`] bytes.

use triomphe::Arc;

use crate::tuning::NODE_WORK;
use crate::tuning::PAGE;

/// The size of a block of pages in bytes.
pub(crate) const TABLE: usize = 512 * PAGE;

/// The contents of the smallest block.
pub(crate) type Page = [u8; PAGE];
/// A block of pages.
pub(crate) type Table = [Node<Page>; 512];

/// A block.
#[derive(Clone, Debug)]
pub(crate) enum Node<T> {
    /// Every byte is this one.
    Fill(u8),
    /// The contents, which other nodes may share.
    Shared(Arc<T>),
}

/// The contents of a block.
pub(crate) trait Block: Clone {
    /// The size in bytes.
    const SIZE: usize;
    /// The work of creating a block or of copying a shared one, in bytes moved.
    const COPIED: u64;

    /// A block in which every byte is this one.
    fn filled(byte: u8) -> Self;

    /// Fills `to` with the bytes from `at` on.
    fn read(&self, at: usize, to: &mut [u8]);

    /// Writes `from` at `at`.
    fn write(&mut self, at: usize, from: &[u8]) -> u64;

    /// Writes `len` copies of a byte at `at`.
    fn fill(&mut self, at: usize, len: usize, byte: u8) -> u64;

    /// Copies `len` bytes from another block.
    fn copy(&mut self, to: usize, source: &Self, from: usize, len: usize) -> u64;

    /// Whether both blocks hold the same bytes.
    fn is_same(&self, other: &Self) -> bool;

    /// Whether every byte is this one.
    fn is_fill(&self, byte: u8) -> bool;

    /// Shows `len` bytes from `at` on as stretches, each with its offset plus `base`.
    fn stretches<'a>(&'a self, base: usize, at: usize, len: usize, show: &mut dyn FnMut(usize, Stretch<'a>));
}

/// Some consecutive bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stretch<'a> {
    /// A byte, and how many times it is repeated.
    Fill(u8, usize),
    /// The bytes themselves.
    Bytes(&'a [u8]),
}

impl<T: Block> Node<T> {
    /// The contents, to be changed, and the work that took; shared contents are copied first.
    #[inline]
    fn contents(&mut self) -> (&mut T, u64) {
        let mut work = 0;
        match self {
            Node::Fill(byte) => {
                *self = Node::Shared(Arc::new(T::filled(*byte)));
                work = T::COPIED;
            }
            Node::Shared(block) if Arc::strong_count(block) > 1 => work = T::COPIED,
            Node::Shared(_) => {}
        }
        match self {
            Node::Shared(block) => (Arc::make_mut(block), work),
            Node::Fill(_) => unreachable!("it has just got contents"),
        }
    }

    /// The contents, if no other node shares them.
    #[inline]
    pub fn own(&mut self) -> Option<&mut T> {
        match self {
            Node::Shared(block) => Arc::get_mut(block),
            Node::Fill(_) => None,
        }
    }

    /// Drops contents that are shared, because they are about to be overwritten.
    fn let_go(&mut self) {
        if let Node::Shared(block) = self
            && Arc::strong_count(block) > 1
        {
            *self = Node::Fill(0);
        }
    }

    fn is_same(&self, other: &Node<T>) -> bool {
        match (self, other) {
            (Node::Fill(a), Node::Fill(b)) => a == b,
            (Node::Shared(a), Node::Shared(b)) => Arc::ptr_eq(a, b) || a.is_same(b),
            (Node::Fill(byte), Node::Shared(block)) | (Node::Shared(block), Node::Fill(byte)) => block.is_fill(*byte),
        }
    }
}

/// The parts into which blocks divide `len` bytes from `offset` on: index of the node, offset within it, length.
#[inline]
fn parts<T: Block>(mut offset: usize, len: usize) -> impl Iterator<Item = (usize, usize, usize)> {
    let end = offset + len;
    std::iter::from_fn(move || {
        let (node, at) = (offset / T::SIZE, offset % T::SIZE);
        let len = (end - offset).min(T::SIZE - at);
        offset += len;
        (len > 0).then_some((node, at, len))
    })
}

pub(crate) fn read<T: Block>(nodes: &[Node<T>], offset: usize, mut to: &mut [u8]) {
    for (node, at, len) in parts::<T>(offset, to.len()) {
        let (head, tail) = to.split_at_mut(len);
        match &nodes[node] {
            Node::Fill(byte) => head.fill(*byte),
            Node::Shared(block) => block.read(at, head),
        }
        to = tail;
    }
}

pub(crate) fn write<T: Block>(nodes: &mut [Node<T>], offset: usize, mut from: &[u8]) -> u64 {
    let mut work = 0;
    for (node, at, len) in parts::<T>(offset, from.len()) {
        let (head, tail) = from.split_at(len);
        if len == T::SIZE {
            nodes[node].let_go();
        }
        let (block, made) = nodes[node].contents();
        work += made + block.write(at, head);
        from = tail;
    }
    work
}

pub(crate) fn fill<T: Block>(nodes: &mut [Node<T>], offset: usize, len: usize, byte: u8) -> u64 {
    let mut work = 0;
    for (node, at, len) in parts::<T>(offset, len) {
        let node = &mut nodes[node];
        if len == T::SIZE {
            *node = Node::Fill(byte);
            work += NODE_WORK;
        } else if !matches!(node, Node::Fill(same) if *same == byte) {
            let (block, made) = node.contents();
            work += made + block.fill(at, len, byte);
        }
    }
    work
}

/// Copies between sequences of blocks. Whole blocks at the same alignment are shared.
pub(crate) fn copy<T: Block>(
    to: &mut [Node<T>],
    to_offset: usize,
    from: &[Node<T>],
    from_offset: usize,
    len: usize,
) -> u64 {
    let (mut to_offset, mut from_offset, mut left) = (to_offset, from_offset, len);
    let mut work = 0;
    while left > 0 {
        let (to_at, from_at) = (to_offset % T::SIZE, from_offset % T::SIZE);
        let (target, source) = (&mut to[to_offset / T::SIZE], &from[from_offset / T::SIZE]);
        let whole = to_at == 0 && left >= T::SIZE;
        let mut len = left.min(T::SIZE - to_at).min(T::SIZE - from_at);
        if whole && from_at == 0 {
            *target = source.clone();
            work += NODE_WORK;
        } else if whole && let Some(byte) = one_fill(source, &from[from_offset / T::SIZE + 1]) {
            *target = Node::Fill(byte);
            work += NODE_WORK;
            len = T::SIZE;
        } else {
            if whole {
                target.let_go();
            }
            work += match source {
                Node::Fill(byte) if matches!(target, Node::Fill(same) if same == byte) => 0,
                Node::Fill(byte) => {
                    let (block, made) = target.contents();
                    made + block.fill(to_at, len, *byte)
                }
                Node::Shared(source) => {
                    let (block, made) = target.contents();
                    made + block.copy(to_at, source, from_at, len)
                }
            };
        }
        to_offset += len;
        from_offset += len;
        left -= len;
    }
    work
}

/// Copies pages into tables of pages.
pub(crate) fn copy_from_parts(
    to: &mut [Node<Table>],
    to_offset: usize,
    from: &[Node<Page>],
    from_offset: usize,
    len: usize,
) -> u64 {
    let mut work = 0;
    for (node, at, part) in parts::<Table>(to_offset, len) {
        let (table, made) = to[node].contents();
        let source = from_offset + (node * TABLE + at - to_offset);
        work += made + copy(&mut table[..], at, from, source, part);
    }
    work
}

/// Copies pages out of tables of pages.
pub(crate) fn copy_to_parts(
    to: &mut [Node<Page>],
    to_offset: usize,
    from: &[Node<Table>],
    from_offset: usize,
    len: usize,
) -> u64 {
    let mut work = 0;
    for (node, at, part) in parts::<Table>(from_offset, len) {
        let target = to_offset + (node * TABLE + at - from_offset);
        work += match &from[node] {
            Node::Fill(byte) => fill(to, target, part, *byte),
            Node::Shared(table) => copy(to, target, &table[..], at, part),
        };
    }
    work
}

/// The byte that two blocks repeat, if both repeat the same one.
fn one_fill<T>(a: &Node<T>, b: &Node<T>) -> Option<u8> {
    match (a, b) {
        (Node::Fill(a), Node::Fill(b)) if a == b => Some(*a),
        _ => None,
    }
}

pub(crate) fn is_same<T: Block>(a: &[Node<T>], b: &[Node<T>]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.is_same(b))
}

pub(crate) fn stretches<'a, T: Block>(
    nodes: &'a [Node<T>],
    base: usize,
    offset: usize,
    len: usize,
    show: &mut dyn FnMut(usize, Stretch<'a>),
) {
    for (node, at, len) in parts::<T>(offset, len) {
        let place = base + node * T::SIZE;
        match &nodes[node] {
            Node::Fill(byte) => show(place + at, Stretch::Fill(*byte, len)),
            Node::Shared(block) => block.stretches(place, at, len, show),
        }
    }
}

impl Block for Page {
    const SIZE: usize = PAGE;
    const COPIED: u64 = PAGE as u64;

    fn filled(byte: u8) -> Page {
        [byte; PAGE]
    }

    fn read(&self, at: usize, to: &mut [u8]) {
        to.copy_from_slice(&self[at..at + to.len()]);
    }

    fn write(&mut self, at: usize, from: &[u8]) -> u64 {
        self[at..at + from.len()].copy_from_slice(from);
        from.len() as u64
    }

    fn fill(&mut self, at: usize, len: usize, byte: u8) -> u64 {
        self[at..at + len].fill(byte);
        len as u64
    }

    fn copy(&mut self, to: usize, source: &Page, from: usize, len: usize) -> u64 {
        self[to..to + len].copy_from_slice(&source[from..from + len]);
        len as u64
    }

    fn is_same(&self, other: &Page) -> bool {
        self == other
    }

    fn is_fill(&self, byte: u8) -> bool {
        self.iter().all(|&other| other == byte)
    }

    fn stretches<'a>(&'a self, base: usize, at: usize, len: usize, show: &mut dyn FnMut(usize, Stretch<'a>)) {
        show(base + at, Stretch::Bytes(&self[at..at + len]));
    }
}

impl Block for Table {
    const SIZE: usize = TABLE;
    const COPIED: u64 = 512 * NODE_WORK;

    fn filled(byte: u8) -> Table {
        std::array::from_fn(|_| Node::Fill(byte))
    }

    fn read(&self, at: usize, to: &mut [u8]) {
        read(self, at, to);
    }

    fn write(&mut self, at: usize, from: &[u8]) -> u64 {
        write(self, at, from)
    }

    fn fill(&mut self, at: usize, len: usize, byte: u8) -> u64 {
        fill(self, at, len, byte)
    }

    fn copy(&mut self, to: usize, source: &Table, from: usize, len: usize) -> u64 {
        copy(self, to, source, from, len)
    }

    fn is_same(&self, other: &Table) -> bool {
        is_same(self, other)
    }

    fn is_fill(&self, byte: u8) -> bool {
        self.iter().all(|node| match node {
            Node::Fill(other) => *other == byte,
            Node::Shared(page) => page.is_fill(byte),
        })
    }

    fn stretches<'a>(&'a self, base: usize, at: usize, len: usize, show: &mut dyn FnMut(usize, Stretch<'a>)) {
        stretches(self, base, at, len, show);
    }
}
