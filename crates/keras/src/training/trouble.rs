//! What is said when a device fails: the plugin, what it was at, its own words, and what to do.

use std::fmt;

use pjrt::{ElementType, ErrorKind, Plugin};

use crate::Error;

/// What a plugin was asked to do.
pub(super) enum Doing<'a> {
    /// To compile the program of that name for so many cores.
    Compiling(&'a str, usize),
    /// To bring an array onto a core.
    Uploading(&'a [usize], ElementType),
    /// To run the program of that name.
    Running(&'a str),
    /// To bring an array back to the host.
    Reading(&'a [usize], ElementType),
}

impl fmt::Display for Doing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let array = |f: &mut fmt::Formatter<'_>, dims: &[usize], element: ElementType| {
            let bytes = element.array_bytes(dims).unwrap_or(usize::MAX) as f64;
            write!(f, "an array of {dims:?} {element}, {:.1} MiB,", bytes / f64::from(1 << 20))
        };
        match *self {
            Doing::Compiling(program, cores) => write!(f, "compile the program '{program}' for {cores} core(s)"),
            Doing::Running(program) => write!(f, "run the program '{program}'"),
            Doing::Uploading(dims, element) => {
                f.write_str("bring ")?;
                array(f, dims, element)?;
                f.write_str(" onto a core")
            }
            Doing::Reading(dims, element) => {
                f.write_str("bring ")?;
                array(f, dims, element)?;
                f.write_str(" back to the host")
            }
        }
    }
}

impl From<pjrt::Error> for Error {
    fn from(error: pjrt::Error) -> Self {
        Error::new(crate::ErrorKind::Device, error.to_string())
    }
}

/// What a plugin could not do, and why.
pub(super) fn failed(plugin: &Plugin, doing: Doing<'_>, error: &pjrt::Error) -> Error {
    let mut message = format!(
        "the plugin '{}' could not {doing}: {} ({} in {})",
        plugin.name(),
        error.message(),
        error.kind(),
        error.function()
    );
    if let Some(advice) = advice(&doing, error.kind()) {
        message += ". ";
        message += advice;
    }
    Error::new(crate::ErrorKind::Device, message)
}

/// What can be done about it.
fn advice(doing: &Doing<'_>, kind: ErrorKind) -> Option<&'static str> {
    match (kind, doing) {
        (ErrorKind::ResourceExhausted, Doing::Uploading(..)) => Some(
            "The device's memory is full: `resident_steps` keeps less of the data there at a time, and other programs may \
             use the device",
        ),
        (ErrorKind::ResourceExhausted, _) => Some(
            "It takes more memory than a core has: a smaller batch_size, the policy mixed_bfloat16 or more cores may help, \
             and other programs may use the device",
        ),
        (ErrorKind::Unimplemented, Doing::Compiling(..)) => Some(
            "The plugin lacks something that the program uses: a newer version of it, or another device, may have it",
        ),
        (
            ErrorKind::Unavailable | ErrorKind::Internal | ErrorKind::Aborted | ErrorKind::DataLoss,
            Doing::Running(_),
        ) => Some("The device may be lost: a new process finds it again if it is still there"),
        _ => None,
    }
}
