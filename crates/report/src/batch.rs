//! Path ends on their way to the thread that makes tests of them. The data of paths that exit is copied into
//! one buffer, and the buffers travel back to be used again.
//!
//! If the ends themselves were handed over, one thread would free what the other allocates, which costs both of
//! them more than the copy. Of decisions, paths share the most: the list is handed over as it is, and comes back
//! with the buffer to be freed. Nothing is formatted here.

use exec::{Decision, Decisions, Frame, PathEnd, Termination};

use crate::tuning::{BATCH_BYTES, BATCH_ENDS, DECISIONS_SHARED};

/// The number of a test within its run, from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct TestId(pub u64);

impl TestId {
    /// The name of the test's file, or of its member in an archive.
    pub fn file_name(self) -> String {
        format!("{self}.ktest")
    }
}

/// `test000001`
impl std::fmt::Display for TestId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "test{:06}", self.0)
    }
}

/// The end of a path that becomes a test.
#[derive(Debug)]
pub struct Record {
    /// The number of the test.
    pub test: TestId,
    /// Whether the path is the first to show its error. The test of a finding is always a file, never a member
    /// of an archive.
    pub is_finding: bool,
    /// How the path ended.
    pub end: PathEnd,
}

/// A sequence of path ends.
#[derive(Debug, Default)]
pub struct Batch {
    items: Vec<Item>,
    /// The names and bytes of the inputs and of the surroundings, and the output, of the paths that exit.
    bytes: Vec<u8>,
    /// The length of each piece of `bytes`.
    lengths: Vec<usize>,
    /// The stacks of the paths that exit; a stack that equals the one before is not repeated.
    stacks: Vec<Vec<Frame>>,
    /// The decisions of the paths that exit.
    decisions: Vec<Decisions>,
    /// About how many bytes the stacks, the decisions and the other ends take.
    others: usize,
}

#[derive(Debug)]
enum Item {
    Exit {
        test: TestId,
        status: i32,
        approximated: bool,
        /// Index into [`Batch::stacks`].
        stack: usize,
        inputs: usize,
        surroundings: usize,
        instructions: u64,
        /// Index into [`Batch::decisions`].
        decisions: usize,
    },
    Other(Box<Record>),
}

/// An end as it comes out of a batch.
#[derive(Clone, Copy, Debug)]
pub enum End<'a> {
    /// The path exits.
    Exit(Exit<'a>),
    /// The path ends in any other way.
    Other(&'a Record),
}

/// A path that exits.
#[derive(Clone, Copy, Debug)]
pub struct Exit<'a> {
    /// The test that the path becomes.
    pub test: TestId,
    /// The path's exit status.
    pub status: i32,
    /// [`PathEnd::approximated`]
    pub approximated: bool,
    /// [`PathEnd::stack`]
    pub stack: &'a [Frame],
    /// [`PathEnd::inputs`]
    pub inputs: Inputs<'a>,
    /// [`PathEnd::surroundings`]
    pub surroundings: Inputs<'a>,
    /// [`PathEnd::instructions`]
    pub instructions: u64,
    /// [`PathEnd::decisions`]
    pub decisions: &'a Decisions,
    /// [`PathEnd::output`]
    pub output: &'a [u8],
}

/// The names and bytes of a path's inputs.
#[derive(Clone, Copy, Debug)]
pub struct Inputs<'a> {
    bytes: &'a [u8],
    /// The lengths of name and bytes, alternating.
    lengths: &'a [usize],
}

impl<'a> Iterator for Inputs<'a> {
    type Item = (&'a [u8], &'a [u8]);

    fn next(&mut self) -> Option<(&'a [u8], &'a [u8])> {
        let (&[name, value], rest) = self.lengths.split_first_chunk()?;
        self.lengths = rest;
        Some((cut(&mut self.bytes, name), cut(&mut self.bytes, value)))
    }
}

