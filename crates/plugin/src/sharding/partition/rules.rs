//! How operations are computed on shards, and how an array gets from one tiling to another.

use stablehlo::ops::{Binary, DotGeneral};
use stablehlo::{Block, ElementType, Literal, Op, OpKind, TensorType, Value};

use super::Partitioner;
use super::mesh::Tiling;
use crate::error::Result;

impl Partitioner<'_> {
    /// The shard of an operation's result, if there is a rule that computes it from shards of the operands.
    pub(super) fn by_rule(&mut self, op: &Op, value: Value, tiling: &Tiling) -> Result<Option<Value>> {
        let natural = self.natural[value.index()].clone();
        let ty = self.main.ty(value).clone();
        if let OpKind::ShardingConstraint(sharding) = &op.kind {
            let is_open = sharding.dims.iter().all(|dim| !dim.is_closed) && natural.is_whole();
            let own = if is_open { tiling.clone() } else { natural };
            let local = self.want(op.operands[0], &own)?;
            return self.convert(local, &own, tiling).map(Some);
        }
        if tiling.is_whole() && !natural.is_whole() && self.has_rule(op, &ty, &natural) {
            // One exchange of the result instead of one of each operand.
            let local = self.want(value, &natural)?;
            return self.convert(local, &natural, tiling).map(Some);
        }
        match &op.kind {
            OpKind::Constant(literal) => self.constant(literal, &ty, tiling),
            OpKind::Iota { dimension } => self.iota(*dimension, &ty, tiling).map(Some),
            OpKind::Reduce { dims } => self.reduce(op, dims, &ty, tiling),
            OpKind::DotGeneral(dot) => self.dot(op, dot, &ty, tiling).map(Some),
            OpKind::OptimizationBarrier => {
                let index = op.results.iter().position(|result| *result == value).unwrap_or(0);
                let local = self.want(op.operands[index], tiling)?;
                Ok(Some(self.b.push(OpKind::OptimizationBarrier, &[local], Vec::new())?[0]))
            }
            kind => match self.operand_tilings(op, &ty, tiling) {
                Some(tilings) => {
                    let operands = op.operands.iter().zip(&tilings).map(|(v, tiling)| self.want(*v, tiling));
                    let operands = operands.collect::<Result<Vec<Value>>>()?;
                    let local = self.partitions.local(&ty, tiling)?;
                    let kind = on_shards(kind, &local, tiling);
                    Ok(Some(self.b.push_typed(kind, &operands, Vec::new(), vec![local])?[0]))
                }
                None => Ok(None),
            },
        }
    }

    /// True if shards of the result are computed from shards of the operands.
    fn has_rule(&self, op: &Op, ty: &TensorType, tiling: &Tiling) -> bool {
        let is_special = matches!(
            op.kind,
            OpKind::Constant(_)
                | OpKind::Iota { .. }
                | OpKind::Reduce { .. }
                | OpKind::DotGeneral(_)
                | OpKind::OptimizationBarrier
        );
        is_special || self.operand_tilings(op, ty, tiling).is_some()
    }

    /// The tilings of the operands, for operations whose shards follow from shards without more ado.
    fn operand_tilings(&self, op: &Op, ty: &TensorType, tiling: &Tiling) -> Option<Vec<Tiling>> {
        let shape = |i: usize| self.main.ty(op.operands[i]).dims.as_slice();
        let is_tiled = |dim: usize| !tiling.0[dim].is_empty();
        match &op.kind {
            OpKind::Unary(_)
            | OpKind::Binary(_)
            | OpKind::Compare { .. }
            | OpKind::Select
            | OpKind::Clamp
            | OpKind::Complex
            | OpKind::Real
            | OpKind::Imag
            | OpKind::Convert
            | OpKind::ReducePrecision { .. } => {
                let of_operand =
                    |i: usize| if shape(i) == ty.dims { tiling.clone() } else { Tiling::whole(shape(i).len()) };
                Some((0..op.operands.len()).map(of_operand).collect())
            }
            OpKind::BitcastConvert if shape(0) == ty.dims => Some(vec![tiling.clone()]),
            OpKind::BroadcastInDim { dims } => {
                let axes = |(d, to): (usize, &usize)| match shape(0)[d] == ty.dims[*to] {
                    true => tiling.0[*to].clone(),
                    false => Vec::new(),
                };
                Some(vec![Tiling(dims.iter().enumerate().map(axes).collect())])
            }
            OpKind::Transpose { permutation } => {
                let mut operand = Tiling::whole(ty.rank());
                permutation.iter().zip(&tiling.0).for_each(|(from, axes)| operand.0[*from].clone_from(axes));
                Some(vec![operand])
            }
            OpKind::Reshape => self.reshaped(shape(0), &ty.dims, tiling).map(|operand| vec![operand]),
            OpKind::Slice { .. } if (0..ty.rank()).all(|d| !is_tiled(d) || shape(0)[d] == ty.dims[d]) => {
                Some(vec![tiling.clone()])
            }
            OpKind::Concatenate { dimension } if !is_tiled(*dimension) => Some(vec![tiling.clone(); op.operands.len()]),
            OpKind::Pad { low, high, interior } => {
                let is_free = |d: usize| !is_tiled(d) || (low[d], high[d], interior[d]) == (0, 0, 0);
                (0..ty.rank()).all(is_free).then(|| vec![tiling.clone(), Tiling::whole(0)])
            }
            _ => None,
        }
    }

    /// The tiling of a reshape's operand: each divided dimension of the result begins at the same element as
    /// one of the operand that has as many shards.
    fn reshaped(&self, from: &[usize], to: &[usize], tiling: &Tiling) -> Option<Tiling> {
        let starts = |dims: &[usize]| -> Vec<usize> {
            dims.iter().scan(1, |n, dim| Some(std::mem::replace(n, *n * dim))).collect()
        };
        let (before_from, before_to) = (starts(from), starts(to));
        let mut operand = Tiling::whole(from.len());
        for (e, axes) in tiling.0.iter().enumerate().filter(|(_, axes)| !axes.is_empty()) {
            let shards = self.partitions.shards(axes);
            let fits = |d: &usize| from[*d] > 1 && before_from[*d] == before_to[e] && from[*d].is_multiple_of(shards);
            let d = (0..from.len()).find(fits)?;
            operand.0[d].clone_from(axes);
        }
        Some(operand)
    }

    fn constant(&mut self, literal: &Literal, ty: &TensorType, tiling: &Tiling) -> Result<Option<Value>> {
        let local = self.partitions.local(ty, tiling)?;
        let bytes = match literal.splat() {
            _ if tiling.is_whole() => literal.bytes().to_vec(),
            Some(element) => element.repeat(local.num_elements()),
            None => return Ok(None),
        };
        Ok(Some(self.b.constant(Literal::from_bytes(local, bytes)?)?))
    }

    /// The numbers of a shard: those of the first one, and where the shard begins.
    fn iota(&mut self, dimension: usize, ty: &TensorType, tiling: &Tiling) -> Result<Value> {
        let local = self.partitions.local(ty, tiling)?;
        let numbers = self.b.iota(local.clone(), dimension)?;
        if tiling.0[dimension].is_empty() {
            return Ok(numbers);
        }
        let begin = self.begin(&tiling.0[dimension], local.dims[dimension], ty.element)?;
        let begin = self.b.broadcast_in_dim(begin, &[], &local.dims)?;
        self.b.binary(Binary::Add, numbers, begin).map_err(Into::into)
    }

    /// The reduction of shards, and of their results over the axes that divide the reduced dimensions.
    fn reduce(&mut self, op: &Op, dims: &[usize], ty: &TensorType, tiling: &Tiling) -> Result<Option<Value>> {
        let (&[input, init], [region]) = (&op.operands[..], &op.regions[..]) else { return Ok(None) };
        let Some(binary) = combination(region) else { return Ok(None) };
        let mut kept = tiling.0.iter();
        let mut operand = Vec::new();
        for d in 0..self.main.ty(input).rank() {
            operand.push(match dims.contains(&d) {
                true => self.free(&self.natural[input.index()].0[d], tiling),
                false => kept.next().cloned().unwrap_or_default(),
            });
        }
        let across: Vec<usize> = dims.iter().flat_map(|d| operand[*d].clone()).collect();
        let whole_init = self.want(init, &Tiling::whole(0))?;
        let shard = self.want(input, &Tiling(operand))?;
        let local = self.partitions.local(ty, tiling)?;
        let combine = self.b.scalar_region(binary, ty.element)?;
        let kind = OpKind::Reduce { dims: dims.to_vec() };
        if across.is_empty() {
            return Ok(Some(self.b.push_typed(kind, &[shard, whole_init], vec![combine], vec![local])?[0]));
        }
        let identity = self.b.identity_element(binary, ty.element)?;
        let of_shard = self.b.push_typed(kind, &[shard, identity], vec![combine], vec![local.clone()])?[0];
        let of_all = self.all_reduce(of_shard, &across, binary)?;
        let init = self.b.broadcast_in_dim(whole_init, &[], &local.dims)?;
        Ok(Some(self.b.binary(binary, of_all, init)?))
    }

    /// The product of shards, summed over the axes that divide contracted dimensions.
    fn dot(&mut self, op: &Op, dot: &DotGeneral, ty: &TensorType, tiling: &Tiling) -> Result<Value> {
        let (lhs, rhs) = (op.operands[0], op.operands[1]);
        let mut tilings = [Tiling::whole(self.main.ty(lhs).rank()), Tiling::whole(self.main.ty(rhs).rank())];
        let mut wanted = tiling.0.iter();
        for (l, r) in dot.lhs_batch.iter().zip(&dot.rhs_batch) {
            let axes = wanted.next().cloned().unwrap_or_default();
            tilings[0].0[*l].clone_from(&axes);
            tilings[1].0[*r] = axes;
        }
        for (i, batch, contracting) in
            [(0, &dot.lhs_batch, &dot.lhs_contracting), (1, &dot.rhs_batch, &dot.rhs_contracting)]
        {
            for d in (0..tilings[i].0.len()).filter(|d| !batch.contains(d) && !contracting.contains(d)) {
                tilings[i].0[d] = wanted.next().cloned().unwrap_or_default();
            }
        }
        let mut across = Vec::new();
        for (l, r) in dot.lhs_contracting.iter().zip(&dot.rhs_contracting) {
            let natural = [&self.natural[lhs.index()].0[*l], &self.natural[rhs.index()].0[*r]];
            let axes = if natural[0].is_empty() { natural[1] } else { natural[0] };
            let axes: Vec<usize> = self.free(axes, tiling).into_iter().filter(|axis| !across.contains(axis)).collect();
            tilings[0].0[*l].clone_from(&axes);
            tilings[1].0[*r].clone_from(&axes);
            across.extend(axes);
        }
        let operands = [self.want(lhs, &tilings[0])?, self.want(rhs, &tilings[1])?];
        let local = self.partitions.local(ty, tiling)?;
        let product = self.b.push_typed(op.kind.clone(), &operands, Vec::new(), vec![local])?[0];
        if across.is_empty() { Ok(product) } else { self.all_reduce(product, &across, Binary::Add) }
    }

    /// The axes, if none of them divides the result.
    fn free(&self, axes: &[usize], result: &Tiling) -> Vec<usize> {
        if axes.iter().any(|axis| result.uses(*axis)) { Vec::new() } else { axes.to_vec() }
    }

    fn all_reduce(&mut self, value: Value, axes: &[usize], binary: Binary) -> Result<Value> {
        let ty = self.b.ty(value).clone();
        let region = self.b.scalar_region(binary, ty.element)?;
        let groups = self.partitions.groups(axes);
        Ok(self.b.push_typed(OpKind::AllReduce(groups), &[value], vec![region], vec![ty])?[0])
    }

    /// A shard in another tiling: dimensions that are divided otherwise are gathered, and cut again.
    pub(super) fn convert(&mut self, mut value: Value, from: &Tiling, to: &Tiling) -> Result<Value> {
        let mut cuts = Vec::new();
        for (d, (own, wanted)) in from.0.iter().zip(&to.0).enumerate() {
            let mut cut = wanted.strip_prefix(&own[..]);
            if cut.is_none() {
                let mut ty = self.b.ty(value).clone();
                ty.dims[d] *= self.partitions.shards(own);
                let kind = OpKind::AllGather { dimension: d, groups: self.partitions.groups(own) };
                value = self.b.push_typed(kind, &[value], Vec::new(), vec![ty])?[0];
                cut = Some(&wanted[..]);
            }
            cuts.push(cut.unwrap_or_default());
        }
        if cuts.iter().all(|axes| axes.is_empty()) {
            return Ok(value);
        }
        let sizes: Vec<usize> =
            self.b.dims(value).iter().zip(&cuts).map(|(size, axes)| size / self.partitions.shards(axes)).collect();
        let mut starts = Vec::with_capacity(cuts.len());
        for (axes, size) in cuts.iter().zip(&sizes) {
            starts.push(match axes.is_empty() {
                true => self.b.scalar(0i32)?,
                false => self.begin(axes, *size, ElementType::I32)?,
            });
        }
        Ok(self.b.dynamic_slice(value, &starts, &sizes)?)
    }

    /// The first index of this partition's shard of `size` elements along axes, as a scalar.
    fn begin(&mut self, axes: &[usize], size: usize, element: ElementType) -> Result<Value> {
        let begins: Vec<f64> = self.partitions.numbers(axes).into_iter().map(|number| (number * size) as f64).collect();
        let table = self.b.constant(Literal::from_f64(TensorType::new(element, [begins.len()]), &begins)?)?;
        let id = match self.id {
            Some(id) => id,
            None => self.b.push(OpKind::PartitionId, &[], Vec::new())?[0],
        };
        self.id = Some(id);
        let row = self.b.dynamic_slice(table, &[id], &[1])?;
        Ok(self.b.reshape(row, &[])?)
    }
}

/// The operation that a reduction's region is.
fn combination(region: &Block) -> Option<Binary> {
    let ([op], [a, b]) = (&region.ops[..], &region.params[..]) else { return None };
    let is_of_params = op.operands == [*a, *b] || op.operands == [*b, *a];
    match op.kind {
        OpKind::Binary(binary @ (Binary::Add | Binary::Multiply | Binary::Maximum | Binary::Minimum | Binary::Or))
            if is_of_params && region.results == op.results =>
        {
            Some(binary)
        }
        _ => None,
    }
}

/// An operation with its attributes for a shard of the result.
fn on_shards(kind: &OpKind, local: &TensorType, tiling: &Tiling) -> OpKind {
    let mut kind = kind.clone();
    if let OpKind::Slice { limit, .. } = &mut kind {
        let tiled = tiling.0.iter().enumerate().filter(|(_, axes)| !axes.is_empty());
        tiled.for_each(|(d, _)| limit[d] = local.dims[d]);
    }
    kind
}
