//! The cost of parts of a program: the compiler's estimates on TPUs, and roofline bounds on GPUs.

use std::collections::BTreeMap;

use crate::hlo::{Computation, Contraction, Instruction, Module};
use crate::kernel;
use crate::machine::Accelerator;
use crate::traffic;

/// The cost of a part of a program on one core or GPU.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cost {
    /// Time in seconds. On TPUs the compiler's estimate; on GPUs a bound: for each kernel the longer of its
    /// [arithmetic](Cost::arithmetic_seconds) and its [traffic](Cost::memory_seconds). Without collectives.
    pub seconds: f64,
    /// The compiler's estimated cycles; 0 on GPUs.
    pub cycles: u64,
    /// Floating-point operations of contractions.
    pub flops: u64,
    /// Time of the contractions at the peak rate of their types, in seconds.
    pub arithmetic_seconds: f64,
    /// HBM traffic in bytes.
    pub bytes: u64,
    /// Time of the traffic at the memory's bandwidth, in seconds.
    pub memory_seconds: f64,
    /// Bytes that collectives send to other GPUs; 0 on TPUs, where they are not counted.
    pub link_bytes: u64,
    /// Kernels that are launched; on TPUs, instructions that take time.
    pub kernels: u64,
    /// Operations without an estimate, and their number.
    pub unestimated: BTreeMap<String, u64>,
}

impl Cost {
    /// Adds another cost, so many times.
    pub fn add(&mut self, other: &Cost, times: u64) {
        let sum = |a: u64, b: u64| a.saturating_add(b.saturating_mul(times));
        self.seconds += other.seconds * times as f64;
        self.arithmetic_seconds += other.arithmetic_seconds * times as f64;
        self.memory_seconds += other.memory_seconds * times as f64;
        self.cycles = sum(self.cycles, other.cycles);
        self.flops = sum(self.flops, other.flops);
        self.bytes = sum(self.bytes, other.bytes);
        self.link_bytes = sum(self.link_bytes, other.link_bytes);
        self.kernels = sum(self.kernels, other.kernels);
        for (name, count) in &other.unestimated {
            let of_name = self.unestimated.entry(name.clone()).or_default();
            *of_name = sum(*of_name, *count);
        }
    }

    fn minus(&self, other: &Cost) -> Cost {
        let mut unestimated = self.unestimated.clone();
        for (name, count) in &other.unestimated {
            if let Some(of_name) = unestimated.get_mut(name) {
                *of_name = of_name.saturating_sub(*count);
            }
        }
        unestimated.retain(|_, count| *count > 0);
        Cost {
            seconds: (self.seconds - other.seconds).max(0.0),
            arithmetic_seconds: (self.arithmetic_seconds - other.arithmetic_seconds).max(0.0),
            memory_seconds: (self.memory_seconds - other.memory_seconds).max(0.0),
            cycles: self.cycles.saturating_sub(other.cycles),
            flops: self.flops.saturating_sub(other.flops),
            bytes: self.bytes.saturating_sub(other.bytes),
            link_bytes: self.link_bytes.saturating_sub(other.link_bytes),
            kernels: self.kernels.saturating_sub(other.kernels),
            unestimated,
        }
    }

    /// Returns true if arithmetic takes longer than traffic.
    pub fn is_compute_bound(&self) -> bool {
        self.arithmetic_seconds > self.memory_seconds
    }
}

/// An instruction that takes time: on GPUs, a kernel.
#[derive(Clone, Debug, PartialEq)]
pub struct Hotspot {
    /// The name of the instruction.
    pub name: String,
    /// The opcode, such as `fusion`.
    pub opcode: String,
    /// The library or the code generator that the compiler chose, such as `cuDNN convForward`.
    pub kernel: String,
    /// The source operations: the layer of the main operation first, then those that were fused with it.
    pub origins: Vec<String>,
    /// The shape of the result.
    pub shape: String,
    /// Runs of the instruction in a step.
    pub runs: u64,
    /// The cost of one run.
    pub cost: Cost,
    /// The contraction that it computes, if it computes one.
    pub contraction: Option<Contraction>,
}

