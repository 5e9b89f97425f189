//! What a client is made with.

use std::num::NonZero;

use kernels::Isa;
use pjrt::{Attributes, NamedValue};
use processor::Numerics;

use crate::error::{Error, Result};

/// The most cores a client may ask for.
const MOST_CORES: i64 = 1024;

/// A client's options, checked.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    pub cores: usize,
    pub threads: usize,
    pub numerics: Numerics,
    pub isa: Isa,
}

impl Options {
    /// Reads the options that the caller named; the environment and the machine tell the others.
    pub fn read(given: &Attributes) -> Result<Self> {
        let mut options = Self { cores: 8, threads: threads()?, numerics: Numerics::Tpu, isa: isa(None)? };
        for (name, value) in given.iter() {
            match (name, value) {
                ("cores", NamedValue::Int64(n @ 1..=MOST_CORES)) => options.cores = *n as usize,
                ("threads", NamedValue::Int64(n @ 1..=MOST_CORES)) => options.threads = *n as usize,
                ("numerics", NamedValue::String(s)) => {
                    options.numerics = Numerics::parse(s).ok_or_else(|| refused(name, value))?;
                }
                ("isa", NamedValue::String(s)) => options.isa = isa(Some(s))?,
                ("cores" | "threads" | "numerics", _) => return Err(refused(name, value)),
                _ => {
                    return Err(Error::invalid(format!(
                        "there is no client option {name}; there are cores, threads, numerics and isa"
                    )));
                }
            }
        }
        Ok(options)
    }
}

/// An option has a value that it cannot have.
fn refused(name: &str, value: &NamedValue) -> Error {
    let numerics = Numerics::NAMED.map(|(name, _)| name).join(", ");
    Error::invalid(format!(
        "client option {name} is {value}; cores and threads are numbers from 1 to {MOST_CORES}, \
         numerics is one of {numerics}"
    ))
}

/// How many threads: `LABORA_THREADS`, else as many as the machine has.
fn threads() -> Result<usize> {
    match std::env::var("LABORA_THREADS") {
        Ok(text) => text.trim().parse().ok().filter(|n| (1..=MOST_CORES as usize).contains(n)).ok_or_else(|| {
            Error::invalid(format!("LABORA_THREADS is {text:?}; it has to be a number from 1 to {MOST_CORES}"))
        }),
        Err(_) => Ok(std::thread::available_parallelism().map_or(1, NonZero::get)),
    }
}

/// Which kernels: those asked for, else `LABORA_ISA`, else the best that the machine has.
fn isa(asked: Option<&str>) -> Result<Isa> {
    asked.map_or_else(Isa::from_env, Isa::parse).map_err(|e| Error::invalid(e.to_string()))
}
