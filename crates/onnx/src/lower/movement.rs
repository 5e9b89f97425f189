//! Operations that move elements, or create them from attributes.

use stablehlo::{ElementType, Literal, OpKind, Result};

use super::{Lowering, Site, unsupported};
use crate::dim::Dim;
use crate::graph::Tensor;
use crate::proto::AttributeProto;

/// The end of a dimension of any size.
const END: i64 = i64::MAX;

/// A range of a dimension, from `start` to before `end`.
pub(super) struct Range {
    pub axis: usize,
    pub start: i64,
    /// Negative numbers count from the end of the dimension.
    pub end: i64,
    pub stride: i64,
    /// The size of the result.
    pub size: Dim,
}

impl Lowering<'_> {
    /// A tensor in a shape to which it is broadcast.
    pub(super) fn expand(&mut self, x: Tensor, dims: &[Dim]) -> Result<Tensor> {
        if x.dims == dims {
            return Ok(x);
        }
        // The operator broadcasts in both directions, so that 1 leaves a dimension as it is.
        let target = x.dims.iter().zip(dims).map(|(have, want)| if have == want { Dim::ONE } else { *want });
        let sizes = self.graph.sizes(&target.collect::<Vec<_>>())?;
        Ok(self.tensor("Expand", &[&x.name, &sizes], Vec::new(), x.element, dims.to_vec()))
    }

    /// The same elements in another shape.
    pub(super) fn reshape(&mut self, x: Tensor, dims: &[Dim]) -> Result<Tensor> {
        if x.dims == dims {
            return Ok(x);
        }
        let symbolic = dims.iter().filter(|dim| dim.size().is_none()).count();
        // One size follows from the others, unless there are no elements.
        let inferred = symbolic == 1 && dims.iter().all(|dim| dim.size() != Some(0));
        let sizes = match inferred {
            true => self.graph.ints(&dims.iter().map(|dim| dim.size().unwrap_or(-1)).collect::<Vec<_>>())?,
            false => self.graph.sizes(dims)?,
        };
        Ok(self.tensor("Reshape", &[&x.name, &sizes], Vec::new(), x.element, dims.to_vec()))
    }

    pub(super) fn transpose(&mut self, x: Tensor, permutation: &[usize]) -> Tensor {
        if permutation.iter().enumerate().all(|(i, from)| i == *from) {
            return x;
        }
        let dims = permutation.iter().map(|from| x.dims[*from]).collect();
        let perm: Vec<i64> = permutation.iter().map(|from| *from as i64).collect();
        self.tensor("Transpose", &[&x.name], vec![AttributeProto::ints("perm", &perm)], x.element, dims)
    }

    pub(super) fn slice(&mut self, x: Tensor, ranges: &[Range]) -> Result<Tensor> {
        if ranges.is_empty() {
            return Ok(x);
        }
        let mut dims = x.dims.clone();
        ranges.iter().for_each(|range| dims[range.axis] = range.size);
        let mut list = |of: fn(&Range) -> i64| self.graph.ints(&ranges.iter().map(of).collect::<Vec<_>>());
        let (starts, ends) = (list(|r| r.start)?, list(|r| r.end)?);
        let (axes, steps) = (list(|r| r.axis as i64)?, list(|r| r.stride)?);
        Ok(self.tensor("Slice", &[&x.name, &starts, &ends, &axes, &steps], Vec::new(), x.element, dims))
    }

    pub(super) fn reverse(&mut self, x: Tensor, axes: &[usize]) -> Result<Tensor> {
        let range = |axis: &usize| Range { axis: *axis, start: -1, end: i64::MIN, stride: -1, size: x.dims[*axis] };
        let ranges: Vec<Range> = axes.iter().map(range).collect();
        self.slice(x, &ranges)
    }

    pub(super) fn slice_of(&mut self, site: &Site) -> Result<Tensor> {
        let (
            OpKind::Slice { start, limit, stride },
            OpKind::Slice { start: other_start, limit: other_limit, stride: other_stride },
        ) = (&site.op.kind, &site.other.kind)
        else {
            return Err(unsupported("the operation differs for another number of rows"));
        };
        if (start, stride) != (other_start, other_stride) {
            return Err(unsupported("the slice differs for another number of rows"));
        }
        let x = self.full(site, 0)?;
        let mut ranges = Vec::new();
        for (axis, dim) in x.dims.iter().enumerate() {
            let limit = Dim::of([limit[axis], other_limit[axis]], self.rows)
                .ok_or_else(|| unsupported("the slice differs for another number of rows"))?;
            if (start[axis], stride[axis]) == (0, 1) && limit == *dim {
                continue;
            }
            let end = match limit.size() {
                _ if limit == *dim => END,
                Some(end) => end,
                // A distance from the end of the dimension.
                None if limit.per_row == dim.per_row && limit.fixed < dim.fixed => limit.fixed - dim.fixed,
                None => return Err(unsupported("the end of the slice depends on the number of rows")),
            };
            let (start, stride, size) = (start[axis] as i64, stride[axis] as i64, site.result().dims[axis]);
            ranges.push(Range { axis, start, end, stride, size });
        }
        self.slice(x, &ranges)
    }

    /// Adds `value`, a scalar, around the elements and between them; negative numbers remove elements.
    pub(super) fn pad(
        &mut self,
        x: Tensor,
        value: &Tensor,
        low: &[i64],
        high: &[i64],
        interior: &[usize],
    ) -> Result<Tensor> {
        let mut x = x;
        for (axis, between) in interior.iter().enumerate().filter(|(_, between)| **between > 0) {
            x = self.dilate(x, value, axis, *between as i64)?;
        }
        let mut removed = Vec::new();
        for (axis, (low, high)) in low.iter().zip(high).enumerate() {
            let (first, last) = ((-low).max(0), (-high).max(0));
            if first + last > 0 {
                let size = Dim { fixed: x.dims[axis].fixed - first - last, ..x.dims[axis] };
                let end = if last > 0 { -last } else { END };
                removed.push(Range { axis, start: first, end, stride: 1, size });
            }
        }
        let x = self.slice(x, &removed)?;
        let (low, high) = (low.iter().map(|n| *n.max(&0)), high.iter().map(|n| *n.max(&0)));
        let pads: Vec<i64> = low.chain(high).collect();
        self.add_around(x, value, &pads)
    }

    /// Adds elements before each dimension, then after each.
    fn add_around(&mut self, x: Tensor, value: &Tensor, pads: &[i64]) -> Result<Tensor> {
        if pads.iter().all(|n| *n == 0) {
            return Ok(x);
        }
        let rank = x.dims.len();
        let more = |(i, dim): (usize, &Dim)| Dim { fixed: dim.fixed + pads[i] + pads[rank + i], ..*dim };
        let dims = x.dims.iter().enumerate().map(more).collect();
        let pads = self.graph.ints(pads)?;
        Ok(self.tensor("Pad", &[&x.name, &pads, &value.name], Vec::new(), x.element, dims))
    }

    /// Puts `between` elements between the neighbors of a dimension: a new dimension gets them, and becomes
    /// one with it.
    fn dilate(&mut self, x: Tensor, value: &Tensor, axis: usize, between: i64) -> Result<Tensor> {
        let mut dims = x.dims.clone();
        dims.insert(axis + 1, Dim::ONE);
        let rank = dims.len();
        let x = self.reshape(x, &dims)?;
        let mut pads = vec![0; 2 * rank];
        pads[rank + axis + 1] = between;
        let x = self.add_around(x, value, &pads)?;
        dims.remove(axis + 1);
        let of = dims[axis];
        dims[axis] = Dim { fixed: of.fixed * (between + 1), per_row: of.per_row * (between + 1) };
        let x = self.reshape(x, &dims)?;
        let size = Dim { fixed: dims[axis].fixed - between, ..dims[axis] };
        self.slice(x, &[Range { axis, start: 0, end: -between, stride: 1, size }])
    }

    pub(super) fn broadcast_in_dim(&mut self, site: &Site, places: &[usize]) -> Result<Tensor> {
        let mut order: Vec<usize> = (0..places.len()).collect();
        order.sort_by_key(|i| places[*i]);
        let x = self.transpose(site.operands[0].clone(), &order);
        let mut dims = vec![Dim::ONE; site.result().dims.len()];
        for (dim, from) in x.dims.iter().zip(&order) {
            dims[places[*from]] = *dim;
        }
        self.reshape(x, &dims)
    }

    pub(super) fn reshape_of(&mut self, site: &Site) -> Result<Tensor> {
        let dims = &site.result().dims;
        if site.operands[0].dims.iter().all(|dim| *dim == Dim::ONE) {
            // All elements are equal, in any shape.
            return self.reshape(site.operands[0].clone(), &vec![Dim::ONE; dims.len()]);
        }
        let x = self.full(site, 0)?;
        self.reshape(x, dims)
    }

    pub(super) fn concatenate(&mut self, site: &Site, dimension: usize) -> Result<Tensor> {
        let parts = (0..site.operands.len()).map(|i| self.full(site, i)).collect::<Result<Vec<_>>>()?;
        let names: Vec<&str> = parts.iter().map(|part| part.name.as_str()).collect();
        let axis = vec![AttributeProto::int("axis", dimension as i64)];
        let result = site.result();
        Ok(self.tensor("Concat", &names, axis, result.element, result.dims.clone()))
    }

    pub(super) fn literal(&mut self, literal: &Literal, site: &Site) -> Result<Tensor> {
        let OpKind::Constant(other) = &site.other.kind else {
            return Err(unsupported("the operation differs for another number of rows"));
        };
        let ty = site.result();
        if let (Some(one), Some(of_other)) = (literal.splat(), other.splat()) {
            if one != of_other {
                return Err(unsupported("the constant depends on the number of rows"));
            }
            let dims = vec![Dim::ONE; ty.dims.len()];
            let name = self.graph.constant(ty.element, vec![1; ty.dims.len()], one)?;
            return Ok(Tensor { name, element: ty.element, dims });
        }
        let sizes = ty.dims.iter().map(|dim| dim.size()).collect::<Option<Vec<i64>>>();
        match sizes.filter(|_| literal == other) {
            Some(sizes) => {
                let name = self.graph.constant(ty.element, sizes, literal.bytes())?;
                Ok(Tensor { name, element: ty.element, dims: ty.dims.clone() })
            }
            None => Err(unsupported("the constant depends on the number of rows")),
        }
    }

    /// The numbers from 0 along an axis of a tensor of this rank, whose other dimensions have one element.
    pub(super) fn iota(&mut self, dim: Dim, axis: usize, rank: usize) -> Result<Tensor> {
        let element = ElementType::I64;
        let numbers = match dim.size() {
            Some(size) => {
                let name = self.graph.ints(&(0..size).collect::<Vec<i64>>())?;
                Tensor { name, element, dims: vec![dim] }
            }
            None => {
                let (zero, one) = (self.scalar(element, 0.0)?, self.scalar(element, 1.0)?);
                let end = Tensor { name: self.graph.sizes(&[dim])?, element, dims: vec![Dim::ONE] };
                let end = self.reshape(end, &[])?;
                self.tensor("Range", &[&zero.name, &end.name, &one.name], Vec::new(), element, vec![dim])
            }
        };
        let mut dims = vec![Dim::ONE; rank];
        dims[axis] = dim;
        self.reshape(numbers, &dims)
    }

    pub(super) fn iota_of(&mut self, site: &Site, dimension: usize) -> Result<Tensor> {
        let ty = site.result();
        let numbers = self.iota(ty.dims[dimension], dimension, ty.dims.len())?;
        self.convert(numbers, ty.element)
    }
}
