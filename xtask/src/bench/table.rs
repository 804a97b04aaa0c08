//! A table, as aligned text for the terminal and as Markdown.

/// Columns of text; the first is aligned to the left, the others to the right.
#[derive(Clone, Debug)]
pub struct Table {
    /// The heading above the table.
    pub title: String,
    /// A paragraph between the heading and the table.
    pub remark: String,
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The cells, row by row.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// The table as text for the terminal.
    pub fn text(&self) -> String {
        let width = |column: usize| {
            let cells = self.rows.iter().map(|row| row[column].chars().count());
            cells.chain([self.columns[column].chars().count()]).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.columns.len()).map(width).collect();
        let line = |cells: &[String]| {
            let padded = cells.iter().zip(&widths).enumerate().map(|(at, (cell, &width))| {
                if at == 0 { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
            });
            format!("{}\n", padded.collect::<Vec<_>>().join("  ").trim_end())
        };
        let mut text = format!("{}\n\n{}", self.title, line(&self.columns));
        self.rows.iter().for_each(|row| text.push_str(&line(row)));
        text
    }

    /// The table as Markdown, below a heading of this level.
    pub fn markdown(&self, level: usize) -> String {
        let mut text = format!("{} {}\n\n", "#".repeat(level), self.title);
        if !self.remark.is_empty() {
            text.push_str(&format!("{}\n\n", self.remark));
        }
        text.push_str(&format!("| {} |\n", self.columns.join(" | ")));
        text.push_str(&format!("|---|{}\n", "---:|".repeat(self.columns.len() - 1)));
        for row in &self.rows {
            text.push_str(&format!("| {} |\n", row.join(" | ")));
        }
        text
    }
}

/// Column names as strings.
pub fn columns<const N: usize>(names: [&str; N]) -> Vec<String> {
    names.map(str::to_owned).to_vec()
}

/// A number with three significant digits, or a whole number with separated thousands.
pub fn number(value: f64) -> String {
    if !value.is_finite() {
        return "–".to_owned();
    }
    match value.abs() {
        size if size >= 100.0 => grouped(value.round() as u64),
        size if size >= 10.0 => format!("{value:.1}"),
        size if size >= 1.0 => format!("{value:.2}"),
        _ => format!("{value:.3}"),
    }
}

/// A whole number with separated thousands; a dash if it is not finite.
pub fn count(value: f64) -> String {
    if value.is_finite() { grouped(value.round() as u64) } else { "–".to_owned() }
}

/// A whole number with separated thousands.
fn grouped(value: u64) -> String {
    let digits = value.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        assert_eq!(number(40_123_456.7), "40,123,457");
        assert_eq!(number(17.44), "17.4");
        assert_eq!(number(6.25), "6.25");
        assert_eq!(number(0.0123), "0.012");
        assert_eq!(number(f64::NAN), "–");
        assert_eq!(grouped(999), "999");
        assert_eq!(count(8.0), "8");
    }

    #[test]
    fn both_forms() {
        let rows = vec![vec!["a".to_owned(), "1".to_owned()], vec!["long".to_owned(), "1,000".to_owned()]];
        let table = Table { title: "T".to_owned(), remark: String::new(), columns: columns(["what", "n"]), rows };
        assert_eq!(table.text(), "T\n\nwhat      n\na         1\nlong  1,000\n");
        assert_eq!(table.markdown(2), "## T\n\n| what | n |\n|---|---:|\n| a | 1 |\n| long | 1,000 |\n");
    }
}
