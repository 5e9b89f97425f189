//! Gathers and scatters of a few slices in a register program: each start index is a dynamic slice.

use super::slices::{Source, slice_spec};
use super::{Emitter, Held, Refusal};
use crate::elementwise::register_program::{SliceSpec, Value};
use crate::ir::row_major::{Indices, strides};
use crate::ir::{Node, ValueId};
use stablehlo::TensorType;
use stablehlo::ops::{Gather, Scatter};

/// Start indices of a gather or a scatter at most: each is an instruction of its own.
const MAX_INDICES: usize = 64;

/// The start indices, and what they index.
struct StartIndices<'a> {
    indices: &'a TensorType,
    index_vector_dim: usize,
    /// The dimension that each component of an index vector indexes.
    map: &'a [usize],
    /// Batching dimensions of the array, and the dimensions of the start indices that they are paired with.
    batching: [&'a [usize]; 2],
    /// The sizes of a slice.
    sizes: Vec<usize>,
}

impl StartIndices<'_> {
    /// The sizes of the dimensions of the start indices, without that of the index vectors.
    fn batch_dims(&self) -> Result<Vec<usize>, Refusal> {
        let dims = self.indices.dims.iter().enumerate();
        let dims: Vec<usize> = dims.filter(|(d, _)| *d != self.index_vector_dim).map(|(_, size)| *size).collect();
        let count: usize = dims.iter().product();
        if count > MAX_INDICES {
            return Err(format!("a gather or scatter has {count} start indices; it may have {MAX_INDICES}"));
        }
        Ok(dims)
    }

    /// The slice of an array at the start index of that batch, and the starts.
    fn slice(&self, array: &TensorType, indices: &Value, batch: &[usize]) -> Result<(SliceSpec, Vec<Value>), Refusal> {
        let mut spec = slice_spec(array, &self.sizes)?;
        let all = std::mem::take(&mut spec.starts);
        let index_strides = strides(&self.indices.dims);
        let dims = (0..self.indices.rank()).filter(|d| *d != self.index_vector_dim);
        let first: usize = dims.zip(batch).map(|(d, i)| index_strides[d] as usize * i).sum();
        let step = index_strides.get(self.index_vector_dim).map_or(0, |step| *step as usize);
        for (d, paired) in self.batching[0].iter().zip(self.batching[1]) {
            // The batch leaves out the dimension of the index vectors.
            let at = batch[paired - usize::from(*paired > self.index_vector_dim)];
            spec.runs.iter_mut().for_each(|run| *run += at * all[*d].1);
        }
        spec.starts = self.map.iter().map(|d| all[*d]).collect();
        let values = (0..self.map.len()).map(|component| Value::from([indices[first + component * step]]));
        Ok((spec, values.collect()))
    }
}

