//! Register-program emitter: `while` loops over few elements as one step.
//!
//! A loop is taken if its condition and its body consist of element-wise operations, data movement, slices
//! with dynamic starts and reductions of a few hundred elements. Its values are lists of elements of
//! registers ([`RegisterProgramBuilder`]). A carried array that the body only reads and writes by dynamic
//! slices, such as the stacked results of a scan, may have any size and stays in memory.

use std::collections::HashMap;

use stablehlo::{OpKind, TensorType};

use super::lowering::Lowering;
use super::trip_count::trip_count;
use super::views::View;
use crate::elementwise::register_program::{ArrayPlace, Element, RegisterProgramBuilder, SliceSpec, Value};
use crate::elementwise::{ReduceKind, ReduceShape, ScalarFn, is_elementwise};
use crate::ir::row_major::strides;
use crate::ir::{Block, Node, ValueId};
use crate::ops::register_loop::RegisterLoop;
use crate::plan::step::{Step, StepKind};

/// Elements of a value at most: the time of larger ones is in their elements.
const MAX_ELEMENTS: usize = 1024;
/// Elements of a reduction at most: no more than the smallest tile of a fused loop, whose sums have the same
/// order then.
const MAX_REDUCED_ELEMENTS: usize = 256;
/// Bytes of all registers at most, so that they stay in the first-level cache.
const MAX_REGISTER_BYTES: usize = 16 * 1024;
/// Instructions at most.
const MAX_INSTRUCTIONS: usize = 1024;
/// Contiguous runs of a dynamic slice at most.
const MAX_RUNS: usize = 256;

/// The reason why a loop is no register program.
type Refusal = String;

/// A value of the loop.
#[derive(Clone)]
enum Held {
    Registers(Value),
    /// The array of that number, after so many writes.
    Array(usize, usize),
}

/// Emits a loop as a register program, or returns the reason why it is none.
pub(super) fn emit(lowering: &Lowering<'_>, node: &Node, steps: &mut Vec<Step>) -> Result<(), Refusal> {
    if !lowering.options.is_enabled("register_program") {
        return Err("disabled".to_string());
    }
    let mut emitter = Emitter {
        lowering,
        builder: RegisterProgramBuilder::new(),
        values: HashMap::new(),
        reads: Vec::new(),
        array_writes: Vec::new(),
    };
    let carried: Vec<usize> = (0..node.operands.len()).filter(|i| !node.is_loop_invariant(*i)).collect();
    let mut copies = Vec::new();
    for (write, i) in carried.iter().enumerate() {
        if emitter.carry(node, *i, write)? {
            copies.push(Step::copy(lowering.base(node.operands[*i]), node.results[*i]));
        }
    }
    emitter.block(&node.regions[0])?;
    let predicate = emitter.value(node.regions[0].results[0])?;
    emitter.builder.end_condition(&predicate);
    emitter.block(&node.regions[1])?;
    let mut next = Vec::new();
    for i in &carried {
        let (before, after) = (node.regions[1].params[*i], node.regions[1].results[*i]);
        match (emitter.values.get(&before).cloned(), emitter.values.get(&after).cloned()) {
            (Some(Held::Array(array, _)), Some(Held::Array(result, writes)))
                if array == result && emitter.array_writes[array] == writes => {}
            (Some(Held::Registers(_)), _) => next.push(emitter.value(after)?),
            _ => return Err("a carried array is not the last one that was written".to_string()),
        }
    }
    let Emitter { builder, reads, .. } = emitter;
    let trips = trip_count(node, &lowering.facts.splats);
    let flops = builder.operations().saturating_mul(trips.unwrap_or(1));
    let program = builder.build(&next);
    let iterations = trips.map_or("any number of".to_string(), |trips| trips.to_string());
    let notes = vec![format!("register program: {iterations} iterations; {}", program.describe())];
    let writes = carried.iter().map(|i| node.results[*i]).collect();
    let kind = StepKind::Kernel(Box::new(RegisterLoop::new(program, trips)));
    steps.extend(copies);
    steps.push(Step {
        notes,
        flops,
        passes: vec!["register_program"],
        ..Step::new("register program", reads, writes, kind)
    });
    Ok(())
}

struct Emitter<'l> {
    lowering: &'l Lowering<'l>,
    builder: RegisterProgramBuilder,
    values: HashMap<ValueId, Held>,
    reads: Vec<ValueId>,
    /// For each array in memory, how often it has been written.
    array_writes: Vec<usize>,
}

