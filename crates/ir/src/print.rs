//! Writes the text form.
