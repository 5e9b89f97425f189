//! The report on a compiled program.

use crate::cost::{Cost, Hotspot};
use crate::machine::{Accelerator, Machine};
use crate::memory::Memory;
use crate::published::PublishedRate;
use crate::tensors::Tensor;
use crate::workload::Workload;

/// The compiler's own cost analysis. It counts operations of all kinds, and loops of unknown trip count once.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CostAnalysis {
    /// Floating-point operations, if reported.
    pub flops: Option<f64>,
    /// Bytes accessed, if reported.
    pub bytes_accessed: Option<f64>,
}

/// The report on a program that was compiled for a machine. On TPUs all times are the compiler's estimates;
/// on GPUs, whose compiler has none, they are roofline bounds: no kernel takes less time, if its operands and
/// results pass through HBM.
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
    /// True if the main loop has a trip count that the compiler does not know.
    pub loop_of_unknown_length: bool,
    /// Published rates of this network on these TPUs or GPUs.
    pub published: Vec<PublishedRate>,
    /// Suggestions.
    pub advice: Vec<String>,
}

/// A layer of the source program in a step. A fusion counts for the layer of its main operation.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    /// The operation of the source program.
    pub name: String,
    /// The cost of all its kernels in a step.
    pub cost: Cost,
    /// The kernels that the compiler chose, and their runs in a step.
    pub kernels: Vec<(String, u64)>,
}

impl Report {
    /// Returns the time of a cost in seconds: the estimate, or the bound. On GPUs, collectives may overlap
    /// with all other kernels.
    pub fn seconds(&self, cost: &Cost) -> f64 {
        cost.seconds.max(self.link_seconds(cost))
    }

    /// Returns the time in seconds that the bytes of collectives take between GPUs; 0 on TPUs.
    pub fn link_seconds(&self, cost: &Cost) -> f64 {
        match self.machine.accelerator {
            Accelerator::Tpu(_) => 0.0,
            Accelerator::Gpu(card) => cost.link_bytes as f64 / card.link_bytes_per_s,
        }
    }

    /// Returns the time of a step in seconds.
    pub fn step_seconds(&self) -> f64 {
        self.seconds(&self.step)
    }

    /// Returns the estimated time of an epoch in seconds; none if the workload has no epochs.
    pub fn epoch_seconds(&self) -> Option<f64> {
        let steps = self.workload.steps_per_epoch?;
        let calls = steps.div_ceil(self.steps.max(1));
        Some(self.step_seconds() * steps as f64 + self.seconds(&self.outside) * calls as f64)
    }

    /// Returns the examples per second on all cores or GPUs together; none if the program takes no examples.
    pub fn examples_per_second(&self) -> Option<f64> {
        let rows = (self.workload.rows_per_core? * self.workload.replicas) as f64;
        let call = self.seconds(&self.call);
        (call > 0.0).then(|| rows * self.steps as f64 / call)
    }

    /// Returns the utilization of the matrix units, from 0 to 1: FLOP/s of a cost over the peak.
    pub fn peak_share(&self, cost: &Cost) -> f64 {
        cost.flops as f64 / (cost.seconds.max(f64::MIN_POSITIVE) * self.machine.accelerator.peak_flops())
    }

    /// Returns the share of a step that these seconds of it take, from 0 to 1.
    pub fn share_of_step(&self, seconds: f64) -> f64 {
        seconds / self.step.seconds.max(f64::MIN_POSITIVE)
    }

    /// Returns the estimated or bounded rate over a published rate, both of one core or GPU; none if the
    /// program takes no examples.
    pub fn rate_over_published(&self, published: &PublishedRate) -> Option<f64> {
        let ours = self.examples_per_second()? / self.workload.replicas as f64;
        Some(ours / (published.examples_per_s / published.devices as f64))
    }

    /// Returns the share of a step in kernels that are bound by memory, from 0 to 1.
    pub fn memory_bound_share(&self) -> f64 {
        let bound = self.hotspots.iter().filter(|hot| !hot.cost.is_compute_bound());
        self.share_of_step(bound.map(Hotspot::seconds).sum())
    }

    /// Returns the layers of a step, the most expensive first.
    pub fn layers(&self) -> Vec<Layer> {
        let mut layers: Vec<Layer> = Vec::new();
        for hotspot in &self.hotspots {
            let name = hotspot.origins.first().map_or("(compiler-generated)", String::as_str);
            let at = layers.iter().position(|layer| layer.name == name).unwrap_or_else(|| {
                layers.push(Layer { name: name.to_string(), cost: Cost::default(), kernels: Vec::new() });
                layers.len() - 1
            });
            let layer = &mut layers[at];
            layer.cost.add(&hotspot.cost, hotspot.runs);
            match layer.kernels.iter_mut().find(|(kernel, _)| *kernel == hotspot.kernel) {
                Some((_, count)) => *count = count.saturating_add(hotspot.runs),
                None => layer.kernels.push((hotspot.kernel.clone(), hotspot.runs)),
            }
        }
        layers.sort_by(|a, b| b.cost.seconds.total_cmp(&a.cost.seconds));
        layers
    }

    /// Returns the kinds of kernels of a step with the cost of all runs, the most expensive first.
    pub fn kernels(&self) -> Vec<(String, Cost)> {
        let mut kinds: Vec<(String, Cost)> = Vec::new();
        for hotspot in &self.hotspots {
            let at = kinds.iter().position(|(kind, _)| *kind == hotspot.kernel).unwrap_or_else(|| {
                kinds.push((hotspot.kernel.clone(), Cost::default()));
                kinds.len() - 1
            });
            kinds[at].1.add(&hotspot.cost, hotspot.runs);
        }
        kinds.sort_by(|(_, a), (_, b)| b.seconds.total_cmp(&a.seconds));
        kinds
    }
}
