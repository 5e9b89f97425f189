//! Element type conversion: minifloats and integers of fewer than 8 bits are computed in wider types, as by
//! XLA's `HloElementTypeConverter`.
//!
//! ```mlir
//! %z = stablehlo.add %x, %y : tensor<4xf8E4M3FN>
//! // becomes
//! %0 = stablehlo.add %x, %y : tensor<4xf32>
//! %z = ... : tensor<4xf32>                   // %0, rounded to the numbers of f8E4M3FN
//! ```
//!
//! A value of a narrow type becomes one of its carrier ([`ElementType::carrier`]): `f32`, or a byte. Each
//! operation that computes is followed by element-wise operations that round or wrap its result. Reducers
//! accumulate in the carrier, and the reduction's result is rounded. Parameters and results of `main` are
//! bytes, which are decoded and encoded. Invariant of the result: no value has a narrow type.

mod minifloat;
mod packing;
mod sub_byte;

use stablehlo::{ElementType, OpKind, TensorType};

use crate::error::{Error, Result};
use crate::ir::{Block, Graph, Node, ValueId};
use crate::passes::emitter::Emitter;

/// Converts all values of narrow types in a graph.
///
/// # Errors
/// An operation that the processor does not run on narrow types, such as a custom call.
pub(crate) fn convert_element_types(graph: &mut Graph) -> Result<()> {
    let all = (0..graph.types.len()).map(|i| graph.types.of(ValueId::from_index(i)).element);
    let elements: Vec<ElementType> = all.collect();
    if !elements.iter().any(|element| element.is_narrow()) {
        return Ok(());
    }
    for (i, element) in elements.iter().enumerate() {
        graph.types.set_element(ValueId::from_index(i), element.carrier());
    }
    let emitter = Emitter { types: &mut graph.types, nodes: Vec::new(), location: None };
    Converter { elements, emitter, accumulates: false }.main(&mut graph.main)
}

struct Converter<'t> {
    /// The element types of the values before the pass.
    elements: Vec<ElementType>,
    emitter: Emitter<'t>,
    /// True in a reducer, whose values are not rounded.
    accumulates: bool,
}

