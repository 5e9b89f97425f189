//! The command as a user would use it: real files, a real process.

mod bad_input;
mod bench;
mod compile;
mod convert;
mod data_kinds;
mod fixtures;
mod looking;
mod memory;
mod model_files;
mod output;
mod outputs;
mod profile;
mod runs;
mod signals;
mod whole;
