//! Hoists invariant weights: steps that depend on weights or constants alone run once, and their results are
//! kept from run to run.
//!
//! A program that classifies images is called again and again with the same weights. Each call would convert
//! them to the form that the kernels need: round them, transpose them, pack them into panels. This is
//! loop-invariant code motion with the calls as the loop: [`hoist_weights`] moves those steps out of the
//! program, and out of its loops. Their results are in memory of the executable's own
//! ([`WeightCache`](crate::runtime::weight_cache::WeightCache)), and they run again only if an argument that
//! they read is another buffer than in their last run.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::ir::{ValueId, ValueTypes};
use crate::plan::program::Program;
use crate::plan::step::{PrepackStep, Step, StepKind};

/// Most bytes of hoisted values: enough for many a network, and no second copy of a very large one.
const MAX_CACHE_BYTES: usize = 256 << 20;

/// Hoists the steps that pack weights, with the steps that these depend on; and loops over vectors of
/// weights, such as the scale of a normalization.
pub(crate) fn hoist_weights(program: &mut Program) {
    let weights = program.params.iter().enumerate().filter(|(_, id)| program.weights.contains(id));
    let weights = weights.map(|(i, id)| (*id, BTreeSet::from([i])));
    let constants = program.constant_of.keys().map(|id| (*id, BTreeSet::new()));
    let is_vector = |(_, id): &(usize, &ValueId)| {
        let ty = program.types.of(**id);
        ty.dims.len() == 1 && ty.element.is_float()
    };
    // Results and slices have a definition besides the step that writes them: memory of their own.
    let pinned = program.outputs.iter().chain(program.slice_allocations.keys());
    let mut hoister = Hoister {
        types: &program.types,
        vectors: program.params.iter().enumerate().filter(is_vector).map(|(i, _)| i).collect(),
        depends_on: weights.chain(constants).collect(),
        definitions: pinned.map(|id| (*id, 2)).collect(),
        producers: HashMap::new(),
        hoisted: HashSet::new(),
        room_bytes: MAX_CACHE_BYTES,
    };
    hoister.count_definitions(&program.steps);
    hoister.find(&program.steps);
    let Hoister { depends_on, hoisted, .. } = hoister;
    move_hoisted(&mut program.steps, &hoisted, &depends_on, &mut program.prepack_steps);
}

/// An invariant value's step.
struct Producer {
    reads: Vec<ValueId>,
    /// Of the results.
    bytes: usize,
}

/// The search for steps to hoist.
struct Hoister<'p> {
    types: &'p ValueTypes,
    /// Numbers of the parameters that are vectors of floats. Parameters of more dimensions may be a batch,
    /// integers its labels, and a scalar a counter: different ones in each run.
    vectors: BTreeSet<usize>,
    /// The invariant values, with the numbers of the parameters that each depends on.
    depends_on: HashMap<ValueId, BTreeSet<usize>>,
    /// The number of steps that write each value.
    definitions: HashMap<ValueId, usize>,
    /// The steps of invariant values.
    producers: HashMap<ValueId, Producer>,
    /// The values whose steps are hoisted.
    hoisted: HashSet<ValueId>,
    /// Bytes left for further hoisted values.
    room_bytes: usize,
}

impl Hoister<'_> {
    fn count_definitions(&mut self, steps: &[Step]) {
        for step in steps {
            step.writes.iter().for_each(|id| *self.definitions.entry(*id).or_default() += 1);
            step.blocks_of_steps().into_iter().for_each(|inner| self.count_definitions(inner));
        }
    }

    /// Finds invariant values, in the order of the steps, and chooses what to hoist as long as there is room.
    fn find(&mut self, steps: &[Step]) {
        for step in steps {
            if let StepKind::While { body, .. } = &step.kind {
                self.find(body);
                continue;
            }
            let is_prepack = matches!(&step.kind, StepKind::Kernel(kernel) if kernel.is_prepack());
            let is_map = matches!(&step.kind, StepKind::Loop(fused) if fused.reduces.is_empty());
            let is_only_definition = step.writes.iter().all(|id| self.definitions.get(id) == Some(&1));
            let operands: Option<Vec<&BTreeSet<usize>>> = step.reads.iter().map(|id| self.depends_on.get(id)).collect();
            let Some(operands) = operands.filter(|_| (is_prepack || is_map) && is_only_definition) else { continue };
            let depends_on: BTreeSet<usize> = operands.into_iter().flatten().copied().collect();
            let bytes = self.bytes(&step.writes);
            for id in &step.writes {
                self.depends_on.insert(*id, depends_on.clone());
                self.producers.insert(*id, Producer { reads: step.reads.clone(), bytes });
            }
            if is_prepack || bytes <= self.bytes(&step.reads) && depends_on.is_subset(&self.vectors) {
                self.hoist(&step.writes);
            }
        }
    }

    fn bytes(&self, ids: &[ValueId]) -> usize {
        ids.iter().map(|id| self.types.of(*id).size_in_bytes()).sum()
    }

    /// Hoists the step of these values with the steps that it depends on, if there is room for the results of
    /// all.
    fn hoist(&mut self, values: &[ValueId]) {
        let (mut ids, mut total, mut worklist) = (HashSet::new(), 0, values.to_vec());
        while let Some(id) = worklist.pop() {
            if let Some(Producer { reads, bytes }) = self.producers.get(&id)
                && !self.hoisted.contains(&id)
                && ids.insert(id)
            {
                total += bytes;
                worklist.extend(reads);
            }
        }
        if total <= self.room_bytes {
            self.room_bytes -= total;
            self.hoisted.extend(ids);
        }
    }
}

