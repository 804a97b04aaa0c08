//! Liveness of random functions, compared with the textbook's iteration over sets.

use std::collections::BTreeSet;

use ir::{BlockId, Cfg, Function, Inst, Liveness, Operand, Reg};
use test_support::Random;

mod random;

/// The sets at the start of each block, by `in = use ∪ (out − def)` until nothing changes.
fn by_iteration(function: &Function, cfg: &Cfg) -> Vec<BTreeSet<Reg>> {
    let mut at_start: Vec<BTreeSet<Reg>> = vec![BTreeSet::new(); function.blocks.len()];
    loop {
        let mut changed = false;
        for &id in cfg.reverse_postorder() {
            let block = &function.blocks[id.index()];
            let mut live: BTreeSet<Reg> =
                cfg.successors(id).iter().flat_map(|next| at_start[next.index()].clone()).collect();
            let add = |live: &mut BTreeSet<Reg>, operand: &Operand| {
                if let Operand::Reg(reg) = operand {
                    live.insert(*reg);
                }
            };
            block.term.each_operand(|operand| add(&mut live, operand));
            for (inst, _) in block.insts.iter().rev() {
                if let Some(dst) = inst.dst() {
                    live.remove(&dst);
                }
                inst.each_operand(|operand| add(&mut live, operand));
            }
            block.params.iter().for_each(|param| {
                live.remove(param);
            });
            changed |= live != at_start[id.index()];
            at_start[id.index()] = live;
        }
        if !changed {
            return at_start;
        }
    }
}

#[test]
fn agrees_with_iteration_on_random_functions() {
    let mut random = Random::of_round(11);
    let mut blocks = 0;
    for _ in 0..300 {
        let module = random::module(&mut random);
        for function in &module.functions {
            let cfg = Cfg::new(function);
            let live = Liveness::new(function, &cfg);
            for (index, expected) in by_iteration(function, &cfg).into_iter().enumerate() {
                let id = BlockId(index as u32);
                assert!(live.at_start(id).iter().copied().eq(expected), "{id} of {function:?}");
                blocks += 1;
            }
        }
    }
    assert!(blocks > 1000, "only {blocks} blocks");
}

#[test]
fn within_a_block_only_what_is_read_below_is_live() {
    let module = ir::parse_module(
        "func @f(%0:32, %1:32) -> 32 {\nb0:\n  %2:32 = add %0, %1\n  %3:32 = mul %2, %2\n  jump b1(%3)\nb1(%4:32):\n  \
         %5:32 = sub %4, %0\n  return %5\n}\n",
    )
    .expect("the program parses");
    let function = &module.functions[0];
    let live = Liveness::new(function, &Cfg::new(function));
    let regs = |numbers: &[u32]| numbers.iter().map(|&number| Reg(number)).collect::<Vec<_>>();
    let found = live.before(function, BlockId(0), &[0, 1, 2]);
    assert_eq!(found, [regs(&[0, 1]), regs(&[0, 2]), regs(&[0, 3])]);
    assert_eq!(live.before(function, BlockId(1), &[0, 1]), [regs(&[0, 4]), regs(&[5])]);
    assert!(matches!(function.blocks[0].insts[0].0, Inst::Binary { .. }));
}
