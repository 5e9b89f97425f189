//! Runtimes: the machines in which the programs of notebooks and terminals run.

mod cgroup;
mod direct;
mod doctor;
pub mod machine;
mod remains;
mod run;
mod runtime;
mod sandbox;
mod tally;

pub use direct::Direct;
pub use doctor::report;
pub use remains::Remains;
pub use run::run;
pub use runtime::{Guard, Program, Refused, Runtimes, SECRET_VARIABLES};
pub use sandbox::{PersonalOptions, Sandbox, SandboxOptions};
pub use tally::Tally;