impl Hotspot {
    /// Returns the cycles of all runs in a step.
    pub fn cycles(&self) -> u64 {
        self.cost.cycles.saturating_mul(self.runs)
    }

    /// Returns the seconds of all runs in a step.
    pub fn seconds(&self) -> f64 {
        self.cost.seconds * self.runs as f64
    }
}

/// The main loop of a program. Its body is a step.
pub(crate) struct MainLoop<'m> {
    pub body: &'m Computation,
    /// The trip count, if the compiler derived it.
    pub trip_count: Option<u64>,
}

/// The costs of a module's computations.
pub(crate) struct Costs<'m> {
    module: &'m Module,
    accelerator: Accelerator,
    /// Replicas that collectives combine.
    replicas: usize,
    /// By the index of the computation.
    of_computations: Vec<Cost>,
}

/// Opcodes that run asynchronously and have no estimate, besides [`kernel::CONTROL_OPCODES`].
const ASYNCHRONOUS_OPCODES: [&str; 4] = ["copy-start", "copy-done", "async-start", "async-done"];

impl<'m> Costs<'m> {
    pub fn new(module: &'m Module, accelerator: Accelerator, replicas: usize) -> Self {
        let of_computations = Vec::with_capacity(module.computations.len());
        let mut costs = Self { module, accelerator, replicas, of_computations };
        // A computation calls only earlier ones.
        for computation in &module.computations {
            let mut sum = Cost::default();
            for instruction in &computation.instructions {
                sum.add(&costs.of(computation, instruction), 1);
            }
            costs.of_computations.push(sum);
        }
        costs
    }

    /// Returns the cost of the whole program. A loop of unknown trip count counts once.
    pub fn total(&self) -> &Cost {
        &self.of_computations[self.module.entry_index()]
    }

    /// Returns the cost of a computation.
    fn of_computation(&self, index: usize) -> Cost {
        self.of_computations.get(index).cloned().unwrap_or_default()
    }

    /// Returns the cost of an instruction, including the computations that it calls.
    fn of(&self, computation: &Computation, instruction: &Instruction) -> Cost {
        let called = instruction.called.iter().map(|&index| self.of_computation(index));
        match instruction.opcode.as_str() {
            "while" => {
                let mut cost = Cost::default();
                called.for_each(|c| cost.add(&c, instruction.known_trip_count().unwrap_or(1)));
                cost
            }
            "conditional" => called.max_by(|a, b| a.seconds.total_cmp(&b.seconds)).unwrap_or_default(),
            "call" => called.fold(Cost::default(), |mut sum, cost| {
                sum.add(&cost, 1);
                sum
            }),
            _ => match self.accelerator {
                Accelerator::Tpu(generation) => self.estimated(computation, instruction, generation.clock_hz),
                Accelerator::Gpu(_) => self.bounded(computation, instruction),
            },
        }
    }

    /// Returns the arithmetic and the traffic of an instruction that runs as a whole: FLOPs, bytes, and the
    /// seconds that each of them takes at the peak.
    fn work(&self, computation: &Computation, instruction: &Instruction) -> Cost {
        let called = instruction.called.iter().map(|&index| self.of_computation(index));
        let (flops, arithmetic_seconds) = match instruction.opcode.as_str() {
            // The FLOPs of a fusion are those of its computation. Computations called by reductions have
            // none.
            "fusion" => called.fold((0u64, 0.0), |(flops, seconds), cost| {
                (flops.saturating_add(cost.flops), seconds + cost.arithmetic_seconds)
            }),
            _ => instruction.contraction.as_ref().map_or((0, 0.0), |contraction| {
                let flops = Contraction::flops(contraction);
                let peak = self.accelerator.peak_flops_of(contraction.element, contraction.is_exact);
                (flops, flops as f64 / peak)
            }),
        };
        let bytes = traffic::bytes(self.module, computation, instruction);
        let memory_seconds = bytes as f64 / self.accelerator.memory_bytes_per_s();
        Cost { flops, arithmetic_seconds, bytes, memory_seconds, ..Cost::default() }
    }

