//! The assignment of registers to the slots of a frame.
//!
//! Registers of the IR are assigned once, so a long function has thousands, of which few are live at any time.
//! A frame is copied at every fork, so registers share slots: two registers that are never live at the same
//! time may have the same one. Blocks are coloured in reverse postorder, where every definition comes before
//! its uses. A register that is live at the start of a block was defined in a block that dominates it, and so
//! has its slot already. Hence always choosing the lowest free slot needs no more slots than there are
//! registers live at the same time (Hack 2006).
//!
//! The function's parameters keep their slots to the end, because reports show them. A result may take the slot
//! of an operand that the same instruction reads for the last time, since an instruction reads everything
//! before it writes.

use ir::{BlockId, Cfg, Function, Liveness, Operand, Reg};

/// The slots of a function's registers.
pub struct Slots {
    of: Vec<u32>,
    count: u32,
}

/// The slots in use at a point of the program.
struct Taken {
    taken: Vec<bool>,
}

impl Slots {
    /// Assigns the slots of a verified function.
    pub fn new(function: &Function) -> Slots {
        if function.machine {
            // Machine code has few registers, and a computed jump may lead to a read of any of them.
            let count = function.regs.len() as u32;
            return Slots { of: (0..count).collect(), count };
        }
        let cfg = Cfg::new(function);
        let live = Liveness::new(function, &cfg);
        let mut slots = Slots { of: vec![0; function.regs.len()], count: function.params.len() as u32 };
        let mut is_param = vec![false; function.regs.len()];
        for (place, param) in function.params.iter().enumerate() {
            slots.of[param.index()] = place as u32;
            is_param[param.index()] = true;
        }
        let mut last_uses = LastUses { function, live: &live, alive_in: vec![None; function.regs.len()] };
        for &block in cfg.reverse_postorder() {
            slots.block(&mut last_uses, &is_param, block);
        }
        slots
    }

    /// The slot of a register.
    pub fn of(&self, reg: Reg) -> u32 {
        self.of[reg.index()]
    }

    /// The number of slots of a frame.
    pub fn count(&self) -> u32 {
        self.count
    }

    fn block(&mut self, last_uses: &mut LastUses, is_param: &[bool], id: BlockId) {
        let dying = last_uses.of(id);
        let function = last_uses.function;
        let body = &function.blocks[id.index()];
        let mut taken = Taken { taken: vec![true; function.params.len()] };
        for reg in last_uses.live.at_start(id) {
            taken.take(self.of(*reg));
        }
        // All parameters are assigned at the same time, so even those that are never read need slots of their own.
        for param in &body.params {
            self.place(*param, &mut taken);
        }
        let release = |slots: &Slots, regs: &[Reg], taken: &mut Taken| {
            for reg in regs.iter().filter(|reg| !is_param[reg.index()]) {
                taken.release(slots.of(*reg));
            }
        };
        release(self, &dying[0], &mut taken);
        for ((inst, _), dying) in body.insts.iter().zip(&dying[1..]) {
            let dst = inst.dst();
            // If nothing reads the result of an instruction, the result is among the registers that die with it.
            let operands: Vec<Reg> = dying.iter().copied().filter(|reg| Some(*reg) != dst).collect();
            release(self, &operands, &mut taken);
            if let Some(dst) = dst {
                self.place(dst, &mut taken);
                if operands.len() < dying.len() {
                    taken.release(self.of(dst));
                }
            }
        }
    }

    fn place(&mut self, reg: Reg, taken: &mut Taken) {
        let place = taken.lowest_free();
        taken.take(place);
        self.of[reg.index()] = place;
        self.count = self.count.max(place + 1);
    }
}

impl Taken {
    fn take(&mut self, place: u32) {
        let place = place as usize;
        if self.taken.len() <= place {
            self.taken.resize(place + 1, false);
        }
        self.taken[place] = true;
    }

    fn release(&mut self, place: u32) {
        self.taken[place as usize] = false;
    }

    fn lowest_free(&self) -> u32 {
        self.taken.iter().position(|taken| !taken).unwrap_or(self.taken.len()) as u32
    }
}

/// Finds where registers are read for the last time.
struct LastUses<'a> {
    function: &'a Function,
    live: &'a Liveness,
    /// For each register, the last block visited in which it is read below the current point.
    alive_in: Vec<Option<BlockId>>,
}

