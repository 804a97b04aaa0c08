//! Terms of one pool built again in another. Symbols are the same if their names and widths are.

use rustc_hash::FxHashMap;

use crate::node::{ExprId, Op, SymbolId, TableId};
use crate::pool::Pool;

/// The terms of one pool that were built in another so far.
#[derive(Clone, Default, Debug)]
pub struct Import {
    done: FxHashMap<ExprId, ExprId>,
}

impl Import {
    /// Builds a term of `from` in `to`, with the constructors, so that it is simplified as any other term there.
    pub fn term(&mut self, from: &Pool, to: &mut Pool, root: ExprId) -> ExprId {
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if self.done.contains_key(&term) {
                stack.pop();
                continue;
            }
            let node = *from.node(term);
            let before = stack.len();
            stack.extend(node.children().filter(|child| !self.done.contains_key(child)));
            if stack.len() > before {
                continue;
            }
            let built = match node.op {
                Op::Const | Op::WideConst => to.constant(&from.as_const(term).expect("it is a constant")),
                Op::Sym => {
                    let symbol = from.symbol_info(SymbolId(node.args[0]));
                    to.symbol(&symbol.name, symbol.width)
                }
                Op::Index => to.index(node.args[0], u64::from(node.args[1])),
                Op::Table => to.table(from.table_bytes(TableId(node.args[0])).clone()),
                Op::Bytes => to.bytes(self.done[&node.arg(0)]),
                Op::Select => to.select_element(self.done[&node.arg(0)], self.done[&node.arg(1)], node.width / 8),
                Op::Store => {
                    let [array, index, value] = [0, 1, 2].map(|place| self.done[&node.arg(place)]);
                    to.store(array, index, value)
                }
                _ => {
                    let mut args = node.args;
                    for (arg, child) in args.iter_mut().zip(node.children()) {
                        *arg = self.done[&child].0;
                    }
                    to.again(&node, args)
                }
            };
            self.done.insert(term, built);
        }
        self.done[&root]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_come_back_as_they_were() {
        let (mut here, mut there) = (Pool::new(), Pool::new());
        // Other ids there.
        there.symbol("y", 32);
        let (x, y) = (here.symbol("x", 64), here.symbol("y", 32));
        let bytes = here.bytes(x);
        let index = here.zext(y, 64);
        let element = here.select(bytes, index);
        let table = here.table(vec![1, 2, 3, 5, 8].into());
        let element_2 = here.extract(x, 8, 8);
        let stored = here.store(table, index, element_2);
        let at = here.extract(x, 8, 32);
        let at = here.zext(at, 64);
        let looked_up = here.select(stored, at);
        let sum = here.add(element, looked_up);
        let zero = here.int(8, 0);
        let cond = here.eq(sum, zero);
        let wide = here.concat(x, x);
        let other = here.not(wide);
        let root = here.ite(cond, wide, other);
        let moved = Import::default().term(&here, &mut there, root);
        assert_eq!(there.width(moved), 128);
        let back = Import::default().term(&there, &mut here, moved);
        assert_eq!(back, root);
    }
}
