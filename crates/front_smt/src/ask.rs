//! The commands that ask about the last answer: values, models, assertions.

use std::fmt::Write as _;

use expr::Model;

use crate::error::{ErrorKind, Position, Read};
use crate::float;
use crate::lexer::is_symbol_byte;
use crate::literal;
use crate::reader::Reader;
use crate::session::{Reply, State};
use crate::sort::Sort;
use crate::term::{Term, Value};

impl Reader<'_, '_> {
    /// `get-value`
    pub(crate) fn get_value(&mut self, state: &mut State, at: Position) -> Read<Reply> {
        let asked = self.last_terms(None)?;
        self.bind_named(state)?;
        let model = state.model_for("get-value", at)?;
        let model = self.completed(state, &model, asked.iter().map(|(term, _)| *term));
        let mut text = String::from("(");
        for (place, (term, written)) in asked.iter().enumerate() {
            let space = if place == 0 { "" } else { " " };
            let _ = write!(text, "{space}({written} {})", self.value(state, &model, *term));
        }
        text.push(')');
        Ok(Reply::Text(text))
    }

    /// `get-model`
    pub(crate) fn get_model(&mut self, state: &mut State, at: Position) -> Read<Reply> {
        self.close()?;
        state.model_for("get-model", at)?;
        Ok(Reply::Text(self.model_text(state)))
    }

    /// The current model as definitions of the declared constants.
    pub(crate) fn model_text(&mut self, state: &mut State) -> String {
        let model = state.model.clone().unwrap_or_default();
        let mut text = String::from("(\n");
        for place in 0..state.declared.len() {
            let (name, term) = state.declared[place];
            let value = self.value(state, &model, term);
            let name = symbol_text(self.world.names.text(name));
            let _ = writeln!(text, "  (define-fun {name} () {} {value})", term.sort);
        }
        text.push(')');
        text
    }

    /// `get-assertions`
    pub(crate) fn get_assertions(&mut self, state: &mut State, at: Position) -> Read<Reply> {
        self.close()?;
        if !state.options.produce_assertions {
            let why = "get-assertions wants (set-option :produce-assertions true) first";
            return Err(at.error(ErrorKind::Mode(why.to_owned())));
        }
        Ok(Reply::Text(format!("({})", state.texts.join("\n "))))
    }

    /// `get-unsat-assumptions`: returns all assumptions, which is correct, if not the smallest set.
    pub(crate) fn get_unsat_assumptions(&mut self, state: &mut State, at: Position) -> Read<Reply> {
        self.close()?;
        let why = if state.options.produce_unsat_assumptions {
            "get-unsat-assumptions wants a check-sat-assuming that was answered with unsat"
        } else {
            "get-unsat-assumptions wants (set-option :produce-unsat-assumptions true) first"
        };
        match &state.refuted {
            Some(assumptions) if state.options.produce_unsat_assumptions => {
                Ok(Reply::Text(format!("({})", assumptions.join(" "))))
            }
            _ => Err(at.error(ErrorKind::Mode(why.to_owned()))),
        }
    }

    /// The value of a term under the model, as text.
    fn value(&mut self, state: &mut State, model: &Model, term: Term) -> String {
        let (terms, values) = (&self.world.terms, &mut state.asking.values);
        match term.sort {
            Sort::Bool => values.is_true(&terms.pool, model, term.expr()).to_string(),
            Sort::BitVec(_) => literal::text(&values.eval(&terms.pool, model, term.expr())),
            Sort::Float { .. } => {
                let layout = term.sort.layout().expect("the format was checked");
                float::text(layout, &values.eval(&terms.pool, model, term.expr()))
            }
            Sort::RoundingMode => {
                let number = values.eval_u64(&terms.pool, model, term.expr());
                float::MODES.get(number as usize).map_or("", |(name, _)| name).to_owned()
            }
            Sort::Real => terms.real_text(term),
            Sort::Array { .. } => {
                let value = terms.arrays.value(&terms.pool, values, model, term.array());
                let mut text = "(store ".repeat(value.entries.len());
                let _ = write!(text, "((as const {}) {})", term.sort, literal::text(&value.default));
                for (index, element) in &value.entries {
                    let _ = write!(text, " {} {})", literal::text(index), literal::text(element));
                }
                text
            }
        }
    }

    /// The model, extended by the values that its arrays imply for reads that were made after it was found.
    fn completed(&self, state: &mut State, model: &Model, asked: impl Iterator<Item = Term>) -> Model {
        let terms = &self.world.terms;
        if !terms.uses_arrays {
            return model.clone();
        }
        let mut below = Vec::new();
        for term in asked {
            match term.value {
                Value::Array(array) => below.extend(terms.arrays.terms_below(array)),
                _ => below.push(term.expr()),
            }
        }
        terms.arrays.completed(&terms.pool, &mut state.asking.values, model, &below)
    }
}

impl State {
    fn model_for(&self, command: &str, at: Position) -> Read<Model> {
        if !self.options.produce_models {
            return Err(at.error(ErrorKind::Mode(format!("{command} wants :produce-models to be true"))));
        }
        let why = || at.error(ErrorKind::Mode(format!("{command} wants a check that was answered with sat")));
        self.model.clone().ok_or_else(why)
    }
}

/// A symbol as SMT-LIB text, in bars if necessary.
pub(crate) fn symbol_text(name: &str) -> String {
    const RESERVED: [&str; 13] = [
        "_",
        "!",
        "as",
        "let",
        "forall",
        "exists",
        "match",
        "par",
        "BINARY",
        "DECIMAL",
        "HEXADECIMAL",
        "NUMERAL",
        "STRING",
    ];
    let simple = !name.is_empty() && !name.as_bytes()[0].is_ascii_digit() && name.bytes().all(is_symbol_byte);
    if simple && !RESERVED.contains(&name) { name.to_owned() } else { format!("|{name}|") }
}
