//! The log, which goes to the standard error.

use std::io::IsTerminal;

use clap::{Args, ValueEnum};

/// The arguments of the log.
#[derive(Args, Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogArgs {
    /// Format of the log, which goes to the standard error.
    #[arg(help_heading = "Observation", long = "log", value_name = "FORMAT", default_value = "text")]
    pub format: LogFormat,
    /// Least important messages of the log: error, warn, info, debug, trace.
    #[arg(help_heading = "Observation", long = "log-level", value_name = "LEVEL", default_value = "info")]
    pub level: tracing::Level,
}

/// The format of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// Lines for people.
    Text,
    /// A JSON object in each line.
    Json,
}

impl LogArgs {
    /// Starts the log of the process.
    ///
    /// # Panics
    /// The process has a log already.
    pub fn start(self) {
        let log = tracing_subscriber::fmt().with_writer(std::io::stderr).with_max_level(self.level);
        // Files and services get no colors.
        let log = log.with_ansi(std::io::stderr().is_terminal());
        // Nobody may read the log; to say so on the standard error would panic.
        let log = log.log_internal_errors(false);
        match self.format {
            LogFormat::Text => log.with_target(false).init(),
            LogFormat::Json => log.json().flatten_event(true).init(),
        }
    }
}