impl Emitter<'_> {
    fn ty(&self, id: ValueId) -> &TensorType {
        self.lowering.types.of(id)
    }

    /// Checks that a value may be in registers.
    fn check(&self, ty: &TensorType) -> Result<(), Refusal> {
        let count = ty.num_elements();
        if count == 0 || count > MAX_ELEMENTS {
            return Err(format!("a value has {count} elements; it may have 1 to {MAX_ELEMENTS}"));
        }
        if !ty.element.is_computable() || ty.element == stablehlo::ElementType::F16 {
            return Err(format!("registers of a loop hold no {}", ty.element));
        }
        if self.builder.bytes() > MAX_REGISTER_BYTES || self.builder.len() > MAX_INSTRUCTIONS {
            return Err("it has too many operations or elements".to_string());
        }
        Ok(())
    }

    /// Defines carried value `i`. Returns true if it is an array in memory.
    fn carry(&mut self, node: &Node, i: usize, write: usize) -> Result<bool, Refusal> {
        let (condition, body) = (node.regions[0].params[i], node.regions[1].params[i]);
        let ty = self.ty(body).clone();
        let is_array = is_array(node, i);
        let held = match is_array {
            true => {
                self.array_writes.push(0);
                Held::Array(self.builder.array(ArrayPlace::Write(write), ty.size_in_bytes()), 0)
            }
            false => {
                self.check(&ty)?;
                let view = self.lowering.view(node.operands[i]);
                let offsets = byte_offsets(&view, ty.element.bytes())?;
                let read = self.read(view.base);
                Held::Registers(self.builder.carried(&ty, read, offsets, write).map_err(|e| e.to_string())?)
            }
        };
        self.values.insert(condition, held.clone());
        self.values.insert(body, held);
        Ok(is_array)
    }

    /// The position of a value among the step's reads.
    fn read(&mut self, base: ValueId) -> usize {
        self.reads.iter().position(|id| *id == base).unwrap_or_else(|| {
            self.reads.push(base);
            self.reads.len() - 1
        })
    }

    /// The elements of a value.
    fn value(&mut self, id: ValueId) -> Result<Value, Refusal> {
        match self.values.get(&id) {
            Some(Held::Registers(value)) => return Ok(value.clone()),
            Some(Held::Array(..)) => return Err("a carried array is read other than by a dynamic slice".to_string()),
            None => {}
        }
        let ty = self.ty(id).clone();
        self.check(&ty)?;
        let value = match self.lowering.facts.splats.get(&id) {
            Some(element) => {
                let one = self.builder.constant(ty.element, element.bytes()).map_err(|e| e.to_string())?;
                std::iter::repeat_n(one[0], ty.num_elements()).collect()
            }
            None => {
                let view = self.lowering.view(id);
                let offsets = byte_offsets(&view, ty.element.bytes())?;
                let read = self.read(view.base);
                self.builder.external(ty.element, read, offsets).map_err(|e| e.to_string())?
            }
        };
        self.values.insert(id, Held::Registers(value.clone()));
        Ok(value)
    }

    fn block(&mut self, block: &Block) -> Result<(), Refusal> {
        block.nodes.iter().try_for_each(|node| self.node(node))
    }

    fn node(&mut self, node: &Node) -> Result<(), Refusal> {
        let (Some(kind), [result]) = (node.op(), &node.results[..]) else {
            return Err(format!("it has the operation {}", node.kind.name()));
        };
        if self.lowering.facts.splats.contains_key(result) {
            return Ok(());
        }
        if *kind == OpKind::DynamicUpdateSlice {
            return self.dynamic_update_slice(node, *result);
        }
        let ty = self.ty(*result).clone();
        self.check(&ty)?;
        let dims = &ty.dims[..];
        let value = match kind {
            OpKind::Constant(literal) => {
                self.builder.constant(ty.element, literal.bytes()).map_err(|e| e.to_string())?
            }
            OpKind::Reshape => self.value(node.operands[0])?,
            OpKind::Transpose { permutation } => self.moved(node, |view| view.transpose(permutation))?,
            OpKind::BroadcastInDim { dims: of } => self.moved(node, |view| view.broadcast(of, dims))?,
            OpKind::Slice { start, stride, .. } => self.moved(node, |view| view.slice(start, stride, dims))?,
            OpKind::Reverse { dims } => self.moved(node, |view| view.reverse(dims))?,
            OpKind::Concatenate { dimension } => self.concatenated(node, dims, *dimension)?,
            OpKind::DynamicSlice { .. } => self.dynamic_slice(node, &ty)?,
            OpKind::Reduce { dims } => self.reduced(node, dims, &ty)?,
            kind if is_elementwise(kind, node.operands.first().map(|id| self.ty(*id)), &ty) => {
                let operands: Vec<Value> = node.operands.iter().map(|id| self.value(*id)).collect::<Result<_, _>>()?;
                for id in &node.operands {
                    self.check(&self.ty(*id).clone())?;
                }
                let operand = node.operands.first().map(|id| self.lowering.types.of(*id));
                self.builder.elementwise(kind, &operands, operand, &ty).map_err(|e| e.to_string())?
            }
            kind => return Err(format!("it has the operation {}", kind.name())),
        };
        self.values.insert(*result, Held::Registers(value));
        Ok(())
    }

    /// A value whose elements are those of the operand in another order.
    fn moved(&mut self, node: &Node, view: impl Fn(View) -> View) -> Result<Value, Refusal> {
        let operand = self.value(node.operands[0])?;
        let dense = View::dense(node.operands[0], &self.ty(node.operands[0]).dims);
        Ok(byte_offsets(&view(dense), 1)?.into_iter().map(|at| operand[at]).collect())
    }

    fn concatenated(&mut self, node: &Node, dims: &[usize], dimension: usize) -> Result<Value, Refusal> {
        let operands: Vec<Value> = node.operands.iter().map(|id| self.value(*id)).collect::<Result<_, _>>()?;
        let inner: usize = dims[dimension + 1..].iter().product();
        let mut elements: Vec<Element> = Vec::new();
        for outer in 0..dims[..dimension].iter().product() {
            for (operand, id) in operands.iter().zip(&node.operands) {
                let length = self.ty(*id).dims[dimension] * inner;
                elements.extend(&operand[outer * length..(outer + 1) * length]);
            }
        }
        Ok(elements.into())
    }

    fn reduced(&mut self, node: &Node, dims: &[usize], ty: &TensorType) -> Result<Value, Refusal> {
        let Lowering { types, facts, isa, .. } = self.lowering;
        let reducer = ScalarFn::new(&node.regions[0], types, &facts.constants, *isa).map_err(|e| e.to_string())?;
        let Some(kind) = reducer.as_binary().and_then(ReduceKind::of) else {
            return Err("it has a reduction by several operations".to_string());
        };
        let input = self.ty(node.operands[0]).clone();
        if input.num_elements() > MAX_REDUCED_ELEMENTS {
            return Err(format!("a reduction has more than {MAX_REDUCED_ELEMENTS} elements"));
        }
        let (value, init) = (self.value(node.operands[0])?, self.value(node.operands[1])?);
        if let Some(shape) = ReduceShape::new(&input.dims, dims) {
            return self.builder.reduce(kind, (&value, shape), &init, ty.element).map_err(|e| e.to_string());
        }
        // As in fused loops, the reduced dimensions come last.
        let parallel = (0..input.rank()).filter(|d| !dims.contains(d));
        let permutation: Vec<usize> = parallel.chain(dims.iter().copied()).collect();
        let value = self.moved(node, |view| view.transpose(&permutation))?;
        let reduced = dims.iter().map(|d| input.dims[*d]).product();
        let shape = ReduceShape { kept: input.num_elements() / reduced, reduced, inner: 1 };
        self.builder.reduce(kind, (&value, shape), &init, ty.element).map_err(|e| e.to_string())
    }

    fn starts(&mut self, node: &Node, first: usize) -> Result<Vec<Value>, Refusal> {
        node.operands[first..].iter().map(|id| self.value(*id)).collect()
    }

    fn dynamic_slice(&mut self, node: &Node, ty: &TensorType) -> Result<Value, Refusal> {
        let (operand, starts) = (node.operands[0], self.starts(node, 1)?);
        let from = self.ty(operand).clone();
        let mut spec = slice_spec(&from, &ty.dims)?;
        let held = self.values.get(&operand).cloned();
        let is_external = held.is_none() && !self.lowering.facts.splats.contains_key(&operand);
        let mut array = None;
        match (held, self.lowering.as_contiguous(operand)) {
            (Some(Held::Array(number, writes)), _) if self.array_writes[number] == writes => spec.array = Some(number),
            (None, Some(base)) if is_external => {
                let read = self.read(base);
                spec.array = Some(self.builder.array(ArrayPlace::Read(read), from.size_in_bytes()));
                self.array_writes.push(0);
            }
            _ => array = Some(self.value(operand)?),
        }
        let elements = (ty.element, ty.num_elements());
        self.builder.read_slice(spec, array.as_ref(), &starts, elements).map_err(|e| e.to_string())
    }

    fn dynamic_update_slice(&mut self, node: &Node, result: ValueId) -> Result<(), Refusal> {
        let (operand, update) = (node.operands[0], node.operands[1]);
        let update_type = self.ty(update).clone();
        self.check(&update_type)?;
        let (starts, new) = (self.starts(node, 2)?, self.value(update)?);
        let mut spec = SliceSpec { writes: true, ..slice_spec(self.ty(operand), &update_type.dims)? };
        let held = match self.values.get(&operand) {
            Some(Held::Array(number, writes)) if self.array_writes[*number] == *writes => {
                spec.array = Some(*number);
                let held = Held::Array(*number, writes + 1);
                self.array_writes[*number] += 1;
                self.builder.write_slice(spec, &starts, &new);
                held
            }
            _ => {
                self.check(&self.ty(operand).clone())?;
                let array = self.value(operand)?;
                let updated = self.builder.update_slice(spec, &array, &starts, &new);
                Held::Registers(updated)
            }
        };
        self.values.insert(result, held);
        Ok(())
    }
}

