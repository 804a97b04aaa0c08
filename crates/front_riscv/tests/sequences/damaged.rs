//! Damaged files give an error or a program, never a panic.

use front_riscv::Options;

use crate::generate;
use test_support::Random;

#[test]
fn damaged_files_never_panic() {
    let mut random = Random::new(3);
    let good = generate::program(&mut random, 3).file;
    assert!(front_riscv::load(&good, &Options::default()).is_ok());
    let (mut loaded, mut refused) = (0, 0);
    for round in 0..1500 {
        let mut file = good.clone();
        for _ in 0..1 + random.below(4) {
            // Mostly in the headers, where damage has consequences.
            let at = if random.below(4) > 0 { random.below(64 + 2 * 56) } else { random.below(file.len()) };
            let any = random.bits() as u8;
            file[at] = random.pick(&[0, 1, 0xff, 0x80, 0x7f, any]);
        }
        if round % 5 == 0 {
            file.truncate(random.below(file.len()));
        }
        match front_riscv::load(&file, &Options::default()) {
            Ok(module) => {
                loaded += 1;
                let _ = ir::verify(&module);
            }
            Err(error) => {
                refused += 1;
                assert!(!error.to_string().is_empty());
            }
        }
    }
    assert!(loaded > 100 && refused > 100, "{loaded} loaded, {refused} refused");
}
