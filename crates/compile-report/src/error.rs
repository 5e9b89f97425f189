//! The error of this crate.

use crate::hlo;

/// This crate's result.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// The reason why there is no report.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// No machine has that name.
    #[error("there is no machine {name:?}: the machines of one host are {known}")]
    UnknownTopology {
        /// The name that was given.
        name: String,
        /// The names of the machines of one host.
        known: String,
    },
    /// The program has more replicas than the machine has cores or GPUs.
    #[error("{program} is for {replicas} replicas, but {machine} has {cores} cores or GPUs")]
    TooManyReplicas {
        /// The name of the workload.
        program: String,
        /// Replicas of the program.
        replicas: usize,
        /// The machine that was compiled for.
        machine: String,
        /// Its cores or GPUs.
        cores: usize,
    },
    /// The compiler refused the program, or the plugin failed.
    #[error(transparent)]
    Compiler(#[from] pjrt::Error),
    /// The compiled program could not be read.
    #[error("cannot read the compiled program of {program}: {source}")]
    Optimized {
        /// The name of the workload.
        program: String,
        /// The reader's error.
        source: hlo::Error,
    },
}

impl Error {
    /// Returns true if the program does not fit into memory.
    pub fn is_out_of_memory(&self) -> bool {
        match self {
            Error::Compiler(error) => {
                error.kind() == pjrt::ErrorKind::ResourceExhausted && error.message().contains("memory")
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_exhausted_memory_is_out_of_memory() {
        let refused = |kind, message: &str| Error::from(pjrt::Error::new(kind, "PJRT_Compile", message));
        assert!(
            refused(pjrt::ErrorKind::ResourceExhausted, "Ran out of memory in memory space hbm").is_out_of_memory()
        );
        assert!(!refused(pjrt::ErrorKind::ResourceExhausted, "too many handles").is_out_of_memory());
        assert!(!refused(pjrt::ErrorKind::InvalidArgument, "memory space 7 is unknown").is_out_of_memory());
    }
}
