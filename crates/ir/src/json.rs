//! A module as JSON, for tools. It cannot be read back; [`crate::parse_module`] reads the text form.
//! Instructions are strings in the text form.

use serde_json::{Value, json};

use crate::module::{Block, Function, Global, Module, Pos, Reg, Target};

impl Module {
    /// The module as a JSON object: files, globals, and functions with their blocks.
    pub fn json(&self) -> Value {
        json!({
            "files": self.files,
            "globals": self.globals.iter().map(|global| self.global_json(global)).collect::<Vec<_>>(),
            "functions": self.functions.iter().map(|function| self.function_json(function)).collect::<Vec<_>>(),
        })
    }

    fn global_json(&self, global: &Global) -> Value {
        let bytes: String = global.init.iter().map(|byte| format!("{byte:02x}")).collect();
        let addresses = global.relocations.iter().map(|relocation| {
            let target = match relocation.target {
                Target::Global(id) => &self.globals[id.index()].name,
                Target::Func(id) => &self.functions[id.index()].name,
            };
            json!({"offset": relocation.offset, "target": target, "addend": relocation.addend})
        });
        json!({
            "name": global.name,
            "size": global.size,
            "align": global.align,
            "constant": global.constant,
            "external": global.external,
            "bytes": bytes,
            "addresses": addresses.collect::<Vec<_>>(),
        })
    }

    fn function_json(&self, function: &Function) -> Value {
        let blocks = function.blocks.iter().enumerate();
        json!({
            "name": function.name,
            "params": registers(function, &function.params),
            "result": function.ret,
            "variadic": function.variadic,
            "frame_bytes": function.frame_bytes,
            "at": position(function.pos),
            "blocks": blocks.map(|(index, block)| self.block_json(function, index, block)).collect::<Vec<_>>(),
        })
    }

    fn block_json(&self, function: &Function, index: usize, block: &Block) -> Value {
        let instructions = block
            .insts
            .iter()
            .map(|(inst, pos)| json!({"text": self.show_inst(function, inst).to_string(), "at": position(*pos)}));
        let next: Vec<u32> = block.term.edges().map(|edge| edge.block.0).collect();
        json!({
            "block": index,
            "params": registers(function, &block.params),
            "instructions": instructions.collect::<Vec<_>>(),
            "end": {
                "text": self.show_terminator(function, &block.term).to_string(),
                "at": position(block.term_pos),
                "next": next,
            },
        })
    }
}

fn registers(function: &Function, list: &[Reg]) -> Vec<Value> {
    list.iter().map(|&reg| json!({"register": reg.0, "width": function.width(reg)})).collect()
}

/// A position as JSON; null if it is unknown.
fn position(pos: Pos) -> Value {
    match pos.line {
        0 => Value::Null,
        _ => json!({"file": pos.file, "line": pos.line, "column": pos.column}),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module() {
        let text = "file 0 \"f.mc\"\nfunc @f(%0:32) -> 32 frame 8 !0:1:1 {\nb0:\n  %1:1 = eq %0, 7:32 !0:2:3\n  branch %1, b1(1:32), b1(%0)\nb1(%2:32):\n  return %2\n}\n";
        let module = crate::parse_module(text).expect("it is the text form");
        let function = json!({
            "name": "f", "params": [{"register": 0, "width": 32}], "result": 32, "variadic": false, "frame_bytes": 8,
            "at": {"file": 0, "line": 1, "column": 1},
            "blocks": [
                {"block": 0, "params": [],
                 "instructions": [{"text": "%1:1 = eq %0, 7:32", "at": {"file": 0, "line": 2, "column": 3}}],
                 "end": {"text": "branch %1, b1(1:32), b1(%0)", "at": null, "next": [1, 1]}},
                {"block": 1, "params": [{"register": 2, "width": 32}], "instructions": [],
                 "end": {"text": "return %2", "at": null, "next": []}},
            ],
        });
        assert_eq!(module.json(), json!({"files": ["f.mc"], "globals": [], "functions": [function]}));
    }
}
