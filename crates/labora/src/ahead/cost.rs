//! The compiler's estimates, added up over a program.

use std::collections::BTreeMap;

use hlo::{Computation, Instruction, Module, Product};

use super::traffic;

/// What a part of a program costs one core.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cost {
    /// The compiler's estimated cycles.
    pub cycles: u64,
    /// Operations of convolutions and matrix products.
    pub flops: u64,
    /// Bytes from and to the large memory.
    pub bytes: u64,
    /// Operations of which the compiler estimates nothing, and how many there are.
    pub unestimated: BTreeMap<String, u64>,
}

impl Cost {
    pub(super) fn add(&mut self, other: &Cost, times: u64) {
        self.cycles = self.cycles.saturating_add(other.cycles.saturating_mul(times));
        self.flops = self.flops.saturating_add(other.flops.saturating_mul(times));
        self.bytes = self.bytes.saturating_add(other.bytes.saturating_mul(times));
        for (name, count) in &other.unestimated {
            let of_name = self.unestimated.entry(name.clone()).or_default();
            *of_name = of_name.saturating_add(count.saturating_mul(times));
        }
    }

    fn without(&self, other: &Cost) -> Cost {
        let mut unestimated = self.unestimated.clone();
        for (name, count) in &other.unestimated {
            if let Some(of_name) = unestimated.get_mut(name) {
                *of_name = of_name.saturating_sub(*count);
            }
        }
        unestimated.retain(|_, count| *count > 0);
        Cost {
            cycles: self.cycles.saturating_sub(other.cycles),
            flops: self.flops.saturating_sub(other.flops),
            bytes: self.bytes.saturating_sub(other.bytes),
            unestimated,
        }
    }
}

/// An instruction that takes time.
#[derive(Clone, Debug, PartialEq)]
pub struct Hot {
    /// The compiler's name for it.
    pub name: String,
    /// What it does, such as `fusion`.
    pub opcode: String,
    /// Where it comes from: the layer that its main operation belongs to first, then those that were fused with it.
    pub from: Vec<String>,
    /// Its result.
    pub shape: String,
    /// How often it runs in a step.
    pub times: u64,
    /// What one run costs.
    pub cost: Cost,
}

/// The main loop of a program, whose body is a step.
pub struct MainLoop<'m> {
    pub body: &'m Computation,
    /// How often it goes round, where the compiler knows.
    pub trips: Option<u64>,
}

/// A program with what its computations cost, added up once for each.
pub struct Costs<'m> {
    module: &'m Module,
    /// By the computation's number.
    all: Vec<Cost>,
}

/// What takes no time to speak of, is counted with what it calls, or goes on beside the rest.
const FREE: [&str; 16] = [
    "parameter",
    "constant",
    "tuple",
    "get-tuple-element",
    "bitcast",
    "after-all",
    "while",
    "conditional",
    "call",
    "partition-id",
    "replica-id",
    "opt-barrier",
    "copy-start",
    "copy-done",
    "async-start",
    "async-done",
];

impl<'m> Costs<'m> {
    pub fn new(module: &'m Module) -> Self {
        let mut costs = Self { module, all: Vec::with_capacity(module.computations.len()) };
        // A computation calls only those before it.
        for computation in &module.computations {
            let mut sum = Cost::default();
            for instruction in &computation.instructions {
                sum.add(&costs.of(computation, instruction), 1);
            }
            costs.all.push(sum);
        }
        costs
    }

    /// What the whole program costs, a loop of unknown length taken once.
    pub fn whole(&self) -> &Cost {
        &self.all[self.module.entry_index()]
    }

    /// What a computation costs.
    fn of_computation(&self, number: usize) -> Cost {
        self.all.get(number).cloned().unwrap_or_default()
    }

    /// What an instruction costs, with everything that it calls.
    fn of(&self, within: &Computation, instruction: &Instruction) -> Cost {
        let called = instruction.called.iter().map(|&number| self.of_computation(number));
        match instruction.opcode.as_str() {
            "while" => {
                let mut cost = Cost::default();
                called.for_each(|c| cost.add(&c, instruction.known_trip_count().unwrap_or(1)));
                cost
            }
            "conditional" => called.max_by_key(|cost| cost.cycles).unwrap_or_default(),
            "call" => called.fold(Cost::default(), |mut sum, cost| {
                sum.add(&cost, 1);
                sum
            }),
            opcode => {
                let inner: u64 = match opcode {
                    // A fusion's flops are those of what is in it; what reductions call is no product.
                    "fusion" => called.map(|cost| cost.flops).fold(0, u64::saturating_add),
                    _ => instruction.product.as_ref().map_or(0, Product::flops),
                };
                let cycles = instruction.estimated_cycles().filter(|&cycles| cycles > 0);
                let is_small = instruction.shape.arrays().iter().all(|array| array.elements() <= 1);
                let is_silent = cycles.is_none() && !is_small && !FREE.contains(&opcode);
                let name = match opcode {
                    "fusion" => format!("fusion of {}", instruction.op_name),
                    _ => opcode.to_string(),
                };
                let unestimated = if is_silent { BTreeMap::from([(name, 1)]) } else { BTreeMap::new() };
                let bytes = traffic::bytes(self.module, within, instruction);
                Cost { cycles: cycles.unwrap_or(0), flops: inner, bytes, unestimated }
            }
        }
    }

