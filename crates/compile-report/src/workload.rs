//! The program to compile, and how it is run.

use pjrt::OptionValue;

/// A program to compile.
#[derive(Clone, Debug, PartialEq)]
pub struct Workload {
    /// The name of the program in the report.
    pub name: String,
    /// The network that the program trains, under the name of its [published rates](crate::PUBLISHED).
    /// Default: none.
    pub network: Option<&'static str>,
    /// The program as StableHLO text.
    pub program: String,
    /// Replicas: cores or GPUs that run the program at once, each with its own data. Default: 1.
    pub replicas: usize,
    /// Steps of a call, if the trip count of the program's loop is an argument. Default: 1.
    pub steps: u64,
    /// Steps of an epoch, if there are epochs. Default: none.
    pub steps_per_epoch: Option<u64>,
    /// Examples of a batch on each core, if the program takes examples. Default: none.
    pub rows_per_core: Option<usize>,
    /// Names of the leading arguments. Default: none.
    pub arguments: Vec<String>,
    /// Options of the compiler, such as XLA's `xla_gpu_deterministic_ops`. Default: none.
    pub options: Vec<(String, OptionValue)>,
}

impl Workload {
    /// Creates a workload for one core.
    pub fn new(name: impl Into<String>, program: impl Into<String>) -> Self {
        let (name, program) = (name.into(), program.into());
        Self {
            name,
            network: None,
            program,
            replicas: 1,
            steps: 1,
            steps_per_epoch: None,
            rows_per_core: None,
            arguments: Vec::new(),
            options: Vec::new(),
        }
    }

    /// Returns the name of an argument.
    pub(crate) fn argument(&self, index: usize) -> String {
        self.arguments.get(index).cloned().unwrap_or_else(|| format!("argument {index}"))
    }
}
