//! The options of a client.

use std::num::NonZero;

use kernels::Isa;
use pjrt::{Attributes, NamedValue};
use processor::Numerics;

use crate::error::{Error, Result};

/// The default number of devices, as in a TPU v2-8.
const DEFAULT_CORES: usize = 8;
/// The maximum number of devices and of threads.
const MAX_CORES: i64 = 1024;

/// The checked options of a client.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The number of devices.
    pub cores: usize,
    /// The number of devices that run at once.
    pub threads: usize,
    pub numerics: Numerics,
    /// The instruction set of the kernels.
    pub isa: Isa,
}

impl Options {
    /// Reads the options that the caller set. The environment and the machine determine the others.
    pub fn read(given: &Attributes) -> Result<Self> {
        let mut options =
            Self { cores: DEFAULT_CORES, threads: default_threads()?, numerics: Numerics::Tpu, isa: isa(None)? };
        for (name, value) in given.iter() {
            match (name, value) {
                ("cores", NamedValue::Int64(n @ 1..=MAX_CORES)) => options.cores = *n as usize,
                ("threads", NamedValue::Int64(n @ 1..=MAX_CORES)) => options.threads = *n as usize,
                ("numerics", NamedValue::String(s)) => {
                    options.numerics = Numerics::parse(s).ok_or_else(|| invalid_value(name, value))?;
                }
                ("isa", NamedValue::String(s)) => options.isa = isa(Some(s))?,
                ("cores" | "threads" | "numerics", _) => return Err(invalid_value(name, value)),
                _ => {
                    return Err(Error::invalid(format!(
                        "there is no client option {name}; the options are cores, threads, numerics and isa"
                    )));
                }
            }
        }
        Ok(options)
    }
}

fn invalid_value(name: &str, value: &NamedValue) -> Error {
    let numerics = Numerics::NAMED.map(|(name, _)| name).join(", ");
    Error::invalid(format!(
        "client option {name} is {value}; cores and threads must be numbers from 1 to {MAX_CORES}, and numerics one of \
         {numerics}"
    ))
}

/// The number of threads: `LABORA_THREADS`, else the number of the machine's processors.
fn default_threads() -> Result<usize> {
    match std::env::var("LABORA_THREADS") {
        Ok(text) => text.trim().parse().ok().filter(|n| (1..=MAX_CORES as usize).contains(n)).ok_or_else(|| {
            Error::invalid(format!("LABORA_THREADS is {text:?}; it must be a number from 1 to {MAX_CORES}"))
        }),
        Err(_) => Ok(std::thread::available_parallelism().map_or(1, NonZero::get)),
    }
}

/// The instruction set: the given one, else `LABORA_ISA`, else the best one of the machine.
fn isa(given: Option<&str>) -> Result<Isa> {
    given.map_or_else(Isa::from_env, Isa::parse).map_err(|e| Error::invalid(e.to_string()))
}