impl Batch {
    /// Adds an end.
    pub fn push(&mut self, record: Record) {
        let Record { test, end, .. } = &record;
        let Termination::Exit(status) = end.termination else {
            self.others += weight(end);
            self.items.push(Item::Other(Box::new(record)));
            return;
        };
        for input in end.inputs.iter().chain(&end.surroundings) {
            self.put(input.name.as_bytes());
            self.put(&input.bytes);
        }
        self.put(&end.output);
        let (test, approximated, instructions) = (*test, end.approximated, end.instructions);
        let (inputs, surroundings) = (end.inputs.len(), end.surroundings.len());
        self.others += decisions_weight(&end.decisions);
        if self.stacks.last() != Some(&end.stack) {
            self.others += stack_weight(&end.stack);
            self.stacks.push(record.end.stack);
        }
        self.decisions.push(record.end.decisions);
        let (stack, decisions) = (self.stacks.len() - 1, self.decisions.len() - 1);
        self.items.push(Item::Exit {
            test,
            status,
            approximated,
            stack,
            inputs,
            surroundings,
            instructions,
            decisions,
        });
    }

    fn put(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
        self.lengths.push(bytes.len());
    }

    /// Whether the batch holds no ends.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Whether the batch holds enough to be handed over.
    pub fn is_full(&self) -> bool {
        self.items.len() >= BATCH_ENDS || self.bytes() >= BATCH_BYTES
    }

    /// Whether the batch is so large that memory could not hold many like it.
    pub fn is_large(&self) -> bool {
        self.bytes() >= 2 * BATCH_BYTES
    }

    fn bytes(&self) -> usize {
        self.bytes.len() + size_of_val(&self.lengths[..]) + self.others
    }

    /// The ends, in order.
    pub fn ends(&self) -> impl Iterator<Item = End<'_>> {
        let (mut bytes, mut lengths) = (&self.bytes[..], &self.lengths[..]);
        self.items.iter().map(move |item| match item {
            Item::Other(record) => End::Other(record),
            Item::Exit { test, status, approximated, stack, inputs, surroundings, instructions, decisions } => {
                let mut take = |count: usize| {
                    let (of_inputs, rest) = lengths.split_at(2 * count);
                    lengths = rest;
                    Inputs { bytes: cut(&mut bytes, of_inputs.iter().sum()), lengths: of_inputs }
                };
                let (inputs, surroundings) = (take(*inputs), take(*surroundings));
                let output = cut(&mut bytes, lengths[0]);
                lengths = &lengths[1..];
                let (test, status, approximated, instructions) = (*test, *status, *approximated, *instructions);
                let (stack, decisions) = (&self.stacks[*stack], &self.decisions[*decisions]);
                End::Exit(Exit {
                    test,
                    status,
                    approximated,
                    stack,
                    inputs,
                    surroundings,
                    instructions,
                    decisions,
                    output,
                })
            }
        })
    }

    /// Empties the batch for reuse, except for the decisions ([`Batch::free`]). A large batch gives all its memory
    /// back.
    pub fn clear(&mut self) {
        if self.is_large() {
            *self = Batch::default();
            return;
        }
        self.items.clear();
        self.bytes.clear();
        self.lengths.clear();
        self.stacks.clear();
        self.others = 0;
    }

    /// Frees the decisions of an empty batch. To be called by the thread that has allocated them, and before
    /// the batch is used again.
    pub fn free(&mut self) {
        self.decisions.clear();
    }
}

/// Takes the first `count` bytes off the front.
fn cut<'a>(bytes: &mut &'a [u8], count: usize) -> &'a [u8] {
    let (front, rest) = bytes.split_at(count);
    *bytes = rest;
    front
}

/// About how many bytes an end takes.
fn weight(end: &PathEnd) -> usize {
    let inputs = end.inputs.iter().chain(&end.surroundings);
    let inputs: usize = inputs.map(|input| input.name.len() + input.bytes.len()).sum();
    size_of::<Record>() + inputs + stack_weight(&end.stack) + decisions_weight(&end.decisions) + end.output.len()
}

/// About how many bytes decisions take. Most are shared with paths that go on or that end in the same batch, so
/// one in so many is counted.
fn decisions_weight(decisions: &Decisions) -> usize {
    decisions.len() * size_of::<Decision>() / DECISIONS_SHARED
}

/// About how many bytes a stack takes.
fn stack_weight(stack: &[Frame]) -> usize {
    let args = |frame: &Frame| frame.args.iter().map(|arg| size_of::<String>() + arg.len()).sum::<usize>();
    let frame = |frame: &Frame| size_of::<Frame>() + frame.function.len() + frame.at.file.len() + args(frame);
    stack.iter().map(frame).sum()
}

