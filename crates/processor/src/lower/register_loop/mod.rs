//! Register-program emitter: `while` loops over few elements as one step.
//!
//! A loop is taken if its condition and its body consist of element-wise operations, data movement, slices
//! with dynamic starts, gathers and scatters of a few slices, reductions of a few hundred elements, matrix
//! products, and conditionals whose branches consist of these. Its values are lists of elements of registers
//! ([`RegisterProgramBuilder`]). A carried array that the body only accesses by slices, gathers and
//! scatters, such as the stacked results of a scan, may have any size and stays in memory.

mod arrays;
mod branches;
mod gather_scatter;
mod products;
mod reductions;
mod slices;

use std::collections::HashMap;

use stablehlo::{OpKind, TensorType};

use super::lowering::Lowering;
use super::trip_count::trip_count;
use super::views::View;
use crate::elementwise::is_elementwise;
use crate::elementwise::register_program::{ArrayPlace, Element, RegisterProgramBuilder, Value};
use crate::ir::{Block, Node, ValueId};
use crate::ops::register_loop::RegisterLoop;
use crate::plan::step::{Step, StepKind};

/// Elements of a value at most: the time of larger ones is in their elements.
const MAX_ELEMENTS: usize = 1024;
/// Elements of a reduction at most.
const MAX_REDUCED_ELEMENTS: usize = 256;
// No more than the smallest part of a row that a fused loop sums, so that both add in the same order.
const _: () = assert!(MAX_REDUCED_ELEMENTS <= super::loop_emitter::MIN_ROW_PART);
/// Bytes of all registers at most, so that they stay in the first-level cache.
const MAX_REGISTER_BYTES: usize = 16 * 1024;
/// Instructions at most.
const MAX_INSTRUCTIONS: usize = 1024;

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
    let program = builder.build(&next).map_err(|e| e.to_string())?;
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
        let is_array = arrays::is_array(node, i);
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
            Some(Held::Array(..)) => return Err("a carried array is read other than by slices".to_string()),
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
        if let Some(OpKind::If | OpKind::Case) = node.op() {
            return self.branches(node);
        }
        match (node.op(), &node.results[..]) {
            // A value of equal elements is a constant where it is used.
            (_, [result]) if self.lowering.facts.splats.contains_key(result) => return Ok(()),
            (Some(OpKind::Reduce { dims }), _) => return self.reduce(node, dims),
            (Some(OpKind::ReduceWindow { window }), _) => return self.scan(node, window),
            _ => {}
        }
        let (Some(kind), [result]) = (node.op(), &node.results[..]) else {
            return Err(format!("it has the operation {}", node.kind.name()));
        };
        match kind {
            OpKind::DynamicUpdateSlice => return self.dynamic_update_slice(node, *result),
            OpKind::Scatter(scatter) => return self.scatter(node, scatter, *result),
            _ => {}
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
            OpKind::Gather(gather) => self.gather(node, gather, &ty)?,
            OpKind::DotGeneral(dot) => self.dot_general(node, dot, &ty)?,
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
