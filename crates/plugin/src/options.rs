//! The options of a client.

use std::fmt::Display;
use std::num::NonZero;
use std::str::FromStr;

use kernels::Isa;
use pjrt::{Attributes, NamedValue, OptionValue};
use processor::Numerics;

use crate::collectives::Collectives;
use crate::error::{Error, Result};
use crate::xla_options;

/// The default number of devices, as in a TPU v2-8.
const DEFAULT_CORES: usize = 8;
/// The maximum number of devices and of threads.
const MAX_CORES: i64 = 1024;

/// The names of the options.
const NAMES: &str = "cores, threads, numerics, isa, memory_limit, trace, synchronous, short_callbacks, zero_copy, collectives, \
     node_id and num_nodes";
/// The names of the options of a compilation.
const COMPILE_NAMES: &str = "numerics, isa and disabled_passes";

/// The checked options of a client.
#[derive(Clone, Debug)]
pub struct Options {
    /// The number of devices of each process.
    pub cores: usize,
    /// The number of devices that run at once.
    pub threads: usize,
    pub numerics: Numerics,
    /// The instruction set of the kernels.
    pub isa: Isa,
    /// The most that buffers and runs of all devices may take together, in bytes.
    pub memory_limit: Option<u64>,
    /// The file that a trace of all runs is written to.
    pub trace: Option<String>,
    /// True if a call of `execute` returns when its results are there.
    pub is_synchronous: bool,
    /// True if a short program that calls the host runs in the call of `execute` too.
    pub has_short_callbacks: bool,
    /// True if buffers use host memory in place that the caller promises to keep unchanged.
    pub is_zero_copy: bool,
    /// How the processes of the client exchange bytes.
    pub collectives: Collectives,
    /// What the caller says about this process: its number, and how many there are.
    pub node: [Option<i64>; 2],
}

impl Options {
    /// Reads the options that the caller set. The environment and the machine determine the others. Numbers
    /// and flags may be given as text, as environment variables are.
    pub fn read(given: &Attributes) -> Result<Self> {
        let mut options = Self {
            cores: DEFAULT_CORES,
            threads: default_threads()?,
            numerics: Numerics::Tpu,
            isa: isa(None)?,
            memory_limit: None,
            trace: None,
            is_synchronous: false,
            has_short_callbacks: false,
            is_zero_copy: false,
            collectives: Collectives::default(),
            node: [None; 2],
        };
        for (name, value) in given.iter() {
            match name {
                "cores" => options.cores = number(name, value, 1, MAX_CORES)? as usize,
                "threads" => options.threads = number(name, value, 1, MAX_CORES)? as usize,
                "numerics" => options.numerics = numerics(name, &text(name, value)?)?,
                "isa" => options.isa = isa(Some(&text(name, value)?))?,
                "memory_limit" => options.memory_limit = Some(number(name, value, 1, i64::MAX)? as u64),
                "trace" => options.trace = Some(text(name, value)?),
                "synchronous" => options.is_synchronous = flag(name, value)?,
                "short_callbacks" => options.has_short_callbacks = flag(name, value)?,
                "zero_copy" => options.is_zero_copy = flag(name, value)?,
                "collectives" => {
                    let text = text(name, value)?;
                    options.collectives =
                        Collectives::parse(&text).ok_or_else(|| invalid(name, &text, "mpi or none"))?;
                }
                "node_id" => options.node[0] = Some(number(name, value, 0, i64::MAX)?),
                "num_nodes" => options.node[1] = Some(number(name, value, 1, i64::MAX)?),
                _ => {
                    return Err(Error::invalid(format!("there is no client option {name}; the options are {NAMES}")));
                }
            }
        }
        Ok(options)
    }

    /// The options of one compilation by a client with these options.
    ///
    /// # Errors
    /// An option of the compilation is unknown, or has a value that it cannot have. Options of XLA's compiler
    /// are checked and have no effect ([`xla_options`]).
    pub fn compile_options(&self, given: &[(String, OptionValue)]) -> Result<processor::CompileOptions> {
        let mut options = processor::CompileOptions {
            numerics: self.numerics,
            isa: Some(self.isa),
            ..processor::CompileOptions::default()
        };
        for (name, value) in given {
            let text = value.to_string();
            match name.as_str() {
                "numerics" => options.numerics = numerics(name, &text)?,
                "isa" => options.isa = Some(isa(Some(&text))?),
                "disabled_passes" => {
                    // The compiler refuses names that it does not know.
                    let passes = text.split(',').map(str::trim).filter(|pass| !pass.is_empty());
                    options.disabled_passes = passes.map(str::to_string).collect();
                }
                _ if xla_options::check(name, value)? => {}
                _ => {
                    return Err(Error::invalid(format!(
                        "No such compile option: '{name}'; the options of a compilation are {COMPILE_NAMES}"
                    )));
                }
            }
        }
        Ok(options)
    }
}