impl Converter<'_> {
    /// The narrow type that a value had; none if it had another.
    fn narrow(&self, id: ValueId) -> Option<ElementType> {
        self.elements.get(id.index()).copied().filter(|element| element.is_narrow())
    }

    fn main(&mut self, block: &mut Block) -> Result<()> {
        for param in &mut block.params {
            if let Some(element) = self.narrow(*param) {
                let bytes = TensorType { element: byte_type(element), ..self.emitter.ty(*param) };
                let id = self.emitter.types.add(bytes);
                let value = self.decode(id, element);
                self.rename(value, std::mem::replace(param, id));
            }
        }
        self.nodes(std::mem::take(&mut block.nodes))?;
        for result in &mut block.results {
            if let Some(element) = self.narrow(*result) {
                *result = self.encode(*result, element);
            }
        }
        block.nodes = std::mem::take(&mut self.emitter.nodes);
        Ok(())
    }

    fn region(&mut self, block: &mut Block, accumulates: bool) -> Result<()> {
        let outside = std::mem::take(&mut self.emitter.nodes);
        let outer = self.accumulates;
        self.accumulates |= accumulates;
        self.nodes(std::mem::take(&mut block.nodes))?;
        self.accumulates = outer;
        block.nodes = std::mem::replace(&mut self.emitter.nodes, outside);
        Ok(())
    }

    fn nodes(&mut self, nodes: Vec<Node>) -> Result<()> {
        for node in nodes {
            self.emitter.location.clone_from(&node.location);
            let label = node.label();
            self.node(node).map_err(|e| e.at(label))?;
        }
        Ok(())
    }

    fn node(&mut self, mut node: Node) -> Result<()> {
        let Some(kind) = node.op().cloned() else {
            self.emitter.nodes.push(node);
            return Ok(());
        };
        for region in &mut node.regions {
            self.region(region, is_reduction(&kind))?;
        }
        let narrow = |id: &ValueId| self.narrow(*id);
        let Some(element) = node.operands.iter().chain(&node.results).find_map(narrow) else {
            self.emitter.nodes.push(node);
            return Ok(());
        };
        match &kind {
            OpKind::Constant(literal) => node.kind = OpKind::Constant(literal.in_carrier()?).into(),
            OpKind::BitcastConvert => {
                self.bitcast(&node);
                return Ok(());
            }
            OpKind::CustomCall { .. } | OpKind::RngBitGenerator { .. } => {
                return Err(Error::unsupported(format!("the processor does not run this operation on {element}")));
            }
            _ if moves_data(&kind) => {}
            _ => {
                self.rounded(node, &kind, element);
                return Ok(());
            }
        }
        self.emitter.nodes.push(node);
        Ok(())
    }

    /// An operation on values of `element`, and the rounding of its narrow results.
    fn rounded(&mut self, mut node: Node, kind: &OpKind, element: ElementType) {
        if let (true, Some(first)) = (element.is_sub_byte_integer(), node.operands.first_mut()) {
            *first = sub_byte::bits_alone(&mut self.emitter, *first, kind, element);
        }
        if matches!(kind, OpKind::DotGeneral(_) | OpKind::Convolution(_)) && element.minifloat().is_some() {
            return self.contraction(node);
        }
        let operand = node.operands.first().map(|id| self.emitter.types.of(*id).element);
        let saturates =
            matches!(kind, OpKind::Convert) && operand.is_some_and(|from| from.is_float() || from.is_complex());
        let mut computed = Vec::new();
        for result in &mut node.results {
            if let Some(element) = self.narrow(*result).filter(|_| !self.accumulates) {
                let ty = self.emitter.ty(*result);
                let raw = self.emitter.types.add(ty);
                computed.push((raw, std::mem::replace(result, raw), element));
            }
        }
        self.emitter.nodes.push(node);
        for (raw, result, element) in computed {
            let value = match element.sub_byte_range() {
                Some(range) if saturates => sub_byte::saturate(&mut self.emitter, raw, range),
                _ => self.round(raw, element),
            };
            self.rename(value, result);
        }
    }

    /// A contraction of minifloats, which is computed in `f32` or, if the result is wider, in its type.
    fn contraction(&mut self, mut node: Node) {
        let result = node.results[0];
        let ty = self.emitter.ty(result);
        let sum = match ty.element {
            ElementType::F64 => ElementType::F64,
            _ => ElementType::F32,
        };
        let sum = self.emitter.types.add(ty.with_element(sum));
        node.results[0] = sum;
        self.emitter.nodes.push(node);
        let value = match self.narrow(result) {
            Some(element) if !self.accumulates => self.round(sum, element),
            _ => self.emitter.convert(sum, ty.element),
        };
        self.rename(value, result);
    }

    /// `bitcast_convert`, of bytes.
    fn bitcast(&mut self, node: &Node) {
        let (operand, result) = (node.operands[0], node.results[0]);
        let (from, to) = (self.elements[operand.index()], self.elements[result.index()]);
        let bytes = if from.is_narrow() { self.encode(operand, from) } else { operand };
        let target = if to.is_narrow() { byte_type(to) } else { to };
        let ty = TensorType { element: target, ..self.emitter.ty(result) };
        let cast = packing::bitcast(&mut self.emitter, bytes, from.bits(), ty, to.bits());
        let value = if to.is_narrow() { self.decode(cast, to) } else { cast };
        self.rename(value, result);
    }

    /// Defines `name` as the value that another name has.
    fn rename(&mut self, value: ValueId, name: ValueId) {
        match self.emitter.nodes.last_mut() {
            Some(last) if last.results == [value] => last.results[0] = name,
            _ => self.emitter.define(OpKind::Reshape, &[value], name),
        }
    }

    /// The bytes of a parameter, in the carrier.
    fn decode(&mut self, bytes: ValueId, element: ElementType) -> ValueId {
        match element.minifloat() {
            Some(format) => minifloat::decode(&mut self.emitter, bytes, format),
            None => sub_byte::wrap(&mut self.emitter, bytes, element),
        }
    }

    /// A rounded value of the carrier, as bytes.
    fn encode(&mut self, value: ValueId, element: ElementType) -> ValueId {
        match element.minifloat() {
            Some(format) => minifloat::encode(&mut self.emitter, value, format),
            None => value,
        }
    }

    /// A value of the carrier, rounded to the numbers of a narrow type.
    fn round(&mut self, value: ValueId, element: ElementType) -> ValueId {
        match element.minifloat() {
            Some(format) => minifloat::round(&mut self.emitter, value, format),
            None => sub_byte::wrap(&mut self.emitter, value, element),
        }
    }
}

/// The type of the bytes in which a narrow type is stored.
fn byte_type(element: ElementType) -> ElementType {
    if element.is_signed() { ElementType::I8 } else { ElementType::Ui8 }
}

/// Returns true if an operation's region accumulates.
fn is_reduction(kind: &OpKind) -> bool {
    matches!(
        kind,
        OpKind::Reduce { .. }
            | OpKind::ReduceWindow { .. }
            | OpKind::Scatter(_)
            | OpKind::SelectAndScatter { .. }
            | OpKind::AllReduce(_)
    )
}

/// Returns true if all elements of the results are elements of the operands.
fn moves_data(kind: &OpKind) -> bool {
    matches!(
        kind,
        OpKind::Reshape
            | OpKind::Transpose { .. }
            | OpKind::Reverse { .. }
            | OpKind::BroadcastInDim { .. }
            | OpKind::Slice { .. }
            | OpKind::Pad { .. }
            | OpKind::Concatenate { .. }
            | OpKind::DynamicSlice { .. }
            | OpKind::DynamicUpdateSlice
            | OpKind::Gather(_)
            | OpKind::AllGather { .. }
            | OpKind::AllToAll { .. }
            | OpKind::CollectivePermute { .. }
            | OpKind::CollectiveBroadcast(_)
            | OpKind::Select
            | OpKind::Sort { .. }
            | OpKind::While
            | OpKind::If
            | OpKind::Case
    )
}
