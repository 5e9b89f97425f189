//! The errors of failing devices: the plugin, the operation, the plugin's message, and advice.

use std::fmt;

use pjrt::{ElementType, ErrorKind, Plugin};

use crate::error::Error;

/// An operation of a plugin.
pub(super) enum Operation<'a> {
    /// Compiling the program with this name for this number of cores.
    Compiling(&'a str, usize),
    /// Copying an array to a core.
    Uploading(&'a [usize], ElementType),
    /// Running the program with this name.
    Running(&'a str),
    /// Copying an array to the host.
    Reading(&'a [usize], ElementType),
}

impl fmt::Display for Operation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let array = |f: &mut fmt::Formatter<'_>, dims: &[usize], element: ElementType| {
            let bytes = element.array_bytes(dims).unwrap_or(usize::MAX) as f64;
            write!(f, "an array of {dims:?} {element}, {:.1} MiB,", bytes / f64::from(1 << 20))
        };
        match *self {
            Operation::Compiling(program, cores) => write!(f, "compile the program '{program}' for {cores} core(s)"),
            Operation::Running(program) => write!(f, "run the program '{program}'"),
            Operation::Uploading(dims, element) => {
                f.write_str("copy ")?;
                array(f, dims, element)?;
                f.write_str(" to a core")
            }
            Operation::Reading(dims, element) => {
                f.write_str("copy ")?;
                array(f, dims, element)?;
                f.write_str(" to the host")
            }
        }
    }
}

/// The error of an operation that failed.
pub(super) fn failed(plugin: &Plugin, operation: Operation<'_>, error: &pjrt::Error) -> Error {
    let mut message = format!(
        "the plugin '{}' could not {operation}: {} ({} in {})",
        plugin.name(),
        error.message(),
        error.kind(),
        error.function()
    );
    if let Some(advice) = advice(&operation, error.kind()) {
        message += ". ";
        message += advice;
    }
    Error::new(crate::error::ErrorKind::Device, message).with_source(error.clone())
}

/// Advice for the user.
fn advice(operation: &Operation<'_>, kind: ErrorKind) -> Option<&'static str> {
    match (kind, operation) {
        (ErrorKind::ResourceExhausted, Operation::Uploading(..)) => Some(
            "The device's memory is full: set `resident_steps` to keep less data on the device at a time, and check whether \
             other programs use the device",
        ),
        (ErrorKind::ResourceExhausted, _) => Some(
            "It takes more memory than a core has: try a smaller batch_size, the policy mixed_bfloat16 or more cores, and \
             check whether other programs use the device",
        ),
        (ErrorKind::Unimplemented, Operation::Compiling(..)) => Some(
            "The plugin does not support something that the program uses: try a newer version of it, or another device",
        ),
        (
            ErrorKind::Unavailable | ErrorKind::Internal | ErrorKind::Aborted | ErrorKind::DataLoss,
            Operation::Running(_),
        ) => Some("The device may be lost: start a new process to find it again"),
        _ => None,
    }
}
