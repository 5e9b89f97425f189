//! The compiler's memory plan.

use pjrt::{CompiledMemoryStats, NamedValue, Topology};

use crate::machine::Accelerator;

/// The compiler's plan for the memory of a core or GPU, in bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Memory {
    /// Arguments.
    pub arguments: u64,
    /// Outputs, including those that alias donated arguments.
    pub outputs: u64,
    /// Outputs that alias donated arguments.
    pub donated: u64,
    /// Intermediate values.
    pub temporaries: u64,
    /// Machine code.
    pub code: u64,
    /// Peak usage.
    pub peak: u64,
    /// Capacity of a core or GPU.
    pub limit: u64,
}

impl Memory {
    /// Returns true if the program fits into the memory of a core or GPU.
    pub fn fits(&self) -> bool {
        self.peak <= self.limit
    }

    /// Takes the plan from the compiler's statistics, and the capacity from the topology's first device.
    pub(crate) fn of(stats: &CompiledMemoryStats, topology: &Topology, accelerator: Accelerator) -> Self {
        let bytes = |count: i64| u64::try_from(count).unwrap_or(0);
        let planned = stats.arguments + stats.outputs - stats.aliased + stats.temporaries + stats.generated_code;
        let device = topology.devices().first();
        let limit = device.and_then(|device| match device.attributes.get("device_memory_bytes_limit") {
            Some(NamedValue::Int64(limit)) => u64::try_from(*limit).ok(),
            _ => None,
        });
        Self {
            arguments: bytes(stats.arguments),
            outputs: bytes(stats.outputs),
            donated: bytes(stats.aliased),
            temporaries: bytes(stats.temporaries),
            code: bytes(stats.generated_code),
            peak: bytes(stats.peak.unwrap_or(planned)),
            // If cores share the memory of a chip, the plugin reports all of it for each core.
            limit: limit.map_or(accelerator.memory_bytes(), |limit| limit.min(accelerator.memory_bytes())),
        }
    }
}