    /// Returns the TPU compiler's estimate of an instruction.
    fn estimated(&self, computation: &Computation, instruction: &Instruction, clock_hz: f64) -> Cost {
        let opcode = instruction.opcode.as_str();
        let cycles = instruction.estimated_cycles().filter(|&cycles| cycles > 0);
        let is_scalar = instruction.shape.arrays().iter().all(|array| array.elements() <= 1);
        let needs_estimate = !kernel::CONTROL_OPCODES.contains(&opcode) && !ASYNCHRONOUS_OPCODES.contains(&opcode);
        let lacks_estimate = cycles.is_none() && !is_scalar && needs_estimate;
        let name = match opcode {
            "fusion" => format!("fusion of {}", instruction.op_name),
            _ => opcode.to_string(),
        };
        Cost {
            cycles: cycles.unwrap_or(0),
            seconds: cycles.unwrap_or(0) as f64 / clock_hz,
            kernels: u64::from(cycles.is_some()),
            unestimated: if lacks_estimate { BTreeMap::from([(name, 1)]) } else { BTreeMap::new() },
            ..self.work(computation, instruction)
        }
    }

    /// Returns the roofline bound of a kernel: the longer of arithmetic and traffic. Collectives overlap with
    /// other kernels, so only their bytes count here.
    fn bounded(&self, computation: &Computation, instruction: &Instruction) -> Cost {
        if let Some(factor) = kernel::bytes_sent(instruction, self.replicas) {
            let operands = instruction.operands.iter().map(|&at| &computation.instructions[at].shape);
            let bytes: u64 = operands.flat_map(|shape| shape.arrays()).map(|array| array.bytes()).sum();
            return Cost { link_bytes: (bytes as f64 * factor) as u64, kernels: 1, ..Cost::default() };
        }
        if instruction.opcode == "async-start" {
            return instruction.called.iter().fold(Cost::default(), |mut sum, &index| {
                sum.add(&self.of_computation(index), 1);
                sum
            });
        }
        let work = self.work(computation, instruction);
        Cost {
            seconds: work.arithmetic_seconds.max(work.memory_seconds),
            kernels: u64::from(kernel::is_launched(instruction)),
            ..work
        }
    }

