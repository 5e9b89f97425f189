//! Operations that read or write at indices that are values of the program.

use stablehlo::ops::Gather;
use stablehlo::{ElementType, OpKind, Result};

use super::{Lowering, Site, unsupported};
use crate::dim::Dim;
use crate::graph::Tensor;
use crate::proto::AttributeProto;

impl Lowering<'_> {
    /// Indices of `int64`, clamped so that slices of `size` elements lie inside a dimension of `of` elements.
    fn clamped(&mut self, index: &Tensor, of: Dim, size: Dim) -> Result<Tensor> {
        let index = self.convert(index.clone(), ElementType::I64)?;
        let last = Dim { fixed: of.fixed - size.fixed, per_row: of.per_row - size.per_row };
        let zero = self.scalar(ElementType::I64, 0.0)?;
        let last = Tensor { name: self.graph.sizes(&[last])?, element: ElementType::I64, dims: vec![Dim::ONE] };
        let last = self.reshape(last, &[])?;
        let above = self.elementwise("Max", &[&index, &zero], ElementType::I64);
        Ok(self.elementwise("Min", &[&above, &last], ElementType::I64))
    }

    /// The part of `x` between two vectors of one index, of this size.
    fn part(&mut self, x: &Tensor, axis: usize, [start, end]: [&str; 2], size: Dim) -> Result<Tensor> {
        let axes = self.graph.ints(&[axis as i64])?;
        let mut dims = x.dims.clone();
        dims[axis] = size;
        Ok(self.tensor("Slice", &[&x.name, start, end, &axes], Vec::new(), x.element, dims))
    }

    /// Where a slice of `size` elements begins and ends, as vectors of one index.
    fn bounds(&mut self, start: &Tensor, of: Dim, size: Dim) -> Result<[String; 2]> {
        let start = self.clamped(start, of, size)?;
        let start = self.reshape(start, &[Dim::ONE])?;
        let length = self.graph.sizes(&[size])?;
        let end = self.graph.node("Add", &[&start.name, &length], Vec::new());
        Ok([start.name, end])
    }

    pub(super) fn dynamic_slice(&mut self, site: &Site) -> Result<Tensor> {
        let mut x = self.full(site, 0)?;
        for (axis, size) in site.result().dims.iter().enumerate() {
            let of = x.dims[axis];
            if of != *size {
                let [start, end] = self.bounds(&site.operands[1 + axis], of, *size)?;
                x = self.part(&x, axis, [&start, &end], *size)?;
            }
        }
        Ok(x)
    }

    /// What lies before, the update, and what lies behind, along one dimension after another.
    pub(super) fn dynamic_update_slice(&mut self, site: &Site) -> Result<Tensor> {
        let (x, update) = (self.full(site, 0)?, self.full(site, 1)?);
        let axes: Vec<usize> = (0..x.dims.len()).filter(|axis| x.dims[*axis] != update.dims[*axis]).collect();
        self.replace(x, update, &site.operands[2..], &axes)
    }

    fn replace(&mut self, x: Tensor, update: Tensor, starts: &[Tensor], axes: &[usize]) -> Result<Tensor> {
        let Some((axis, inner)) = axes.split_first() else { return Ok(update) };
        let (of, size) = (x.dims[*axis], update.dims[*axis]);
        let [start, end] = self.bounds(&starts[*axis], of, size)?;
        let (first, last) = (self.graph.ints(&[0])?, self.graph.ints(&[i64::MAX])?);
        // The sizes of what lies around are not known; they are not asked for either.
        let before = self.part(&x, *axis, [&first, &start], of)?;
        let behind = self.part(&x, *axis, [&end, &last], of)?;
        let within = self.part(&x, *axis, [&start, &end], size)?;
        let new = self.replace(within, update, starts, inner)?;
        let parts = [before.name.as_str(), &new.name, &behind.name];
        Ok(self.tensor("Concat", &parts, vec![AttributeProto::int("axis", *axis as i64)], x.element, x.dims))
    }

    pub(super) fn gather(&mut self, site: &Site, gather: &Gather) -> Result<Tensor> {
        let OpKind::Gather(other) = &site.other.kind else {
            return Err(unsupported("the operation differs for another number of rows"));
        };
        let sizes = gather.slice_sizes.iter().zip(&other.slice_sizes);
        let sizes = sizes.map(|(a, b)| Dim::of([*a, *b], self.rows)).collect::<Option<Vec<Dim>>>();
        if *gather != (Gather { slice_sizes: gather.slice_sizes.clone(), ..other.clone() }) {
            return Err(unsupported("the slices differ for another number of rows"));
        }
        let sizes = sizes.ok_or_else(|| unsupported("the slices differ for another number of rows"))?;
        let (x, indices) = (self.full(site, 0)?, self.full(site, 1)?);
        let whole = |axis: usize| (0..sizes.len()).all(|d| d == axis || sizes[d] == x.dims[d]);
        match (&gather.start_index_map[..], &gather.collapsed_slice_dims[..]) {
            ([axis], [collapsed]) if axis == collapsed && gather.operand_batching_dims.is_empty() && whole(*axis) => {
                self.gather_along(x, indices, *axis, gather)
            }
            _ => self.gather_elements(site, x, indices, &sizes, gather),
        }
    }

    /// Slices of one dimension, each whole in the others.
    fn gather_along(&mut self, x: Tensor, indices: Tensor, axis: usize, gather: &Gather) -> Result<Tensor> {
        let mut dims = indices.dims.clone();
        if gather.index_vector_dim < dims.len() {
            dims.remove(gather.index_vector_dim);
        }
        let indices = self.reshape(indices, &dims)?;
        let indices = self.clamped(&indices, x.dims[axis], Dim::ONE)?;
        let mut gathered = x.dims.clone();
        gathered.splice(axis..=axis, dims.iter().copied());
        let attributes = vec![AttributeProto::int("axis", axis as i64)];
        let inputs = [x.name.as_str(), indices.name.as_str()];
        let gathered = self.tensor("Gather", &inputs, attributes, x.element, gathered);
        // The operator puts the dimensions of the indices in the place of the axis.
        let (mut offsets, mut batches) = ((0..axis).chain(axis + dims.len()..gathered.dims.len()), axis..);
        let place = |i: usize| if gather.offset_dims.contains(&i) { offsets.next() } else { batches.next() };
        let permutation: Vec<usize> = (0..gathered.dims.len()).filter_map(place).collect();
        Ok(self.transpose(gathered, &permutation))
    }

    /// Each element by its coordinates in the operand.
    fn gather_elements(
        &mut self,
        site: &Site,
        x: Tensor,
        indices: Tensor,
        sizes: &[Dim],
        gather: &Gather,
    ) -> Result<Tensor> {
        let result = &site.result().dims;
        let rank = result.len();
        let batches: Vec<usize> = (0..rank).filter(|i| !gather.offset_dims.contains(i)).collect();
        let (mut offsets, mut coordinates) = (gather.offset_dims.iter(), Vec::with_capacity(x.dims.len()));
        for (axis, size) in sizes.iter().enumerate() {
            let mut parts = Vec::new();
            if let Some(component) = gather.start_index_map.iter().position(|d| *d == axis) {
                let start = self.component(&indices, component, gather.index_vector_dim)?;
                let start = self.clamped(&start, x.dims[axis], *size)?;
                let mut dims = vec![Dim::ONE; rank];
                batches.iter().zip(&start.dims).for_each(|(at, dim)| dims[*at] = *dim);
                parts.push(self.reshape(start, &dims)?);
            }
            if let Some(pair) = gather.operand_batching_dims.iter().position(|d| *d == axis) {
                let of_indices = gather.start_indices_batching_dims[pair];
                let at = batches[of_indices - usize::from(of_indices > gather.index_vector_dim)];
                parts.push(self.iota(result[at], at, rank)?);
            } else if !gather.collapsed_slice_dims.contains(&axis)
                && let Some(at) = offsets.next()
            {
                parts.push(self.iota(*size, *at, rank)?);
            }
            let sum = match &parts[..] {
                [] => self.scalar(ElementType::I64, 0.0)?,
                [one] => one.clone(),
                [a, b, ..] => self.elementwise("Add", &[a, b], ElementType::I64),
            };
            let sum = if sum.dims.is_empty() { self.reshape(sum, &vec![Dim::ONE; rank])? } else { sum };
            let sum = self.expand(sum, result)?;
            let dims: Vec<Dim> = result.iter().copied().chain([Dim::ONE]).collect();
            coordinates.push(self.reshape(sum, &dims)?.name);
        }
        let names: Vec<&str> = coordinates.iter().map(String::as_str).collect();
        let coordinates = self.graph.node("Concat", &names, vec![AttributeProto::int("axis", -1)]);
        Ok(self.tensor("GatherND", &[&x.name, &coordinates], Vec::new(), x.element, result.clone()))
    }

    /// A component of the index vectors.
    fn component(&mut self, indices: &Tensor, component: usize, vectors: usize) -> Result<Tensor> {
        if vectors >= indices.dims.len() {
            return Ok(indices.clone());
        }
        let at = self.scalar(ElementType::I64, component as f64)?;
        let mut dims = indices.dims.clone();
        dims.remove(vectors);
        let axis = vec![AttributeProto::int("axis", vectors as i64)];
        Ok(self.tensor("Gather", &[&indices.name, &at.name], axis, indices.element, dims))
    }
}
