//! The arguments of a run, and their check against the program.

use stablehlo::TensorType;

use crate::error::{Error, Result};
use crate::memory::Buffer;

/// An argument of a run.
#[derive(Clone, Debug)]
pub enum Argument {
    /// The run only reads the buffer.
    Borrow(Buffer),
    /// The caller gives the buffer up. A result that is aliased to it takes over its memory, unless a clone
    /// shares it.
    Donate(Buffer),
}

impl Argument {
    pub(crate) fn buffer(&self) -> &Buffer {
        match self {
            Self::Borrow(b) | Self::Donate(b) => b,
        }
    }

    pub(crate) fn into_buffer(self) -> Buffer {
        match self {
            Self::Borrow(b) | Self::Donate(b) => b,
        }
    }
}

/// The types and donations that a program expects of its arguments.
pub(crate) struct Signature<'p> {
    /// The name of the program.
    pub(crate) name: &'p str,
    pub(crate) replicas: usize,
    pub(crate) params: &'p [TensorType],
    /// For each parameter true if all replicas are given the same contents
    /// (`mhlo.is_same_data_across_replicas`).
    pub(crate) replicated: &'p [bool],
}

impl Signature<'_> {
    /// Checks the arguments of each replica.
    ///
    /// # Errors
    /// An argument error if there are more or fewer than the program has, or one has another type, or differs
    /// between replicas although the program says that it does not.
    pub(crate) fn check(&self, arguments: &[Vec<Argument>]) -> Result<()> {
        let Self { name, replicas, params, .. } = self;
        if arguments.len() != *replicas {
            let n = arguments.len();
            return Err(Error::arguments(format!(
                "{name:?} runs on {replicas} replicas, arguments were given for {n}"
            )));
        }
        for (replica, list) in arguments.iter().enumerate() {
            if list.len() != params.len() {
                let (expected, n) = (params.len(), list.len());
                return Err(Error::arguments(format!(
                    "{name:?} takes {expected} arguments, replica {replica} was given {n}"
                )));
            }
            for (i, (argument, ty)) in list.iter().zip(*params).enumerate() {
                let given = argument.buffer().ty();
                if given != ty {
                    return Err(Error::arguments(format!(
                        "argument {i} of {name:?} is of {ty}, replica {replica} was given {given}"
                    )));
                }
            }
        }
        self.check_replicated(|replica, i| arguments[replica][i].buffer())
    }

    /// Checks that replicated arguments have the same contents on all replicas. Buffers that share their
    /// memory are not compared.
    ///
    /// # Errors
    /// An argument error that names the argument and the replica.
    pub(crate) fn check_replicated<'b>(&self, argument: impl Fn(usize, usize) -> &'b Buffer) -> Result<()> {
        let Self { name, replicas, params, replicated } = self;
        for i in (0..params.len()).filter(|i| replicated[*i]) {
            let first = argument(0, i).as_bytes();
            let differs = |replica: &usize| {
                let bytes = argument(*replica, i).as_bytes();
                !std::ptr::eq(bytes, first) && bytes != first
            };
            if let Some(replica) = (1..*replicas).find(differs) {
                return Err(Error::arguments(format!(
                    "argument {i} of {name:?}, a {}, has to be the same on all replicas (mhlo.is_same_data_across_replicas), \
                     but replica {replica} was given other contents than replica 0: give all the same, or leave the \
                     attribute out",
                    params[i]
                )));
            }
        }
        Ok(())
    }
}
