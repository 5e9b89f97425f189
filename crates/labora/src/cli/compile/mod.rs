//! `labora compile`: compiles a program for a machine that is not attached, and reports on it.

mod args;
mod escape;
mod figures;
mod html;
mod json;
mod roofline;
mod table;
mod tpu;
mod workload;

use tpu_report::Machine;

use super::failure::Failure;

pub use args::CompileArgs;

/// The compilation target.
enum Target {
    /// A TPU machine, by its topology: compiled ahead of time by Google's compiler.
    Tpu(Machine),
}

impl Target {
    fn named(name: &str) -> Result<Self, Failure> {
        Ok(Self::Tpu(Machine::named(name).map_err(Failure::usage)?))
    }
}

pub fn run(args: &CompileArgs) -> Result<(), Failure> {
    match Target::named(&args.topology)? {
        Target::Tpu(machine) => tpu::run(args, &machine),
    }
}