/// Returns true if the body only reads and writes slices of carried value `i`, and writes it last.
fn is_array(node: &Node, i: usize) -> bool {
    let [condition, body] = &node.regions[..] else { return false };
    let param = body.params[i];
    let is_update = |id: ValueId| {
        let defined = |n: &&Node| n.results.contains(&id);
        body.nodes.iter().find(defined).is_some_and(|n| n.op() == Some(&OpKind::DynamicUpdateSlice))
    };
    let is_slice = |n: &Node| matches!(n.op(), Some(OpKind::DynamicSlice { .. } | OpKind::DynamicUpdateSlice));
    let only_slices = body.nodes.iter().all(|n| {
        let uses = n.uses();
        !uses.contains(&param) || (is_slice(n) && uses[0] == param && !uses[1..].contains(&param))
    });
    let is_result = body.results.contains(&param);
    let in_condition = condition.results.contains(&condition.params[i])
        || condition.nodes.iter().any(|n| n.uses().contains(&condition.params[i]));
    is_update(body.results[i]) && only_slices && !is_result && !in_condition
}

/// The offsets of all elements of a view, in row-major order.
fn byte_offsets(view: &View, element_bytes: usize) -> Result<Vec<usize>, Refusal> {
    let mut offsets = vec![view.offset];
    for (size, stride) in view.dims.iter().zip(&view.strides) {
        offsets = offsets.iter().flat_map(|at| (0..*size as isize).map(move |i| at + i * stride)).collect();
    }
    let bytes = |at: isize| usize::try_from(at).map(|at| at * element_bytes).map_err(|e| e.to_string());
    offsets.into_iter().map(bytes).collect()
}

/// A slice of an array, without the array.
fn slice_spec(array: &TensorType, sizes: &[usize]) -> Result<SliceSpec, Refusal> {
    let bytes = array.element.bytes();
    let strides = strides(&array.dims);
    let step = |d: usize| strides[d] as usize * bytes;
    let starts = (0..sizes.len()).map(|d| (array.dims[d] - sizes[d], step(d))).collect();
    // Behind the last dimension that is not whole, runs are contiguous.
    let last = (0..sizes.len()).rev().find(|d| sizes[*d] != array.dims[*d]).unwrap_or(0);
    let mut runs = vec![0];
    for (d, size) in sizes.iter().enumerate().take(last) {
        runs = runs.iter().flat_map(|at| (0..*size).map(move |i| at + i * step(d))).collect();
    }
    if runs.len() > MAX_RUNS {
        return Err("a dynamic slice has too many rows".to_string());
    }
    let run_bytes = sizes.get(last..).map_or(1, |sizes| sizes.iter().product()) * bytes;
    Ok(SliceSpec { array: None, first: 0, starts, runs, run_bytes, writes: false })
}
