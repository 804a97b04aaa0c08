//! What a test of a path needs, and what is reported about the path.

use expr::ExprId;
use models::{Piece, Stream, Text};
use rustc_hash::FxHashMap;
use triomphe::Arc;

use crate::history::History;
use crate::inputs::Inputs;
use crate::shared_set::SharedSet;
use crate::tuning::OUTPUT_TAIL;

/// What is recorded about a path.
#[derive(Clone, Default)]
pub struct Record {
    /// The symbolic objects in order of creation.
    pub inputs: Inputs,
    /// What the program has printed.
    pub output: Output,
    /// Conditions that the test should satisfy if possible.
    pub preferences: Arc<Vec<ExprId>>,
    /// Whether a native run may behave differently from this path: an unknown function was called, or more
    /// memory was requested than every machine has.
    pub approximated: bool,
    /// Whether the path assumes that the machine lacks memory which other machines have.
    pub lacks_memory: bool,
    /// Whether the path was the first to execute something that no fork of it is to show. It says which paths
    /// have the most value; what a test would show is in `unshown`.
    pub covered_new: bool,
    /// What the path has done that no test had shown at that time: see [`crate::coverage`].
    pub unshown: SharedSet,
    /// How often each instruction has loaded something undefined.
    pub undefined_loads: SiteCounts,
    /// The instruction to blame for the path's error, if it is not the one that the state is at.
    pub blamed: Option<u32>,
}

/// A number for each of few instructions.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct SiteCounts(Option<Arc<FxHashMap<u32, u32>>>);

impl SiteCounts {
    /// The number of an instruction.
    pub fn at(&self, site: u32) -> u32 {
        self.0.as_ref().and_then(|counts| counts.get(&site)).copied().unwrap_or(0)
    }

    /// Adds one to the number of an instruction, up to `most`.
    pub fn count(&mut self, site: u32, most: u32) {
        if self.at(site) < most {
            *Arc::make_mut(self.0.get_or_insert_default()).entry(site).or_default() += 1;
        }
    }
}

impl SiteCounts {
    /// Raises each number to that of other counts.
    pub fn raise(&mut self, others: &SiteCounts) {
        let Some(others) = &others.0 else { return };
        if self.0.as_ref().is_some_and(|counts| Arc::ptr_eq(counts, others)) {
            return;
        }
        let counts = Arc::make_mut(self.0.get_or_insert_default());
        for (&site, &count) in others.iter() {
            let ours = counts.entry(site).or_default();
            *ours = (*ours).max(count);
        }
    }
}

/// What the program printed: pieces, and a tail of concrete bytes that do not form a piece yet.
#[derive(Clone, Default)]
pub struct Output {
    pieces: History<Piece>,
    tail: Arc<Vec<u8>>,
}

impl Output {
    /// Appends a piece.
    pub fn push(&mut self, piece: Piece) {
        if let Piece { stream: Stream::Out, text: Text::Bytes(bytes) } = &piece
            && bytes.len() < OUTPUT_TAIL
        {
            Arc::make_mut(&mut self.tail).extend_from_slice(bytes);
            if self.tail.len() >= OUTPUT_TAIL {
                self.flush();
            }
            return;
        }
        self.flush();
        self.pieces.push(piece);
    }

    fn flush(&mut self) {
        if !self.tail.is_empty() {
            let bytes = std::mem::take(&mut self.tail);
            self.pieces.push(Piece { stream: Stream::Out, text: Text::Bytes(bytes.as_slice().into()) });
        }
    }

    /// All pieces in order.
    pub fn pieces(&self) -> impl Iterator<Item = Piece> + '_ {
        let tail = (!self.tail.is_empty())
            .then(|| Piece { stream: Stream::Out, text: Text::Bytes(self.tail.as_slice().into()) });
        self.pieces.iter().cloned().chain(tail)
    }
}