#[cfg(test)]
mod tests {
    use exec::Input;

    use super::*;
    use crate::sample;

    fn push(batch: &mut Batch, ends: &[PathEnd]) {
        for (number, end) in (1..).zip(ends) {
            batch.push(Record { test: TestId(number), is_finding: false, end: end.clone() });
        }
    }

    /// What comes out is what went in, in order, however often a batch is used.
    #[test]
    fn nothing_is_lost() {
        let input = |name: &str, bytes: &[u8]| Input { name: name.into(), bytes: bytes.to_vec() };
        let ends = [
            sample::exit(1),
            sample::exit(3),
            PathEnd { inputs: Vec::new(), output: Vec::new(), stack: Vec::new(), ..sample::exit(2) },
            sample::error(4),
            PathEnd { inputs: vec![input("", b""), input("y", b"12345"), input("z", b"")], ..sample::exit(7) },
            PathEnd { approximated: true, output: vec![7; 1000], ..sample::exit(8) },
            PathEnd { surroundings: vec![input("m", b"1"), input("", b"")], instructions: 7, ..sample::exit(9) },
        ];
        let mut batch = Batch::default();
        for _ in 0..3 {
            push(&mut batch, &ends);
            let mut found = batch.ends();
            for (number, end) in (1..).zip(&ends) {
                match found.next().expect("as many as went in") {
                    End::Other(record) => assert_eq!((record.test, &record.end), (TestId(number), end)),
                    End::Exit(exit) => {
                        let inputs: Vec<_> = exit.inputs.collect();
                        let expected: Vec<_> =
                            end.inputs.iter().map(|input| (input.name.as_bytes(), &input.bytes[..])).collect();
                        assert_eq!((exit.test, inputs), (TestId(number), expected));
                        assert_eq!(end.termination, Termination::Exit(exit.status));
                        assert_eq!((exit.stack, exit.output), (&end.stack[..], &end.output[..]));
                        assert_eq!((exit.approximated, exit.instructions), (end.approximated, end.instructions));
                        let surroundings: Vec<_> = exit.surroundings.collect();
                        let expected: Vec<_> =
                            end.surroundings.iter().map(|input| (input.name.as_bytes(), &input.bytes[..])).collect();
                        assert_eq!((surroundings, exit.decisions), (expected, &end.decisions));
                    }
                }
            }
            assert!(found.next().is_none());
            drop(found);
            batch.clear();
            batch.free();
            assert!(batch.is_empty());
        }
    }

    /// A batch has a bounded number of ends and of bytes.
    #[test]
    fn batches_are_full_at_some_time() {
        let mut batch = Batch::default();
        let pushed = |batch: &mut Batch, end: &PathEnd| {
            batch.clear();
            batch.free();
            (1..).find(|_| {
                push(batch, std::slice::from_ref(end));
                batch.is_full()
            })
        };
        assert_eq!(pushed(&mut batch, &sample::exit(1)), Some(BATCH_ENDS));
        assert!(!batch.is_large());
        assert_eq!(pushed(&mut batch, &PathEnd { output: vec![0; BATCH_BYTES / 4], ..sample::exit(1) }), Some(4));
        assert_eq!(pushed(&mut batch, &PathEnd { output: vec![0; BATCH_BYTES / 4], ..sample::error(1) }), Some(4));
        assert!(!batch.is_large());
        // Stacks that are not shared count as well.
        let deep = |number: u32| PathEnd { stack: vec![sample::exit(number).stack[0].clone(); 64], ..sample::exit(0) };
        batch.clear();
        batch.free();
        let count = (0..).find(|&number| {
            push(&mut batch, &[deep(number)]);
            batch.is_full()
        });
        assert!(count < Some(64), "{count:?}");
        for end in [sample::exit(1), sample::error(1)] {
            assert_eq!(pushed(&mut batch, &PathEnd { output: vec![0; 2 * BATCH_BYTES], ..end }), Some(1));
            assert!(batch.is_large());
        }
    }

    /// A stack that equals the one before is stored once.
    #[test]
    fn stacks_are_shared() {
        let mut batch = Batch::default();
        push(&mut batch, &[sample::exit(1), sample::exit(3), sample::exit(5), sample::exit(2), sample::exit(4)]);
        assert_eq!(batch.stacks.len(), 2);
    }
}
