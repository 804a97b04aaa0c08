//! What a test of a path needs, and what is told about the path.

use std::rc::Rc;

use expr::ExprId;
use models::{Piece, Stream, Text};

use crate::history::History;
use crate::inputs::Inputs;
use crate::shared_set::SharedSet;

/// What is written down of a path.
#[derive(Clone, Default)]
pub struct Record {
    /// Symbolic objects in order of creation.
    pub inputs: Inputs,
    /// What the program has printed.
    pub output: Output,
    /// Conditions that the test should satisfy if it can.
    pub preferences: Rc<Vec<ExprId>>,
    /// Whether a native run may go another way than this path: an unknown function was called, or more memory was asked for than
    /// every machine has.
    pub approximated: bool,
    /// Whether the machine was taken not to have memory that others have.
    pub lacks_memory: bool,
    /// Whether the path executed something that no path had before, and that is not for a fork of it to show. It says which paths
    /// are worth most; what a test would show is in `unshown`.
    pub covered_new: bool,
    /// What the path has done and no test had shown by then: see [`crate::coverage`].
    pub unshown: SharedSet,
    /// The instruction to blame for its end, if not the one that it stands at.
    pub blamed: Option<u32>,
}

/// What the program printed: pieces, and a tail of concrete bytes that are none yet.
#[derive(Clone, Default)]
pub struct Output {
    pieces: History<Piece>,
    tail: Rc<Vec<u8>>,
}

/// The tail of concrete standard output becomes a piece at this size, in bytes.
const TAIL: usize = 512;

impl Output {
    /// Appends a piece.
    pub fn push(&mut self, piece: Piece) {
        if let Piece { stream: Stream::Out, text: Text::Bytes(bytes) } = &piece
            && bytes.len() < TAIL
        {
            Rc::make_mut(&mut self.tail).extend_from_slice(bytes);
            if self.tail.len() >= TAIL {
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