impl Emitter<'_> {
    pub(super) fn gather(&mut self, node: &Node, gather: &Gather, ty: &TensorType) -> Result<Value, Refusal> {
        let (operand, indices) = (self.ty(node.operands[0]).clone(), self.ty(node.operands[1]).clone());
        let starts = StartIndices {
            indices: &indices,
            index_vector_dim: gather.index_vector_dim,
            map: &gather.start_index_map,
            batching: [&gather.operand_batching_dims, &gather.start_indices_batching_dims],
            sizes: gather.slice_sizes.clone(),
        };
        let batch_dims = starts.batch_dims()?;
        let index = self.value(node.operands[1])?;
        let source = self.source(node.operands[0])?;
        let slice_type = TensorType::new(ty.element, &gather.slice_sizes[..]);
        let mut slices = Vec::new();
        let mut batches = Indices::new(&batch_dims);
        while let Some(batch) = batches.next() {
            let (spec, starts) = starts.slice(&operand, &index, batch)?;
            slices.push(self.read_slice(&spec, &source, &starts, &slice_type)?);
        }
        // An element of the result is one of a slice: by its offset dimensions that element, by the others
        // the slice.
        let (batch_strides, mut elements) = (strides(&batch_dims), Vec::new());
        let is_dropped =
            |d: &usize| gather.collapsed_slice_dims.contains(d) || gather.operand_batching_dims.contains(d);
        let slice_strides = strides(&gather.slice_sizes);
        let window: Vec<isize> = (0..operand.rank()).filter(|d| !is_dropped(d)).map(|d| slice_strides[d]).collect();
        let mut positions = Indices::new(&ty.dims);
        while let Some(position) = positions.next() {
            let (mut slice, mut element) = (0, 0);
            let (mut batch_strides, mut window) = (batch_strides.iter(), window.iter());
            for (d, at) in position.iter().enumerate() {
                match gather.offset_dims.contains(&d) {
                    true => element += at * window.next().map_or(0, |step| *step as usize),
                    false => slice += at * batch_strides.next().map_or(0, |step| *step as usize),
                }
            }
            elements.push(slices[slice][element]);
        }
        Ok(elements.into())
    }

    /// Each update is a slice that is combined with that of the input. A slice that is not in the input with
    /// all of its elements is skipped.
    pub(super) fn scatter(&mut self, node: &Node, scatter: &Scatter, result: ValueId) -> Result<(), Refusal> {
        let [input, indices, updates] = node.operands[..] else {
            return Err("it has a scatter of several inputs".to_string());
        };
        let region = &node.regions[0];
        // A scatter that replaces elements does not read them.
        let reads_old = region.results.contains(&region.params[0])
            || region.nodes.iter().any(|node| node.uses().contains(&region.params[0]));
        let [input_type, index_type, update_type] = [input, indices, updates].map(|id| self.ty(id).clone());
        self.check(&update_type)?;
        let is_dropped =
            |d: &usize| scatter.inserted_window_dims.contains(d) || scatter.input_batching_dims.contains(d);
        let mut sizes = vec![1; input_type.rank()];
        let window_dims = (0..input_type.rank()).filter(|d| !is_dropped(d));
        window_dims.zip(&scatter.update_window_dims).for_each(|(d, of)| sizes[d] = update_type.dims[*of]);
        let starts = StartIndices {
            indices: &index_type,
            index_vector_dim: scatter.index_vector_dim,
            map: &scatter.scatter_dims_to_operand_dims,
            batching: [&scatter.input_batching_dims, &scatter.scatter_indices_batching_dims],
            sizes,
        };
        let batch_dims = starts.batch_dims()?;
        let (index, update) = (self.value(indices)?, self.value(updates)?);
        let array = self.latest_array(input);
        // The updated copy of an input in registers.
        let mut updated: Option<Value> = None;
        if array.is_none() {
            self.check(&input_type)?;
            let input = self.value(input)?;
            updated = Some(self.builder.copied(&input));
        }
        let update_strides = strides(&update_type.dims);
        let is_window = |d: &usize| scatter.update_window_dims.contains(d);
        let window: Vec<usize> = scatter.update_window_dims.iter().map(|d| update_type.dims[*d]).collect();
        let slice_type = TensorType::new(update_type.element, &window[..]);
        let mut batches = Indices::new(&batch_dims);
        while let Some(batch) = batches.next() {
            let (spec, starts) = starts.slice(&input_type, &index, batch)?;
            let outer = (0..update_type.rank()).filter(|d| !is_window(d)).zip(batch);
            let first: usize = outer.map(|(d, i)| update_strides[d] as usize * i).sum();
            let mut elements = Vec::new();
            let mut within = Indices::new(&window);
            while let Some(at) = within.next() {
                let dims = scatter.update_window_dims.iter().zip(at);
                elements.push(update[first + dims.map(|(d, i)| update_strides[*d] as usize * i).sum::<usize>()]);
            }
            let mut new: Value = elements.into();
            if reads_old {
                let source = match (array, &updated) {
                    (Some(number), _) => Source::Array(number),
                    (None, Some(updated)) => Source::Registers(updated.clone()),
                    (None, None) => return Err("a scatter has no input".to_string()),
                };
                let old = self.read_slice(&spec, &source, &starts, &slice_type)?;
                new = self.applied(region, vec![old, new])?.remove(0);
            }
            let spec = SliceSpec { array, writes: true, skips: true, ..spec };
            match &updated {
                Some(updated) => self.builder.write_into(spec, updated, &starts, &new),
                None => self.builder.write_slice(spec, &starts, &new),
            }
        }
        let held = match (array, updated) {
            (Some(number), _) => self.written(number),
            (None, Some(updated)) => Held::Registers(updated),
            (None, None) => return Err("a scatter has no input".to_string()),
        };
        self.values.insert(result, held);
        Ok(())
    }
}