impl LastUses<'_> {
    /// The registers that are not read any more after the start of a block (parameters that are never read),
    /// and after each of its instructions. Registers that the terminator reads live to the end of the block.
    fn of(&mut self, id: BlockId) -> Vec<Vec<Reg>> {
        let body = &self.function.blocks[id.index()];
        let alive_in = &mut self.alive_in;
        self.live.at_end(id).iter().for_each(|reg| alive_in[reg.index()] = Some(id));
        body.term.each_operand(|operand| {
            if let Operand::Reg(reg) = operand {
                alive_in[reg.index()] = Some(id);
            }
        });
        let mut lists = vec![Vec::new(); body.insts.len() + 1];
        for (index, (inst, _)) in body.insts.iter().enumerate().rev() {
            let dying = &mut lists[index + 1];
            if let Some(dst) = inst.dst()
                && alive_in[dst.index()].take() != Some(id)
            {
                dying.push(dst);
            }
            inst.each_operand(|operand| {
                if let Operand::Reg(reg) = operand
                    && alive_in[reg.index()].replace(id) != Some(id)
                {
                    dying.push(*reg);
                }
            });
        }
        lists[0] = body.params.iter().copied().filter(|reg| alive_in[reg.index()] != Some(id)).collect();
        lists
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use test_support::Random;

    fn function(text: &str) -> Function {
        let module = ir::parse_module(text).expect("the test's module parses");
        ir::verify(&module).expect("the test's module is right");
        module.functions[0].clone()
    }

    fn all_different(slots: &Slots, mut regs: Vec<Reg>) {
        regs.sort();
        regs.dedup();
        let mut places: Vec<u32> = regs.iter().map(|reg| slots.of(*reg)).collect();
        places.sort();
        places.dedup();
        assert_eq!(places.len(), regs.len(), "{regs:?} share places");
        assert!(places.iter().all(|&place| place < slots.count()));
    }

    /// Registers that are live or assigned at the same time have different slots, and parameters never share theirs.
    fn check(function: &Function) -> Slots {
        let slots = Slots::new(function);
        let cfg = Cfg::new(function);
        let live = Liveness::new(function, &cfg);
        for &id in cfg.reverse_postorder() {
            let body = &function.blocks[id.index()];
            let points: Vec<usize> = (0..=body.insts.len()).collect();
            let before = live.before(function, id, &points);
            for (point, regs) in before.into_iter().enumerate() {
                // An assignment writes its slot even if nothing reads it.
                let written = point.checked_sub(1).and_then(|above| body.insts[above].0.dst());
                all_different(&slots, regs.into_iter().chain(written).chain(function.params.iter().copied()).collect());
            }
            let started = live.at_start(id).iter().chain(&body.params).chain(&function.params);
            all_different(&slots, started.copied().collect());
        }
        slots
    }

    #[test]
    fn a_chain_of_values_takes_one_place() {
        let text = "func @f(%0:32) -> 32 frame 16 {\nb0:\n  %1:32 = add %0, 1:32\n  %2:32 = add %1, 1:32\n  \
                    %3:32 = add %2, %2\n  jump b1(%3)\nb1(%4:32):\n  %5:32 = mul %4, %4\n  return %5\n}\n";
        assert_eq!(check(&function(text)).count(), 2, "the parameter's and another");
    }

    #[test]
    fn swapped_values_stay_apart() {
        let text = "func @f() -> 32 frame 16 {\nb0:\n  jump b1(1:32, 2:32)\nb1(%0:32, %1:32):\n  %2:1 = ult %0, %1\n  \
                    branch %2, b1(%1, %0), b2\nb2:\n  return %0\n}\n";
        assert_eq!(check(&function(text)).count(), 3);
    }

    /// A function whose blocks form an arbitrary graph and read random registers among their own, their parameters
    /// and those of the first block.
    fn random_function(random: &mut Random) -> String {
        let mut below = |limit: u64| random.below(limit);
        let blocks = 2 + below(6);
        let params: Vec<u64> = (0..blocks).map(|block| if block == 0 { 0 } else { below(3) }).collect();
        let mut text = "func @f(%0:32, %1:32) -> 32 frame 16 {\n".to_owned();
        let mut next = 2;
        let mut first = vec![0, 1];
        for block in 0..blocks {
            let mut known = first.clone();
            let names: Vec<String> = (0..params[block as usize]).map(|at| format!("%{}:32", next + at)).collect();
            let list = if names.is_empty() { String::new() } else { format!("({})", names.join(", ")) };
            text += &format!("b{block}{list}:\n");
            known.extend(next..next + params[block as usize]);
            next += params[block as usize];
            for _ in 0..below(6) {
                let (a, b) = (known[below(known.len() as u64) as usize], known[below(known.len() as u64) as usize]);
                text += &format!("  %{next}:32 = add %{a}, %{b}\n");
                known.push(next);
                next += 1;
            }
            if block == 0 {
                first = known.clone();
            }
            let mut any = |known: &[u64]| known[below(known.len() as u64) as usize];
            let mut edge = |target: u64| {
                let args: Vec<String> = (0..params[target as usize]).map(|_| format!("%{}", any(&known))).collect();
                if args.is_empty() { format!("b{target}") } else { format!("b{target}({})", args.join(", ")) }
            };
            let targets = [1 + (block * 7 + 3) % (blocks - 1), 1 + (block * 5 + 1) % (blocks - 1)];
            let (then, other) = (edge(targets[0]), edge(targets[1]));
            if block + 1 == blocks {
                text += &format!("  return %{}\n", any(&known));
            } else {
                text += &format!("  %{next}:1 = ult %{}, 7:32\n  branch %{next}, {then}, {other}\n", any(&known));
                next += 1;
            }
        }
        text + "}\n"
    }

    #[test]
    fn what_is_live_together_has_different_places() {
        let mut random = Random::new(1);
        for _ in 0..500 {
            let text = random_function(&mut random);
            let function = function(&text);
            assert!(check(&function).count() as usize <= function.regs.len(), "{text}");
        }
    }
}