/// Moves the steps of hoisted values out of the program, in their order.
fn move_hoisted(
    steps: &mut Vec<Step>,
    hoisted: &HashSet<ValueId>,
    depends_on: &HashMap<ValueId, BTreeSet<usize>>,
    prepack_steps: &mut Vec<PrepackStep>,
) {
    for mut step in std::mem::take(steps) {
        if let StepKind::While { body, .. } = &mut step.kind {
            move_hoisted(body, hoisted, depends_on, prepack_steps);
        }
        match step.writes.iter().find(|id| hoisted.contains(id)) {
            Some(id) => {
                step.passes.push("hoist_weights");
                prepack_steps.push(PrepackStep { depends_on: depends_on[id].clone(), step });
            }
            None => steps.push(step),
        }
    }
}

#[cfg(test)]
mod tests {
    use kernels::Isa;
    use stablehlo::Module;

    use super::*;
    use crate::CompileOptions;
    use crate::lower::lower;
    use crate::passes::algebraic_simplifier::simplify;
    use crate::passes::inline_calls::inline_calls;

    /// Hoists the weights of a program, and returns it.
    fn hoisted(params: &str, results: &str, body: &str) -> Program {
        let text = format!("func.func public @main({params}) -> ({results}) {{ {body} }}");
        let module = Module::parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        let mut graph = inline_calls(&module).unwrap();
        simplify(&mut graph, Isa::best()).unwrap();
        let mut program = lower(graph, Isa::best(), &CompileOptions::default()).unwrap();
        hoist_weights(&mut program);
        program
    }

    /// The parameters that each hoisted step depends on.
    fn dependences(program: &Program) -> Vec<Vec<usize>> {
        program.prepack_steps.iter().map(|prepack| prepack.depends_on.iter().copied().collect()).collect()
    }

    const DENSE: &str = "%y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
        : (tensor<64x512xf32>, tensor<512x512xf32>) -> tensor<64x512xf32>";

    #[test]
    fn packing_of_a_weight_is_hoisted_with_the_steps_that_it_depends_on() {
        let body = format!(
            "%w = stablehlo.multiply %v, %v : tensor<512x512xf32>
             {DENSE}
             return %y : tensor<64x512xf32>"
        );
        let program = hoisted("%x: tensor<64x512xf32>, %v: tensor<512x512xf32>", "tensor<64x512xf32>", &body);
        assert_eq!(dependences(&program), [[1], [1]], "the product of weights, and its packing");
        let prepacked: HashSet<ValueId> =
            program.prepack_steps.iter().flat_map(|prepack| prepack.step.writes.iter().copied()).collect();
        assert!(program.steps.iter().any(|step| step.reads.iter().any(|id| prepacked.contains(id))));
        assert!(program.steps.iter().all(|step| step.writes.iter().all(|id| !prepacked.contains(id))));
    }

    #[test]
    fn a_parameter_whose_next_value_is_a_result_is_not_a_weight() {
        let body = format!(
            "{DENSE}
             %next = stablehlo.add %w, %w : tensor<512x512xf32>
             return %y, %next : tensor<64x512xf32>, tensor<512x512xf32>"
        );
        let params = "%x: tensor<64x512xf32>, %w: tensor<512x512xf32>";
        let program = hoisted(params, "tensor<64x512xf32>, tensor<512x512xf32>", &body);
        assert_eq!(dependences(&program), Vec::<Vec<usize>>::new());
    }

    #[test]
    fn loops_over_vectors_are_hoisted_and_loops_over_batches_are_not() {
        let body = "%f = stablehlo.rsqrt %v : tensor<512xf32>
             %g = stablehlo.exponential %b : tensor<64x512xf32>
             %h = stablehlo.broadcast_in_dim %f, dims = [1] : (tensor<512xf32>) -> tensor<64x512xf32>
             %m = stablehlo.dot_general %g, %k, contracting_dims = [1] x [0] : (tensor<64x512xf32>, tensor<512x8xf32>) -> tensor<64x8xf32>
             %n = stablehlo.dot_general %h, %k, contracting_dims = [1] x [0] : (tensor<64x512xf32>, tensor<512x8xf32>) -> tensor<64x8xf32>
             %y = stablehlo.add %m, %n : tensor<64x8xf32>
             return %y : tensor<64x8xf32>";
        let params = "%b: tensor<64x512xf32>, %v: tensor<512xf32>, %k: tensor<512x8xf32>";
        let program = hoisted(params, "tensor<64x8xf32>", body);
        let all = dependences(&program);
        assert!(all.contains(&vec![1]), "{all:?}");
        assert!(all.iter().all(|depends_on| !depends_on.contains(&0)), "{all:?}");
    }

    #[test]
    fn steps_of_loops_that_run_often_are_hoisted_too() {
        let body = "%zero = stablehlo.constant dense<0> : tensor<i32>
             %r:2 = stablehlo.while(%i = %zero, %c = %x) : tensor<i32>, tensor<64x512xf32>
             cond {
               %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
               stablehlo.return %p : tensor<i1>
             } do {
               %one = stablehlo.constant dense<1> : tensor<i32>
               %j = stablehlo.add %i, %one : tensor<i32>
               %d = stablehlo.dot_general %c, %w, contracting_dims = [1] x [0] : (tensor<64x512xf32>, tensor<512x512xf32>) -> tensor<64x512xf32>
               stablehlo.return %j, %d : tensor<i32>, tensor<64x512xf32>
             }
             return %r#1 : tensor<64x512xf32>";
        let params = "%x: tensor<64x512xf32>, %w: tensor<512x512xf32>, %n: tensor<i32>";
        let program = hoisted(params, "tensor<64x512xf32>", body);
        assert_eq!(dependences(&program), [[1]]);
    }
}
