//! The report on a compiled program.

use crate::cost::{Cost, Hotspot};
use crate::machine::Machine;
use crate::memory::Memory;
use crate::published::PublishedRate;
use crate::tensors::Tensor;
use crate::workload::Workload;

/// The compiler's own cost analysis. It counts operations of all kinds, and loops of unknown trip count once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CostAnalysis {
    /// Floating-point operations, if reported.
    pub flops: Option<f64>,
    /// Bytes accessed, if reported.
    pub bytes_accessed: Option<f64>,
}

/// The TPU compiler's report on a program on a machine. All times are its estimates.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The machine that the program was compiled for.
    pub machine: Machine,
    /// The workload, without the text of its program.
    pub workload: Workload,
    /// The plugin that compiled the program.
    pub compiler: String,
    /// Compile time in seconds.
    pub compile_seconds: f64,
    /// The memory plan.
    pub memory: Memory,
    /// The compiler's own cost analysis.
    pub cost_analysis: CostAnalysis,
    /// Steps of a call.
    pub steps: u64,
    /// The cost of a step: an iteration of the program's main loop, or the whole program if it has none.
    pub step: Cost,
    /// The cost of a call outside the main loop.
    pub outside: Cost,
    /// The cost of a whole call.
    pub call: Cost,
    /// Instructions of a step that take time, the most expensive first.
    pub hotspots: Vec<Hotspot>,
    /// Instructions outside the main loop that take time, the most expensive first.
    pub hotspots_outside: Vec<Hotspot>,
    /// Tensors in HBM: arguments, then computed values, each the largest first.
    pub tensors: Vec<Tensor>,
    /// Published rates of this network on this generation.
    pub published: Vec<PublishedRate>,
    /// Suggestions.
    pub advice: Vec<String>,
}

impl Report {
    /// Returns the estimated time of a cost in seconds.
    pub fn seconds(&self, cost: &Cost) -> f64 {
        cost.cycles as f64 / self.machine.generation.clock_hz
    }

    /// Returns the estimated time of a step in seconds.
    pub fn step_seconds(&self) -> f64 {
        self.seconds(&self.step)
    }

    /// Returns the estimated time of an epoch in seconds; none if the workload has no epochs.
    pub fn epoch_seconds(&self) -> Option<f64> {
        let steps = self.workload.steps_per_epoch?;
        let calls = steps.div_ceil(self.steps.max(1));
        Some(self.step_seconds() * steps as f64 + self.seconds(&self.outside) * calls as f64)
    }

    /// Returns the examples per second on all cores together; none if the program takes no examples.
    pub fn examples_per_second(&self) -> Option<f64> {
        let rows = (self.workload.rows_per_core? * self.workload.replicas) as f64;
        let call = self.seconds(&self.call);
        (call > 0.0).then(|| rows * self.steps as f64 / call)
    }

    /// Returns the utilization of a core's matrix units, from 0 to 1.
    pub fn mxu_utilization(&self, cost: &Cost) -> f64 {
        cost.flops as f64 / (cost.cycles.max(1) as f64 * self.machine.generation.flops_per_cycle)
    }

    /// Returns the share of a step's cycles that a hotspot takes in all its runs, from 0 to 1.
    pub fn share_of_step(&self, cycles: u64) -> f64 {
        cycles as f64 / self.step.cycles.max(1) as f64
    }

    /// Returns the estimated rate over a published rate; none if the program takes no examples.
    pub fn estimated_over_published(&self, published: &PublishedRate) -> Option<f64> {
        Some(self.examples_per_second()? / published.examples_per_s)
    }

    /// Returns the cycles of a step by layer, the most expensive first. A fusion counts for the layer of its
    /// main operation.
    pub fn layers(&self) -> Vec<(String, u64)> {
        let mut layers: Vec<(String, u64)> = Vec::new();
        for hotspot in &self.hotspots {
            let name = hotspot.origins.first().map_or("(compiler-generated)", String::as_str);
            let cycles = hotspot.cycles();
            match layers.iter_mut().find(|(other, _)| other == name) {
                Some((_, sum)) => *sum = sum.saturating_add(cycles),
                None => layers.push((name.to_string(), cycles)),
            }
        }
        layers.sort_by_key(|(_, cycles)| std::cmp::Reverse(*cycles));
        layers
    }
}