    /// The loop that the program spends its time in; none where it has no loop worth more than the rest.
    pub fn main_loop(&self) -> Option<MainLoop<'m>> {
        let entry = self.module.entry();
        let loops = entry.instructions.iter().filter(|i| i.opcode == "while" && !i.called.is_empty());
        let (cycles, found) = loops.map(|i| (self.of(entry, i).cycles, i)).max_by_key(|(cycles, _)| *cycles)?;
        let trips = found.known_trip_count();
        let rest = self.whole().cycles.saturating_sub(cycles);
        // The body is called first, then the condition.
        let body = &self.module.computations[found.called[0]];
        (trips.is_none() || cycles > rest).then_some(MainLoop { body, trips })
    }

    /// What a round of the loop costs, and what the program costs beside it.
    pub fn divided(&self, main: &MainLoop<'_>) -> (Cost, Cost) {
        let entry = self.module.entry();
        let is_it = |i: &&Instruction| {
            i.opcode == "while"
                && i.called.first().is_some_and(|&n| std::ptr::eq(&self.module.computations[n], main.body))
        };
        let whole = entry.instructions.iter().find(is_it).map(|i| self.of(entry, i)).unwrap_or_default();
        let number = self.module.computations.iter().position(|c| std::ptr::eq(c, main.body)).unwrap_or_default();
        (self.of_computation(number), self.whole().without(&whole))
    }

    /// The instructions of a computation that take time, those of loops in it with how often they run; the dearest first.
    pub fn hot(&self, computation: &Computation) -> Vec<Hot> {
        let mut all = Vec::new();
        self.gather(computation, 1, &mut all);
        all.sort_by_key(|hot| std::cmp::Reverse(hot.cost.cycles.saturating_mul(hot.times)));
        all
    }

    fn gather(&self, computation: &Computation, times: u64, all: &mut Vec<Hot>) {
        for instruction in &computation.instructions {
            if let "while" | "call" | "conditional" = instruction.opcode.as_str() {
                let times = times.saturating_mul(instruction.known_trip_count().unwrap_or(1));
                let called = instruction.called.iter().filter_map(|&n| self.module.computations.get(n));
                called.for_each(|inner| self.gather(inner, times, all));
                continue;
            }
            let cost = self.of(computation, instruction);
            if cost.cycles > 0 {
                all.push(Hot {
                    name: instruction.name.clone(),
                    opcode: instruction.opcode.clone(),
                    from: self.origins(instruction),
                    shape: instruction.shape.to_string(),
                    times,
                    cost,
                });
            }
        }
    }

    /// Where an instruction comes from, and what was fused with it.
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

    /// A loop of unknown length around a convolution of 2 x 6 x 6 x 16 x 32 sums of 27 products, with a sum and a tanh fused.
    fn small() -> Module {
        let bytes = include_bytes!("../../../hlo/tests/data/small.hlo_with_config");
        Module::read("hlo_with_config", bytes).unwrap()
    }

    #[test]
    fn a_round_of_the_main_loop_is_a_step() {
        let module = small();
        let costs = Costs::new(&module);
        let main = costs.main_loop().unwrap();
        assert_eq!(main.trips, None);
        let (step, around) = costs.divided(&main);
        assert_eq!(step.flops, 2 * 16 * 6 * 6 * 32 * 27);
        assert_eq!(around.flops, 0, "what is prepared once multiplies nothing");
        assert_eq!(step.cycles + around.cycles, costs.whole().cycles);
        let hot = costs.hot(main.body);
        assert_eq!(hot[0].from, ["edges", "gather", "bend"]);
        assert_eq!(hot.iter().map(|hot| hot.cost.cycles * hot.times).sum::<u64>(), step.cycles);
    }

    #[test]
    fn what_is_moved_is_operands_and_result_with_their_padding() {
        let module = small();
        let costs = Costs::new(&module);
        let main = costs.main_loop().unwrap();
        let fusion = &costs.hot(main.body)[0];
        // Images of 16 in the lanes and 3 channels in four rows, filters of 32 in the lanes, the sum read and written.
        let (images, filters, sum) = (8 * 8 * 4 * 128 * 2, 3 * 3 * 4 * 128 * 2, 6 * 6 * 16 * 128 * 4);
        assert_eq!(fusion.cost.bytes, images + filters + 2 * sum);
    }
}
