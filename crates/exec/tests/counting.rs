//! An observer that only counts gets the same ends, without the input and output of the paths.

use exec::{Config, Observer, PathEnd, Progress, Termination};

/// What the paths came to; whether tests are wanted.
struct Ends(Vec<(Termination, usize)>, bool);

impl Observer for Ends {
    fn path_end(&mut self, end: PathEnd) -> std::io::Result<()> {
        self.0.push((end.termination, end.inputs.len()));
        Ok(())
    }

    fn wants_tests(&self) -> bool {
        self.1
    }

    fn progress(&mut self, _: &Progress) -> bool {
        true
    }
}

#[test]
fn ends_are_the_same_without_tests() {
    let text = "declare @klee_int(64) -> 32
func @main() -> 32 frame 16 {
b0:
  %0:32 = call @klee_int(0:64)
  %1:1 = slt %0, 10:32
  branch %1, b1, b2
b1:
  return 3:32
b2:
  return 4:32
}
";
    let module = ir::parse_module(text).expect("the program parses");
    let ends = |wanted: bool| {
        let mut ends = Ends(Vec::new(), wanted);
        exec::run(&module, &Config::default(), &mut ends).expect("the program runs");
        ends.0.sort_by_key(|end| format!("{end:?}"));
        ends.0
    };
    let exits = |inputs: usize| [(Termination::Exit(3), inputs), (Termination::Exit(4), inputs)];
    assert_eq!(ends(true), exits(1));
    assert_eq!(ends(false), exits(0));
}
