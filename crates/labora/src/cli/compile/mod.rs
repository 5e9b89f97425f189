//! `labora compile`: compiles a program for a machine that is not attached, and reports on it.

mod args;
mod built_in;
mod compare;
mod escape;
mod figures;
mod float16;
mod html;
mod json;
mod machine;
mod roofline;
mod table;
mod workload;

use compile_report::Machine;

use super::failure::Failure;
use crate::devices::BuiltIn;

pub use args::CompileArgs;

/// The machine of a report, unless another is named.
const DEFAULT_TOPOLOGY: &str = "v2:2x2";

/// The compilation target.
enum Target {
    /// A built-in device: the passes of its compiler, and the plan.
    BuiltIn(BuiltIn),
    /// A machine with TPUs or GPUs: compiled ahead of time by its vendor's compiler.
    Machine(Machine),
}

impl Target {
    fn named(name: &str) -> Result<Self, Failure> {
        if let Some(device) = BuiltIn::ALL.into_iter().find(|device| device.name() == name) {
            return Ok(Self::BuiltIn(device));
        }
        Ok(Self::Machine(Machine::named(name).map_err(Failure::usage)?))
    }
}

pub fn run(args: &CompileArgs) -> Result<(), Failure> {
    if let Some(machines) = compare::machines(args)? {
        return compare::run(args, &machines);
    }
    let explains = args.explain || args.pass.is_some() || !args.disable_pass.is_empty();
    let default = if explains { BuiltIn::Tpu.name() } else { DEFAULT_TOPOLOGY };
    match Target::named(args.topology.as_deref().unwrap_or(default))? {
        Target::BuiltIn(device) => built_in::run(args, device),
        Target::Machine(_) if explains => {
            let message = "the compilers of TPUs and GPUs do not show their passes";
            Err(Failure::usage(message)
                .hint("--explain, --pass and --disable-pass are for --device tpu and --device cpu"))
        }
        Target::Machine(machine) => machine::run(args, &machine),
    }
}
