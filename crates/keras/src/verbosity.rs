//! How much progress is shown, and what the output can display.

use std::io;

/// How much progress is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Verbose {
    /// No output (Keras's 0).
    Silent,
    /// A progress bar (Keras's 1 and `auto`).
    #[default]
    Bar,
    /// One line per epoch (Keras's 2).
    Line,
}

/// The capabilities of the output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Display {
    /// Not a terminal: complete lines only, without control characters.
    #[default]
    Plain,
    /// A terminal on which lines can be overwritten.
    Terminal,
    /// A terminal that shows colors.
    Color,
}

impl Display {
    /// The capabilities of standard output. Colors are off if `NO_COLOR` is set (<https://no-color.org>) or
    /// `TERM` is `dumb`.
    pub fn of_stdout() -> Self {
        let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        if !io::IsTerminal::is_terminal(&io::stdout()) {
            Self::Plain
        } else if is_set("NO_COLOR") || std::env::var_os("TERM").is_some_and(|term| term == "dumb") {
            Self::Terminal
        } else {
            Self::Color
        }
    }
}
