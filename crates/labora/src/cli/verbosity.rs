//! The options for the amount of output of a training or an evaluation.

use std::io::IsTerminal;

use clap::ValueEnum;
use keras::Verbose;

/// Keras's `verbose`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Verbosity {
    /// Nothing.
    #[value(name = "0")]
    Silent,
    /// A progress bar.
    #[value(name = "1")]
    Bar,
    /// A line per epoch.
    #[value(name = "2")]
    Line,
}

/// Returns Keras's setting; by default a bar in a terminal, and lines elsewhere.
pub fn verbose(verbosity: Option<Verbosity>) -> Verbose {
    match verbosity {
        Some(Verbosity::Silent) => Verbose::Silent,
        Some(Verbosity::Bar) => Verbose::Bar,
        Some(Verbosity::Line) => Verbose::Line,
        None if std::io::stdout().is_terminal() => Verbose::Bar,
        None => Verbose::Line,
    }
}
