//! The commands that set and query options, information and the logic.

use std::fmt::Write as _;

use crate::error::{ErrorKind, Read};
use crate::lexer::{Kind, excerpt};
use crate::reader::Reader;
use crate::session::{Options, Reply, State};

/// The accepted logics: those that are supported completely, and those of which only a part is.
const LOGICS: [&str; 12] =
    ["QF_BV", "QF_ABV", "QF_UFBV", "QF_AUFBV", "QF_UF", "BV", "ABV", "ALL", "QF_FP", "QF_BVFP", "QF_ABVFP", "QF_FPBV"];

impl Reader<'_, '_> {
    /// `set-logic`
    pub(crate) fn set_logic(&mut self, state: &mut State) -> Read<Reply> {
        let (name, at) = self.symbol()?;
        self.close()?;
        let text = self.world.names.text(name);
        if !LOGICS.contains(&text) {
            let what = format!("the logic {} is", excerpt(text.as_bytes()));
            return Err(at.error(ErrorKind::Unsupported(what)));
        }
        if state.logic {
            return Err(at.error(ErrorKind::Mode("the logic is already set".to_owned())));
        }
        state.logic = true;
        Ok(Reply::Success)
    }

    /// `set-info`, which has no effect here.
    pub(crate) fn set_info(&mut self) -> Read<Reply> {
        self.keyword()?;
        self.attribute_value()?;
        Ok(Reply::Success)
    }

    /// `set-option`
    pub(crate) fn set_option(&mut self, state: &mut State) -> Read<Reply> {
        let keyword = self.keyword()?;
        if state.options.named(&keyword).is_none() {
            self.attribute_value()?;
            return Ok(Reply::Unsupported);
        }
        let token = self.token()?;
        let value = match token.kind {
            Kind::Symbol { name, .. } => match self.world.names.text(name) {
                "true" => Some(true),
                "false" => Some(false),
                _ => None,
            },
            _ => None,
        };
        let value = value.ok_or_else(|| self.unexpected(token, "true or false"))?;
        self.close()?;
        if let Some(option) = state.options.named(&keyword) {
            *option = value;
        }
        Ok(Reply::Success)
    }

    /// `get-option`
    pub(crate) fn get_option(&mut self, state: &mut State) -> Read<Reply> {
        let keyword = self.keyword()?;
        self.close()?;
        Ok(state.options.named(&keyword).map_or(Reply::Unsupported, |&mut value| Reply::Text(value.to_string())))
    }

    /// `get-info`
    pub(crate) fn get_info(&mut self, state: &mut State) -> Read<Reply> {
        let keyword = self.keyword()?;
        self.close()?;
        let text = match keyword.as_str() {
            "name" => "(:name \"Pleach\")".to_owned(),
            "version" => format!("(:version \"{}\")", env!("CARGO_PKG_VERSION")),
            "authors" => "(:authors \"the Pleach developers\")".to_owned(),
            "error-behavior" => "(:error-behavior continued-execution)".to_owned(),
            "assertion-stack-levels" => format!("(:assertion-stack-levels {})", state.levels.pushed()),
            "reason-unknown" => match state.unknown {
                Some(reason) => format!("(:reason-unknown \"{reason}\")"),
                None => "(:reason-unknown \"the last check was answered\")".to_owned(),
            },
            "all-statistics" => {
                let mut text = String::from("(");
                for (place, (name, count)) in state.asking.counters().iter().enumerate() {
                    let space = if place == 0 { "" } else { "\n " };
                    let _ = write!(text, "{space}:{name} {count}");
                }
                text.push(')');
                text
            }
            _ => return Ok(Reply::Unsupported),
        };
        Ok(Reply::Text(text))
    }

    /// `echo`
    pub(crate) fn echo(&mut self) -> Read<Reply> {
        let token = self.token()?;
        if token.kind != Kind::String {
            return Err(self.unexpected(token, "a string"));
        }
        let text = String::from_utf8_lossy(self.lexer.text()).replace('"', "\"\"");
        self.close()?;
        Ok(Reply::Text(format!("\"{text}\"")))
    }

    /// Reads a keyword; returns its text without the colon.
    fn keyword(&mut self) -> Read<String> {
        let token = self.token()?;
        if token.kind != Kind::Keyword {
            return Err(self.unexpected(token, "a keyword"));
        }
        Ok(String::from_utf8_lossy(self.lexer.text()).into_owned())
    }

    /// Skips the value of an attribute, if there is one, and the end of the command.
    fn attribute_value(&mut self) -> Read<()> {
        let token = self.token()?;
        match token.kind {
            Kind::Close => return Ok(()),
            Kind::End => return Err(self.unexpected(token, ")")),
            Kind::Open => self.skip_list()?,
            _ => {}
        }
        self.close()
    }
}

impl Options {
    fn named(&mut self, keyword: &str) -> Option<&mut bool> {
        Some(match keyword {
            "print-success" => &mut self.print_success,
            "produce-models" => &mut self.produce_models,
            "produce-assertions" | "interactive-mode" => &mut self.produce_assertions,
            "produce-unsat-assumptions" => &mut self.produce_unsat_assumptions,
            "global-declarations" => &mut self.global_declarations,
            _ => return None,
        })
    }
}