fn invalid(name: &str, value: impl Display, expected: impl Display) -> Error {
    Error::invalid(format!("option {name} is {value}; it must be {expected}"))
}

fn number(name: &str, value: &NamedValue, min: i64, max: i64) -> Result<i64> {
    let number = match value {
        NamedValue::Int64(number) => Some(*number),
        NamedValue::String(text) => parse(text),
        _ => None,
    };
    let range = || match max {
        i64::MAX => format!("a number, {min} or more"),
        max => format!("a number from {min} to {max}"),
    };
    number.filter(|number| (min..=max).contains(number)).ok_or_else(|| invalid(name, value, range()))
}

fn flag(name: &str, value: &NamedValue) -> Result<bool> {
    let flag = match value {
        NamedValue::Bool(flag) => Some(*flag),
        NamedValue::Int64(number @ 0..=1) => Some(*number == 1),
        NamedValue::String(text) => match text.trim().to_ascii_lowercase().as_str() {
            "true" | "1" => Some(true),
            "false" | "0" => Some(false),
            _ => None,
        },
        _ => None,
    };
    flag.ok_or_else(|| invalid(name, value, "true or false"))
}

fn text(name: &str, value: &NamedValue) -> Result<String> {
    match value {
        NamedValue::String(text) => Ok(text.clone()),
        _ => Err(invalid(name, value, "a text")),
    }
}

fn parse<T: FromStr>(text: &str) -> Option<T> {
    text.trim().parse().ok()
}

fn numerics(name: &str, value: &str) -> Result<Numerics> {
    let known = || format!("one of {}", Numerics::NAMED.map(|(name, _)| name).join(", "));
    Numerics::parse(value).ok_or_else(|| invalid(name, value, known()))
}

/// The number of threads: `LABORA_THREADS` unless it is empty, else the number of processors that this
/// process may use, by its affinity and its control group.
fn default_threads() -> Result<usize> {
    match std::env::var("LABORA_THREADS") {
        // Scripts set variables to nothing to unset them.
        Ok(text) if !text.is_empty() => {
            parse(&text).filter(|n| (1..=MAX_CORES as usize).contains(n)).ok_or_else(|| {
                Error::invalid(format!("LABORA_THREADS is {text:?}; it must be a number from 1 to {MAX_CORES}"))
            })
        }
        _ => Ok(std::thread::available_parallelism().map_or(1, NonZero::get)),
    }
}

/// The instruction set: the given one, else `LABORA_ISA`, else the best one of the machine.
fn isa(given: Option<&str>) -> Result<Isa> {
    given.map_or_else(Isa::from_env, Isa::parse).map_err(|e| Error::invalid(e.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(name: &str, value: NamedValue) -> Result<Options> {
        Options::read(&Attributes::from_iter([(name.to_string(), value)]))
    }

    #[test]
    fn numbers_and_flags_may_be_texts() {
        let string = |text: &str| NamedValue::String(text.into());
        assert_eq!(read("cores", string(" 3 ")).unwrap().cores, 3);
        assert_eq!(read("memory_limit", string("1000000")).unwrap().memory_limit, Some(1_000_000));
        assert!(read("synchronous", string("True")).unwrap().is_synchronous);
        assert!(!read("synchronous", NamedValue::Bool(false)).unwrap().is_synchronous);
        for (name, value, message) in [
            ("cores", string("0"), "option cores is 0; it must be a number from 1 to 1024"),
            ("cores", NamedValue::Float(2.0), "option cores is 2; it must be a number from 1 to 1024"),
            ("memory_limit", string("1 GB"), "option memory_limit is 1 GB; it must be a number, 1 or more"),
            ("synchronous", string("maybe"), "option synchronous is maybe; it must be true or false"),
            ("trace", NamedValue::Int64(1), "option trace is 1; it must be a text"),
        ] {
            assert_eq!(read(name, value).err().unwrap().message(), message);
        }
        let unknown = read("core", NamedValue::Int64(1)).err().unwrap();
        assert!(unknown.message().contains(NAMES), "{}", unknown.message());
    }

    #[test]
    fn options_of_a_compilation_replace_those_of_the_client() {
        let client = read("numerics", NamedValue::String("tpu".into())).unwrap();
        let text = |name: &str, value: &str| (name.to_string(), OptionValue::String(value.into()));
        let options = client.compile_options(&[text("numerics", "highest"), text("disabled_passes", "cse, dce")]);
        let options = options.unwrap();
        assert_eq!((options.numerics, options.disabled_passes.len()), (Numerics::Highest, 2));
        for (name, value) in [("numerics", "float8"), ("xla_cpu_fast", "4")] {
            assert!(client.compile_options(&[text(name, value)]).is_err(), "{name}");
        }
    }
}
