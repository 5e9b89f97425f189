//! Dynamic slices of a register program: of arrays in memory and of values in registers.

use super::{Emitter, Held, Refusal};
use crate::elementwise::register_program::{ArrayPlace, SliceSpec, Value};
use crate::ir::row_major::strides;
use crate::ir::{Node, ValueId};
use stablehlo::TensorType;

/// Contiguous runs of a dynamic slice at most.
const MAX_RUNS: usize = 256;

/// What slices are read from.
pub(super) enum Source {
    /// The array in memory of that number.
    Array(usize),
    Registers(Value),
}

impl Emitter<'_> {
    fn starts(&mut self, node: &Node, first: usize) -> Result<Vec<Value>, Refusal> {
        node.operands[first..].iter().map(|id| self.value(*id)).collect()
    }

    /// What the slices of a value are read from: its memory, if it comes from outside of the loop or is a
    /// carried array.
    pub(super) fn source(&mut self, operand: ValueId) -> Result<Source, Refusal> {
        let held = self.values.get(&operand).cloned();
        let is_external = held.is_none() && !self.lowering.facts.splats.contains_key(&operand);
        Ok(match (held, self.lowering.as_contiguous(operand)) {
            (Some(Held::Array(number, writes)), _) if self.array_writes[number] == writes => Source::Array(number),
            (None, Some(base)) if is_external => {
                let read = self.read(base);
                let bytes = self.ty(operand).size_in_bytes();
                self.array_writes.push(0);
                Source::Array(self.builder.array(ArrayPlace::Read(read), bytes))
            }
            _ => Source::Registers(self.value(operand)?),
        })
    }

    /// Reads a slice of as many elements.
    pub(super) fn read_slice(
        &mut self,
        spec: &SliceSpec,
        source: &Source,
        starts: &[Value],
        elements: &TensorType,
    ) -> Result<Value, Refusal> {
        let (array, registers) = match source {
            Source::Array(number) => (Some(*number), None),
            Source::Registers(value) => (None, Some(value)),
        };
        let spec = SliceSpec { array, writes: false, skips: false, ..spec.clone() };
        let elements = (elements.element, elements.num_elements());
        self.builder.read_slice(spec, registers, starts, elements).map_err(|e| e.to_string())
    }

    pub(super) fn dynamic_slice(&mut self, node: &Node, ty: &TensorType) -> Result<Value, Refusal> {
        let starts = self.starts(node, 1)?;
        let spec = slice_spec(self.ty(node.operands[0]), &ty.dims)?;
        let source = self.source(node.operands[0])?;
        self.read_slice(&spec, &source, &starts, ty)
    }

    pub(super) fn dynamic_update_slice(&mut self, node: &Node, result: ValueId) -> Result<(), Refusal> {
        let (operand, update) = (node.operands[0], node.operands[1]);
        let update_type = self.ty(update).clone();
        self.check(&update_type)?;
        let (starts, new) = (self.starts(node, 2)?, self.value(update)?);
        let mut spec = SliceSpec { writes: true, ..slice_spec(self.ty(operand), &update_type.dims)? };
        let held = match self.latest_array(operand) {
            Some(number) => {
                spec.array = Some(number);
                self.builder.write_slice(spec, &starts, &new);
                self.written(number)
            }
            None => {
                self.check(&self.ty(operand).clone())?;
                let array = self.value(operand)?;
                let updated = self.builder.copied(&array);
                self.builder.write_into(spec, &updated, &starts, &new);
                Held::Registers(updated)
            }
        };
        self.values.insert(result, held);
        Ok(())
    }

    /// The number of the carried array in memory that a value is, unless it has been written since.
    pub(super) fn latest_array(&self, id: ValueId) -> Option<usize> {
        match self.values.get(&id) {
            Some(Held::Array(number, writes)) if self.array_writes[*number] == *writes => Some(*number),
            _ => None,
        }
    }

    /// A carried array after one more write.
    pub(super) fn written(&mut self, number: usize) -> Held {
        self.array_writes[number] += 1;
        Held::Array(number, self.array_writes[number])
    }
}

/// A slice of an array, without the array.
pub(super) fn slice_spec(array: &TensorType, sizes: &[usize]) -> Result<SliceSpec, Refusal> {
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
    Ok(SliceSpec { array: None, first: 0, starts, runs, run_bytes, writes: false, skips: false })
}
