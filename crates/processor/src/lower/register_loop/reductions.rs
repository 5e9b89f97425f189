//! Reductions and running reductions of a few elements in a register program.

use stablehlo::ops::WindowDim;
use stablehlo::{ElementType, OpKind, TensorType};

use super::{Emitter, Held, MAX_REDUCED_ELEMENTS, Refusal};
use crate::elementwise::register_program::{Element, Value};
use crate::elementwise::{ReduceKind, ReduceShape, ScalarFn, is_elementwise};
use crate::ir::row_major::{Indices, strides};
use crate::ir::{Block, Node};
use crate::lower::lowering::Lowering;
use crate::ops::window::Scan;

/// Elements along a running reduction at most: each is an instruction of its own, or several.
const MAX_SCANNED_ELEMENTS: usize = 64;

impl Emitter<'_> {
    pub(super) fn reduce(&mut self, node: &Node, dims: &[usize]) -> Result<(), Refusal> {
        let input = self.ty(node.operands[0]).clone();
        if input.num_elements() > MAX_REDUCED_ELEMENTS {
            return Err(format!("a reduction has more than {MAX_REDUCED_ELEMENTS} elements"));
        }
        let Lowering { types, facts, isa, .. } = self.lowering;
        let reducer = ScalarFn::new(&node.regions[0], types, &facts.constants, *isa).map_err(|e| e.to_string())?;
        let values = match (reducer.as_binary().and_then(ReduceKind::of), &node.results[..]) {
            (Some(kind), [result]) => vec![self.reduced(node, dims, kind, &self.ty(*result).clone())?],
            _ => self.reduced_by_tree(node, dims)?,
        };
        self.define(node, values);
        Ok(())
    }

    fn define(&mut self, node: &Node, values: Vec<Value>) {
        let results = node.results.iter().copied();
        self.values.extend(results.zip(values.into_iter().map(Held::Registers)));
    }

    /// A reduction by one operation.
    fn reduced(&mut self, node: &Node, dims: &[usize], kind: ReduceKind, ty: &TensorType) -> Result<Value, Refusal> {
        self.check(ty)?;
        let input = self.ty(node.operands[0]).dims.clone();
        let (value, init) = (self.value(node.operands[0])?, self.value(node.operands[1])?);
        if let Some(shape) = ReduceShape::new(&input, dims) {
            return self.builder.reduce(kind, (&value, shape), &init, ty.element).map_err(|e| e.to_string());
        }
        // As in fused loops, the reduced dimensions come last.
        let value = permuted(&value, &input, &reduced_last(input.len(), dims));
        let reduced: usize = dims.iter().map(|d| input[*d]).product();
        let shape = ReduceShape { kept: value.len() / reduced, reduced, inner: 1 };
        self.builder.reduce(kind, (&value, shape), &init, ty.element).map_err(|e| e.to_string())
    }

    /// A reduction by any region, such as that of an argmax: neighbors are combined, for all results at a
    /// time, until one is left of each result. Operands stay in their order, since the region need not be
    /// commutative.
    fn reduced_by_tree(&mut self, node: &Node, dims: &[usize]) -> Result<Vec<Value>, Refusal> {
        let (inputs, inits) = node.operands.split_at(node.operands.len() / 2);
        let shape = self.ty(inputs[0]).dims.clone();
        let reduced: usize = dims.iter().map(|d| shape[*d]).product();
        if reduced == 0 {
            return Err("it has a reduction of no elements".to_string());
        }
        let order = reduced_last(shape.len(), dims);
        // Of each input, a row of elements for each result.
        let mut inputs: Vec<Vec<Vec<Element>>> = inputs
            .iter()
            .map(|id| {
                let value = permuted(&self.value(*id)?, &shape, &order);
                Ok(value.chunks(reduced).map(<[Element]>::to_vec).collect())
            })
            .collect::<Result<_, Refusal>>()?;
        let mut length = reduced;
        while length > 1 {
            let pairs = length / 2;
            let side = |rows: &Vec<Vec<Element>>, first: usize| -> Value {
                rows.iter().flat_map(|row| row[first..].iter().step_by(2).take(pairs)).copied().collect()
            };
            let operands = [0, 1].iter().flat_map(|first| inputs.iter().map(|rows| side(rows, *first))).collect();
            let combined = self.applied(&node.regions[0], operands)?;
            for (rows, combined) in inputs.iter_mut().zip(combined) {
                for (row, combined) in rows.iter_mut().zip(combined.chunks(pairs)) {
                    let last = row[2 * pairs..].to_vec();
                    *row = [combined, &last].concat();
                }
            }
            length = length.div_ceil(2);
        }
        let count = inputs[0].len();
        let inits: Vec<Value> = inits
            .iter()
            .map(|id| Ok(std::iter::repeat_n(self.value(*id)?[0], count).collect()))
            .collect::<Result<_, Refusal>>()?;
        let rows = inputs.into_iter().map(|rows| rows.into_iter().flatten().collect());
        self.applied(&node.regions[0], inits.into_iter().chain(rows).collect())
    }

    /// A running reduction ([`Scan`]): each result is computed from its neighbor.
    pub(super) fn scan(&mut self, node: &Node, window: &[WindowDim]) -> Result<(), Refusal> {
        let shape = self.ty(node.operands[0]).dims.clone();
        let (dimension, reverse) =
            Scan::recognize(window, &shape).ok_or("it has a reduce_window that is no running reduction")?;
        let (inputs, inits) = node.operands.split_at(node.operands.len() / 2);
        let n = shape[dimension];
        if n > MAX_SCANNED_ELEMENTS {
            return Err(format!("a running reduction has more than {MAX_SCANNED_ELEMENTS} elements"));
        }
        for id in inputs {
            let ty = self.ty(*id).clone();
            self.check(&ty)?;
            if ty.element == ElementType::Bf16 {
                return Err("it has a running reduction of bf16".to_string());
            }
        }
        let Lowering { types, facts, isa, .. } = self.lowering;
        let reducer = ScalarFn::new(&node.regions[0], types, &facts.constants, *isa).map_err(|e| e.to_string())?;
        let element = self.ty(inputs[0]).element;
        // Sums and products of f32 are computed in f64.
        let wide = reducer.as_binary().filter(|op| element.is_float() && Scan::is_wide(*op, n));
        if wide.is_some() && element == ElementType::F64 {
            return Err(format!("it has a running sum or product of {n} f64"));
        }
        let order = reduced_last(shape.len(), &[dimension]);
        let mut inputs: Vec<Value> =
            inputs.iter().map(|id| Ok(permuted(&self.value(*id)?, &shape, &order))).collect::<Result<_, Refusal>>()?;
        let lines = inputs[0].len() / n;
        let init = |id| Ok(std::iter::repeat_n(self.value(id)?[0], lines).collect());
        let mut sums: Vec<Value> = inits.iter().copied().map(init).collect::<Result<_, Refusal>>()?;
        if wide.is_some() {
            for value in inputs.iter_mut().chain(&mut sums) {
                *value = self.converted(value, element, ElementType::F64)?;
            }
        }
        let of_lines = TensorType::new(ElementType::F64, [lines]);
        // The results in the order of the inputs.
        let mut results: Vec<Vec<Element>> = inputs.iter().map(|value| value.to_vec()).collect();
        for i in 0..n {
            let i = if reverse { n - 1 - i } else { i };
            let next: Vec<Value> = inputs.iter().map(|value| value[i..].iter().step_by(n).copied().collect()).collect();
            let operands = if reverse { [next, sums].concat() } else { [sums, next].concat() };
            sums = match wide {
                Some(op) => {
                    let sum = self.builder.elementwise(&OpKind::Binary(op), &operands, Some(&of_lines), &of_lines);
                    vec![sum.map_err(|e| e.to_string())?]
                }
                None => self.applied(&node.regions[0], operands)?,
            };
            for (result, sum) in results.iter_mut().zip(&sums) {
                sum.iter().enumerate().for_each(|(line, element)| result[line * n + i] = *element);
            }
        }
        // Back to the order of the dimensions.
        let dims: Vec<usize> = order.iter().map(|d| shape[*d]).collect();
        let inverse: Vec<usize> = (0..shape.len()).filter_map(|d| order.iter().position(|of| *of == d)).collect();
        let mut values = Vec::new();
        for elements in results {
            let value: Value = elements.into();
            let value = if wide.is_some() { self.converted(&value, ElementType::F64, element)? } else { value };
            values.push(permuted(&value, &dims, &inverse));
        }
        self.define(node, values);
        Ok(())
    }

    fn converted(&mut self, value: &Value, from: ElementType, to: ElementType) -> Result<Value, Refusal> {
        let [from, to] = [from, to].map(|element| TensorType::new(element, [value.len()]));
        let operands = std::slice::from_ref(value);
        self.builder.elementwise(&OpKind::Convert, operands, Some(&from), &to).map_err(|e| e.to_string())
    }

    /// A region over scalars, applied to elements one by one.
    pub(super) fn applied(&mut self, region: &Block, operands: Vec<Value>) -> Result<Vec<Value>, Refusal> {
        let count = operands[0].len();
        let of_count = |ty: &TensorType| TensorType::new(ty.element, [count]);
        // A value of the region has as many elements here as there are operands in a list.
        self.values.extend(region.params.iter().copied().zip(operands.into_iter().map(Held::Registers)));
        for node in &region.nodes {
            let (Some(kind), [result]) = (node.op(), &node.results[..]) else {
                return Err(format!("a region has the operation {}", node.kind.name()));
            };
            if self.lowering.facts.splats.contains_key(result) {
                continue;
            }
            let ty = of_count(self.ty(*result));
            self.check(&ty)?;
            let operands: Vec<Value> = node.operands.iter().map(|id| self.value(*id)).collect::<Result<_, _>>()?;
            let operand = node.operands.first().map(|id| of_count(self.ty(*id)));
            let value = match kind {
                OpKind::Reshape | OpKind::BroadcastInDim { .. } if self.ty(*result).num_elements() == 1 => {
                    operands[0].clone()
                }
                OpKind::Constant(literal) => {
                    self.builder.constant(ty.element, literal.bytes()).map_err(|e| e.to_string())?
                }
                kind if is_elementwise(kind, operand.as_ref(), &ty) => {
                    self.builder.elementwise(kind, &operands, operand.as_ref(), &ty).map_err(|e| e.to_string())?
                }
                kind => return Err(format!("a region has the operation {}", kind.name())),
            };
            self.values.insert(*result, Held::Registers(value));
        }
        let result = |id| {
            let value = self.value(id)?;
            Ok(if value.len() == count { value } else { std::iter::repeat_n(value[0], count).collect() })
        };
        region.results.iter().copied().map(result).collect()
    }
}

/// The elements of a value of that shape after a transposition.
pub(super) fn permuted(value: &Value, dims: &[usize], order: &[usize]) -> Value {
    let strides = strides(dims);
    let permuted: Vec<usize> = order.iter().map(|d| dims[*d]).collect();
    let mut elements = Vec::with_capacity(value.len());
    let mut positions = Indices::new(&permuted);
    while let Some(position) = positions.next() {
        let at: usize = position.iter().zip(order).map(|(i, d)| i * strides[*d] as usize).sum();
        elements.push(value[at]);
    }
    elements.into()
}

/// All dimensions in their order, but those that are reduced at the end.
fn reduced_last(rank: usize, reduced: &[usize]) -> Vec<usize> {
    let kept = (0..rank).filter(|d| !reduced.contains(d));
    kept.chain(reduced.iter().copied()).collect()
}
