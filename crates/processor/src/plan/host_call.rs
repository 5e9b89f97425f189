//! The description of a callback: what to call on the host, and the types of its arguments and results.

use std::sync::Arc;

use stablehlo::TensorType;

use crate::error::{Error, ErrorKind, Result};
use crate::host_callback::{HostArray, HostArrayMut, HostCallback};

/// A call of the host from a program.
#[derive(Debug)]
pub(crate) struct HostCall {
    host: Arc<dyn HostCallback>,
    number: u64,
    arguments: Vec<TensorType>,
    results: Vec<TensorType>,
}

impl HostCall {
    /// A call of the callback whose number is `config`.
    ///
    /// # Errors
    /// There is no host, or the number is none.
    pub(crate) fn new(
        host: Option<&Arc<dyn HostCallback>>,
        config: &str,
        arguments: Vec<TensorType>,
        results: Vec<TensorType>,
    ) -> Result<Self> {
        let host = host.ok_or_else(|| Error::unsupported("a callback, as this program has no host that serves it"))?;
        let number = config.trim().parse().map_err(|_| {
            Error::program(format!(
                "the backend_config of a callback is {config:?}; it must be the callback's number, in decimal"
            ))
        })?;
        Ok(Self { host: Arc::clone(host), number, arguments, results })
    }

    /// For the text of a plan.
    pub(crate) fn describe(&self) -> String {
        format!("callback {} of the host", self.number)
    }

    /// Calls the host.
    ///
    /// # Errors
    /// The host's message.
    pub(crate) fn run(&self, reads: &[&[u8]], writes: Vec<&mut [u8]>) -> Result<()> {
        let arguments = self.arguments.iter().zip(reads);
        let arguments: Vec<HostArray<'_>> = arguments.map(|(ty, bytes)| HostArray { ty, bytes }).collect();
        let results = self.results.iter().zip(writes);
        let mut results: Vec<HostArrayMut<'_>> = results.map(|(ty, bytes)| HostArrayMut { ty, bytes }).collect();
        let outcome = self.host.call(self.number, &arguments, &mut results);
        outcome.map_err(|message| Error::new(ErrorKind::Callback, message))
    }
}