    /// Returns the loop in which the program spends its time; none if no loop costs more than the rest of the
    /// program.
    pub fn main_loop(&self) -> Option<MainLoop<'m>> {
        let entry = self.module.entry();
        let loops = entry.instructions.iter().filter(|i| i.opcode == "while" && !i.called.is_empty());
        let (seconds, found) = loops.map(|i| (self.of(entry, i).seconds, i)).max_by(|(a, _), (b, _)| a.total_cmp(b))?;
        let trip_count = found.known_trip_count();
        let rest = (self.total().seconds - seconds).max(0.0);
        // The first called computation is the body, the second the condition.
        let body = &self.module.computations[found.called[0]];
        (trip_count.is_none() || seconds > rest).then_some(MainLoop { body, trip_count })
    }

    /// Returns the cost of one iteration of the main loop, and the cost of the program outside the loop.
    pub fn split(&self, main: &MainLoop<'_>) -> (Cost, Cost) {
        let entry = self.module.entry();
        let is_main = |i: &&Instruction| {
            i.opcode == "while"
                && i.called.first().is_some_and(|&n| std::ptr::eq(&self.module.computations[n], main.body))
        };
        let all_iterations = entry.instructions.iter().find(is_main).map(|i| self.of(entry, i)).unwrap_or_default();
        let body = self.module.computations.iter().position(|c| std::ptr::eq(c, main.body)).unwrap_or_default();
        (self.of_computation(body), self.total().minus(&all_iterations))
    }

    /// Returns the instructions of a computation that take time, including those of nested loops, the most
    /// expensive first.
    pub fn hotspots(&self, computation: &Computation) -> Vec<Hotspot> {
        let mut all = Vec::new();
        self.collect_hotspots(computation, 1, &mut all);
        all.sort_by(|a, b| b.seconds().total_cmp(&a.seconds()));
        all
    }

    fn collect_hotspots(&self, computation: &Computation, runs: u64, all: &mut Vec<Hotspot>) {
        for instruction in &computation.instructions {
            if let "while" | "call" | "conditional" = instruction.opcode.as_str() {
                let runs = runs.saturating_mul(instruction.known_trip_count().unwrap_or(1));
                let called = instruction.called.iter().filter_map(|&n| self.module.computations.get(n));
                called.for_each(|inner| self.collect_hotspots(inner, runs, all));
                continue;
            }
            let cost = self.of(computation, instruction);
            if cost.kernels > 0 {
                all.push(Hotspot {
                    name: instruction.name.clone(),
                    opcode: instruction.opcode.clone(),
                    kernel: kernel::name(self.module, computation, instruction),
                    origins: self.origins(instruction),
                    shape: instruction.shape.to_string(),
                    runs,
                    cost,
                    contraction: self.contraction(instruction),
                });
            }
        }
    }

    /// Returns the first contraction of an instruction or of those fused into it.
    fn contraction(&self, instruction: &Instruction) -> Option<Contraction> {
        let fused = instruction.called.iter().filter_map(|&n| self.module.computations.get(n));
        let mut all = std::iter::once(instruction).chain(fused.flat_map(|computation| &computation.instructions));
        all.find_map(|found| found.contraction.clone())
    }

    /// Returns the source operations of an instruction, including those fused into it.
    fn origins(&self, instruction: &Instruction) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        let fused = instruction.called.iter().filter_map(|&n| self.module.computations.get(n));
        let inner = fused.flat_map(|computation| &computation.instructions);
        for found in std::iter::once(instruction).chain(inner) {
            if !found.op_name.is_empty() && !names.contains(&found.op_name) {
                names.push(found.op_name.clone());
            }
        }
        names
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Machine;

    /// A loop of unknown trip count around a convolution with a fused sum and tanh: 16 x 6 x 6 x 32 outputs
    /// of 27 terms.
    fn small() -> Module {
        let bytes = include_bytes!("../tests/data/small.hlo_with_config");
        Module::read("hlo_with_config", bytes).unwrap()
    }

    #[test]
    fn an_iteration_of_the_main_loop_is_a_step() {
        let module = small();
        let costs = Costs::new(&module, Machine::named("v2").unwrap().accelerator, 8);
        let main = costs.main_loop().unwrap();
        assert_eq!(main.trip_count, None);
        let (step, outside) = costs.split(&main);
        assert_eq!(step.flops, 2 * 16 * 6 * 6 * 32 * 27);
        assert_eq!(outside.flops, 0, "the convolution is in the loop");
        assert_eq!(step.cycles + outside.cycles, costs.total().cycles);
        let hotspots = costs.hotspots(main.body);
        assert_eq!(hotspots[0].origins, ["edges", "gather", "bend"]);
        assert_eq!(hotspots.iter().map(Hotspot::cycles).sum::<u64>(), step.cycles);
        assert_eq!(step.seconds, step.cycles as f64 / 700e6);
    }

    #[test]
    fn traffic_is_operands_and_result_with_their_padding() {
        let module = small();
        let costs = Costs::new(&module, Machine::named("v2").unwrap().accelerator, 8);
        let main = costs.main_loop().unwrap();
        let fusion = &costs.hotspots(main.body)[0];
        // Minor-most dimensions are padded to 128: the batch of 16 images, 32 filters, 32 features of the
        // sum. Three channels are padded to four. The sum is read and written.
        let (images, filters, sum) = (8 * 8 * 4 * 128 * 2, 3 * 3 * 4 * 128 * 2, 6 * 6 * 16 * 128 * 4);
        assert_eq!(fusion.cost.bytes, images + filters + 2 * sum);
    }
}
