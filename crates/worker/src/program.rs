//! A compiled program.

use ifrt_proxy::messages::OpSharding;
use ifrt_proxy::{Error, Result};
use pjrt::{LoadedExecutable, OutputSpec};

use crate::convert;
use crate::error::from_pjrt;
use crate::quota::Charge;

/// A compiled program, with what each run needs of its description.
pub struct Program {
    /// The program on its devices.
    pub executable: LoadedExecutable,
    /// Type and dimensions of each output on one device.
    pub outputs: Vec<OutputSpec>,
    /// The division of each output; none on one device.
    pub output_shardings: Option<Vec<OpSharding>>,
    /// The division of each parameter; none on one device.
    pub parameter_shardings: Option<Vec<OpSharding>>,
    /// The kind of memory of each output; none if the plugin does not tell.
    pub memory_kinds: Option<Vec<String>>,
    /// True if its text is shown as HLO, as clients of XLA expect.
    pub wants_hlo: bool,
    /// What it costs its session, until it is freed.
    _charge: Charge,
}

impl Program {
    /// Reads the description of a program, which was charged before it was compiled.
    pub fn new(executable: LoadedExecutable, wants_hlo: bool, charge: Charge) -> Result<Program> {
        let outputs = executable.outputs().map_err(from_pjrt)?;
        let devices = executable.addressable_devices().len();
        let shardings = |list: Option<Vec<Vec<u8>>>| {
            let list = list.filter(|_| devices > 1);
            list.map(|list| list.iter().map(|bytes| convert::op_sharding(bytes)).collect::<Result<Vec<_>>>())
                .transpose()
        };
        let output_shardings = shardings(executable.output_shardings().map_err(from_pjrt)?)?;
        let parameter_shardings = shardings(executable.parameter_shardings().map_err(from_pjrt)?)?;
        // Without outputs there may be one sharding, as XLA has it for an empty tuple. JAX expects that.
        let is_other = |list: &Vec<OpSharding>| list.len() != outputs.len() && !outputs.is_empty();
        if output_shardings.as_ref().is_some_and(is_other) {
            return Err(Error::internal("the plugin does not give each output a sharding"));
        }
        let memory_kinds = executable.output_memory_kinds().map_err(from_pjrt)?;
        Ok(Program {
            executable,
            outputs,
            output_shardings,
            parameter_shardings,
            memory_kinds,
            wants_hlo,
            _charge: charge,
        })
    }

    /// The kind of memory of an output.
    pub fn memory_kind(&self, output: usize) -> Option<String> {
        self.memory_kinds.as_ref()?.get(output).cloned()
    }

    /// The ids of its devices, in the order of arguments and outputs.
    pub fn device_ids(&self) -> Vec<i32> {
        self.executable.addressable_devices().iter().map(pjrt::Device::id).collect()
    }
}
