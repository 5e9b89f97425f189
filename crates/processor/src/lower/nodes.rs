//! Steps of the nodes that stand alone.

use stablehlo::ops::{Convolution, DotGeneral, Precision};
use stablehlo::{ElementType, OpKind, TensorType};

use super::rows::LANES;
use super::{Item, Lower, control, merge};
use crate::graph::{Id, Node};
use crate::kernels::{
    ConvOperand, ConvPlan, ConvSpec, Element, GemmOperand, GemmPlan, GemmSpec, Kept, KernelError, Multiply, SpatialDim,
};
use crate::ops::gather::GatherKernel;
use crate::ops::product::{PackRight, Plan, Product, Shares};
use crate::ops::reduce::GeneralReduce;
use crate::ops::rng::RngBits;
use crate::ops::scatter::ScatterKernel;
use crate::ops::shape::{Concatenate, DynamicSlice, Pad, SameBytes};
use crate::ops::sort::Sort;
use crate::ops::window::{ReduceWindow, SelectAndScatter};
use crate::run::reduction::Reduction;
use crate::step::{Kernel, Step, Work};
use crate::tile::{Class, ReduceKind, Scalars};
use crate::{Error, Numerics, Result};

/// Products of so many multiplications are worth the threads' trouble.
const SHARED_PRODUCT: usize = 4 << 20;
/// Rows that a share has at least: where each packs the right operand, and where that is done before.
const SHARED_ROWS: [usize; 2] = [96, 32];
/// A right operand of so many elements is worth a step of its own that packs it: of a matrix product in a region, which would
/// pack it for each block of rows; and of a convolution there, which would for each lane, or of a product outside, which
/// would on each replica.
const PACKED_OPERAND: [usize; 2] = [4096, 65_536];

impl Lower<'_> {
    /// The step of a node; its operands are dense where its kernel wants them so.
    pub(super) fn alone(&mut self, node: &Node, steps: &mut Vec<Step>) -> Result<()> {
        let ty = |id: &Id| self.types.of(*id).clone();
        let operands: Vec<TensorType> = node.operands.iter().map(ty).collect();
        let results: Vec<TensorType> = node.results.iter().map(ty).collect();
        let mut in_place = Vec::new();
        let kernel: Box<dyn Kernel> = match &node.kind {
            OpKind::While => return control::while_loop(self, node, steps),
            OpKind::If | OpKind::Case => return control::branch(self, node, steps),
            OpKind::DotGeneral(attrs) => {
                return self.matrix_product(node, attrs, steps);
            }
            OpKind::Convolution(attrs) => {
                return self.convolution(node, attrs, steps);
            }
            OpKind::AllReduce(attrs) => {
                let region = self.region(node, 0)?;
                let kind = region.as_binary().and_then(ReduceKind::of);
                let kind = kind.ok_or_else(|| Error::unsupported("a reduction that is not one operation"))?;
                let classes = operands.iter().map(|t| Ok((Class::of(t.element)?, t.element))).collect::<Result<_>>()?;
                let groups = groups(&attrs.replica_groups, self.replicas)?;
                let work = Work::AllReduce(Reduction::new(kind, classes, groups));
                steps.push(self.step(node, Vec::new(), work));
                return Ok(());
            }
            OpKind::ReplicaId => {
                steps.push(self.step(node, Vec::new(), Work::ReplicaId));
                return Ok(());
            }
            OpKind::PartitionId => Box::new(Zero),
            OpKind::BitcastConvert => Box::new(SameBytes),
            OpKind::DynamicSlice { .. } => {
                Box::new(DynamicSlice::new(&operands[0], &results[0], index_type(&operands, 1), false))
            }
            OpKind::DynamicUpdateSlice => {
                in_place.push((0, 0));
                Box::new(DynamicSlice::new(&operands[0], &operands[1], index_type(&operands, 2), true))
            }
            OpKind::Concatenate { dimension } => {
                Box::new(Concatenate::new(&operands.iter().collect::<Vec<_>>(), &results[0], *dimension))
            }
            OpKind::Pad { low, interior, .. } => Box::new(Pad::new(&operands[0], &results[0], low, interior)),
            OpKind::Gather(attrs) => Box::new(GatherKernel::new(attrs, &operands[0], &operands[1], &results[0])),
            OpKind::Scatter(attrs) => {
                let n = operands.len() / 2;
                in_place.push((0, 0));
                let inputs = operands[..n].to_vec();
                Box::new(ScatterKernel::new(attrs, inputs, &operands[n], &operands[n + 1], self.region(node, 0)?))
            }
            OpKind::Sort { dimension, .. } => Box::new(Sort::new(operands, *dimension, self.region(node, 0)?)?),
            OpKind::Reduce { dims } => {
                let inputs = operands[..operands.len() / 2].to_vec();
                Box::new(GeneralReduce::new(inputs, dims, self.region(node, 0)?))
            }
            OpKind::ReduceWindow { window } => {
                let inputs = operands[..operands.len() / 2].to_vec();
                Box::new(ReduceWindow::new(window, inputs, &results[0].dims, self.region(node, 0)?))
            }
            OpKind::SelectAndScatter { window } => {
                let (select, scatter) = (self.region(node, 0)?, self.region(node, 1)?);
                Box::new(SelectAndScatter::new(window, &operands[0], &operands[1], select, scatter))
            }
            OpKind::RngBitGenerator { algorithm } => Box::new(RngBits::new(*algorithm, &operands[0], &results[1])?),
            OpKind::CustomCall { target, .. } => {
                return Err(Error::unsupported(format!("this processor knows no custom call {target:?}")));
            }
            _ => return Err(Error::unsupported("this processor does not run this operation")),
        };
        steps.push(self.step(node, in_place, Work::Kernel(kernel)));
        Ok(())
    }

    fn step(&self, node: &Node, in_place: Vec<(usize, usize)>, work: Work) -> Step {
        let reads = node.operands.iter().map(|id| self.base(*id)).collect();
        Step {
            name: node.kind.name().into(),
            from: Vec::new(),
            reads,
            writes: node.results.clone(),
            in_place,
            work,
            flops: 0,
        }
    }

    fn region(&self, node: &Node, which: usize) -> Result<Scalars> {
        Scalars::new(&node.regions[which], &self.types, &self.known.constants, self.isa)
    }

    /// A product's step, with the workspace of its plan as a last write.
    fn product(&mut self, node: &Node, plan: Plan, shares: Shares) -> Step {
        let views = [0, 1].map(|i| self.view(node.operands[i]));
        let offset = |i: usize| views[i].offset as usize * self.types.of(node.operands[i]).element.bytes();
        // What was packed before lies by itself.
        let offsets = [offset(0), if plan.takes_packed() { 0 } else { offset(1) }];
        let (flops, name) = (plan.flops() * shares.count as u64, plan.name());
        let mut writes = vec![node.results[0]];
        if plan.scratch_bytes() > 0 {
            let bytes = plan.scratch_bytes() * shares.count;
            writes.push(self.types.add(TensorType::new(ElementType::Ui8, [bytes])));
        }
        let gathers = self.gathered.contains(&node.results[0]);
        let keeps = self.changing.as_ref().is_some_and(|changing| match plan.kept() {
            Kept::Sums => gathers,
            Kept::Filters => !gathers && !changing.contains(&views[1].base),
            Kept::Nothing => false,
        });
        if keeps {
            self.workspaces.extend(writes.get(1));
        }
        let reads = views.iter().map(|v| v.base).collect();
        let shapes = node.operands.iter().map(|o| self.types.of(*o).to_string().replace("tensor", ""));
        let name = format!("{name} {}", shapes.collect::<Vec<_>>().join(" "));
        let work = Work::Kernel(Box::new(Product { plan, offsets, gathers, keeps, shares }));
        Step { name, from: Vec::new(), reads, writes, in_place: Vec::new(), work, flops }
    }

    fn matrix_product(&mut self, node: &Node, attrs: &DotGeneral, steps: &mut Vec<Step>) -> Result<()> {
        let (b, k) = (attrs.lhs_batch.len(), attrs.lhs_contracting.len());
        let out = self.types.of(node.results[0]).clone();
        let side = |i: usize, this: &Self| {
            let view = this.view(node.operands[i]);
            let rank = view.dims.len();
            let cuts = [0..b, b..rank - k, rank - k..rank];
            let size = |r: &std::ops::Range<usize>| view.dims[r.clone()].iter().product::<usize>();
            let stride = |r: &std::ops::Range<usize>| merge(&view.dims[r.clone()], &view.strides[r.clone()]);
            let strides = [0, 1, 2].map(|j| stride(&cuts[j]).and_then(|s| usize::try_from(s).ok()).unwrap_or(0));
            ([0, 1, 2].map(|j| size(&cuts[j])), strides, this.types.of(node.operands[i]).element)
        };
        let ([batch, m, depth], lhs, left) = side(0, self);
        let ([_, n, _], [rb, rn, rk], right) = side(1, self);
        let mut spec = GemmSpec {
            batch,
            m,
            n,
            k: depth,
            lhs: GemmOperand { element: element(left)?, strides: lhs },
            rhs: GemmOperand { element: element(right)?, strides: [rb, rk, rn] },
            out: GemmOperand { element: element(out.element)?, strides: [m * n, n, 1] },
            multiply: self.multiply([left, right], attrs.precision),
        };
        let packed = self.packed_before(node, &mut spec)?;
        let Some((shares, plan)) = packed else {
            let shares = self.shares(&mut spec, SHARED_ROWS[0]);
            let plan = GemmPlan::new(&spec, self.isa).map_err(refused)?;
            steps.push(self.product(node, Plan::Matrix(Box::new(plan)), shares));
            return Ok(());
        };
        self.product_and_pack(node, Plan::Matrix(Box::new(plan)), shares, steps);
        Ok(())
    }

    /// A product's step, after one that packs the right operand: before the region, if it is inside one.
    fn product_and_pack(&mut self, node: &Node, plan: Plan, shares: Shares, steps: &mut Vec<Step>) {
        let (count, bytes) = plan.packed_panels();
        let packed = self.types.add(TensorType::new(ElementType::Ui8, [count * bytes]));
        let right = self.view(node.operands[1]);
        let offset = right.offset as usize * self.types.of(node.operands[1]).element.bytes();
        let pack = Step {
            name: format!("pack {}", self.types.of(node.operands[1]).to_string().replace("tensor", "")),
            from: node.location.iter().cloned().collect(),
            reads: vec![right.base],
            writes: vec![packed],
            in_place: Vec::new(),
            work: Work::Kernel(Box::new(PackRight { plan: plan.clone(), offset })),
            flops: 0,
        };
        if self.changing.is_some() {
            self.before.push(pack)
        } else {
            steps.push(pack)
        }
        let mut product = self.product(node, plan, shares);
        product.reads[1] = packed;
        steps.push(product);
    }

    /// Whether the right operand is one for all blocks of a region's rows, and has so many elements.
    fn is_the_same_for_all_blocks(&self, right: Id, least: usize) -> bool {
        let large = self.types.of(right).num_elements() >= least;
        large && self.changing.as_ref().is_some_and(|changing| !changing.contains(&self.view(right).base))
    }

    /// The plan for a product whose right operand a step of its own packs, where that pays: for all blocks of a region's
    /// rows, for all replicas, or for more shares than there would be if each packed it.
    fn packed_before(&self, node: &Node, spec: &mut GemmSpec) -> Result<Option<(Shares, GemmPlan)>> {
        let right = node.operands[1];
        let shares = match &self.changing {
            Some(_) if self.is_the_same_for_all_blocks(right, PACKED_OPERAND[0]) => Shares::ONE,
            Some(_) => return Ok(None),
            None => {
                let [few, many] = SHARED_ROWS.map(|least_rows| {
                    let mut divided = spec.clone();
                    (self.shares(&mut divided, least_rows), divided)
                });
                let is_one_for_all = self.replicas > 1
                    && self.types.of(right).num_elements() >= PACKED_OPERAND[1]
                    && self.uniform.is(self.view(right).base);
                if spec.batch > 1 || (many.0.count == few.0.count && !is_one_for_all) {
                    return Ok(None);
                }
                *spec = many.1;
                many.0
            }
        };
        let plan = GemmPlan::with_packed_rhs(spec, self.isa).map_err(refused)?;
        Ok(plan.map(|plan| (shares, plan)))
    }

    /// Divides a large product that stands outside regions into so many for all replicas together, by its batch or its rows,
    /// of which each has so many at least. The number is the program's, so that results do not depend on the number of
    /// threads.
    fn shares(&self, spec: &mut GemmSpec, least_rows: usize) -> Shares {
        let most = LANES / self.replicas;
        let large = [spec.m, spec.n, spec.k].into_iter().fold(spec.batch, usize::saturating_mul) >= SHARED_PRODUCT;
        if self.changing.is_some() || !large {
            return Shares::ONE;
        }
        let (size, dimension, least) =
            if spec.batch > 1 { (&mut spec.batch, 0, 1) } else { (&mut spec.m, 1, least_rows) };
        let Some(count) = (2..=most).rev().find(|n| size.is_multiple_of(*n) && *size / n >= least) else {
            return Shares::ONE;
        };
        *size /= count;
        let size = *size;
        // The right operand has no rows; but its batch goes along.
        let right = if dimension == 0 { spec.rhs.strides[0] } else { 0 };
        let steps =
            [(spec.lhs, spec.lhs.strides[dimension]), (spec.rhs, right), (spec.out, spec.out.strides[dimension])];
        Shares { count, steps: steps.map(|(operand, stride)| size * stride * operand.element.bytes()) }
    }

    fn convolution(&mut self, node: &Node, attrs: &Convolution, steps: &mut Vec<Step>) -> Result<()> {
        let d = &attrs.dims;
        let out = self.types.of(node.results[0]).clone();
        let [lhs, rhs] = [0, 1].map(|i| self.view(node.operands[i]));
        let [left, right] = [0, 1].map(|i| self.types.of(node.operands[i]).element);
        let strides = |v: &super::View| v.strides.iter().map(|s| *s as usize).collect::<Vec<_>>();
        let spatial = attrs.window.iter().enumerate().map(|(i, w)| SpatialDim {
            input: lhs.dims[d.input_spatial[i]],
            kernel: w.size,
            output: out.dims[d.output_spatial[i]],
            stride: w.stride,
            pad_low: w.pad_low as isize,
            lhs_dilation: w.base_dilation,
            rhs_dilation: w.window_dilation,
            reversed: w.reversal,
        });
        let spec = ConvSpec {
            batch: lhs.dims[d.input_batch],
            in_features: lhs.dims[d.input_feature],
            out_features: rhs.dims[d.kernel_output_feature],
            feature_groups: attrs.feature_group_count,
            batch_groups: attrs.batch_group_count,
            spatial: spatial.collect(),
            lhs: ConvOperand::new(element(left)?, &strides(&lhs), d.input_batch, d.input_feature, &d.input_spatial),
            rhs: ConvOperand::new(
                element(right)?,
                &strides(&rhs),
                d.kernel_input_feature,
                d.kernel_output_feature,
                &d.kernel_spatial,
            ),
            out: ConvOperand::new(
                element(out.element)?,
                &out.strides(),
                d.output_batch,
                d.output_feature,
                &d.output_spatial,
            ),
            multiply: self.multiply([left, right], attrs.precision),
            may_rearrange: attrs.precision == [Precision::Default; 2],
        };
        if self.is_the_same_for_all_blocks(node.operands[1], PACKED_OPERAND[1])
            && let Some(plan) = ConvPlan::with_packed_filters(&spec, self.isa).map_err(refused)?
        {
            self.product_and_pack(node, Plan::Convolution(Box::new(plan)), Shares::ONE, steps);
            return Ok(());
        }
        let plan = ConvPlan::new(&spec, self.isa).map_err(refused)?;
        steps.push(self.product(node, Plan::Convolution(Box::new(plan)), Shares::ONE));
        Ok(())
    }

    /// bf16 operands have exact products either way; f32 ones are rounded first where the program leaves it open and
    /// the numerics are the tensor processor's.
    fn multiply(&self, elements: [ElementType; 2], precision: [Precision; 2]) -> Multiply {
        let open = precision == [Precision::Default; 2] && self.options.numerics == Numerics::Tpu;
        if open || elements == [ElementType::Bf16; 2] { Multiply::Bf16 } else { Multiply::F32 }
    }
}

/// Brings the operands of a product into the order that its plan takes, by views; copies where strides cannot say it.
pub(super) fn prepare_product(lower: &mut Lower<'_>, node: &Node, items: &mut Vec<Item>) -> Result<Node> {
    let mut node = node.clone();
    for id in &mut node.operands {
        if lower.known.splats.contains_key(id) {
            *id = lower.dense(*id, items)?;
        }
        if lower.view(*id).strides.iter().any(|s| *s < 0) {
            let ty = lower.types.of(*id).clone();
            *id = lower.copy_item(*id, ty, items);
        }
    }
    let OpKind::DotGeneral(attrs) = &node.kind else { return Ok(node) };
    let (b, k) = (attrs.lhs_batch.len(), attrs.lhs_contracting.len());
    let sides = [(&attrs.lhs_batch, &attrs.lhs_contracting), (&attrs.rhs_batch, &attrs.rhs_contracting)];
    for (i, (batch, contracting)) in sides.into_iter().enumerate() {
        let id = node.operands[i];
        let rank = lower.types.of(id).rank();
        let free = (0..rank).filter(|d| !batch.contains(d) && !contracting.contains(d));
        let order: Vec<usize> = batch.iter().copied().chain(free).chain(contracting.iter().copied()).collect();
        let view = lower.view(id).transpose(&order);
        let ty = TensorType::new(lower.types.of(id).element, view.dims.clone());
        let moved = lower.types.add(ty.clone());
        let plain = [0..b, b..rank - k, rank - k..rank]
            .iter()
            .all(|r| merge(&view.dims[r.clone()], &view.strides[r.clone()]).is_some());
        lower.views.insert(moved, view);
        node.operands[i] = if plain { moved } else { lower.copy_item(moved, ty, items) };
    }
    Ok(node)
}

fn index_type(operands: &[TensorType], first: usize) -> ElementType {
    operands.get(first).map_or(ElementType::I32, |t| t.element)
}

fn refused(e: KernelError) -> Error {
    Error::unsupported(e.to_string())
}

fn element(element: ElementType) -> Result<Element> {
    Ok(match element {
        ElementType::F32 => Element::F32,
        ElementType::Bf16 => Element::Bf16,
        ElementType::F16 => Element::F16,
        ElementType::F64 => Element::F64,
        ElementType::I8 => Element::I8,
        ElementType::I16 => Element::I16,
        ElementType::I32 => Element::I32,
        ElementType::I64 => Element::I64,
        ElementType::Ui8 => Element::U8,
        ElementType::Ui16 => Element::U16,
        ElementType::Ui32 => Element::U32,
        ElementType::Ui64 => Element::U64,
        other => return Err(Error::unsupported(format!("products of {other}"))),
    })
}

/// Groups of replicas by number; none given: all together.
fn groups(given: &[Vec<i64>], replicas: usize) -> Result<Vec<Vec<usize>>> {
    if given.iter().all(Vec::is_empty) {
        return Ok(vec![(0..replicas).collect()]);
    }
    let mut seen = vec![false; replicas];
    let mut groups = Vec::new();
    for group in given {
        let mut members = Vec::new();
        // Groups of unequal size are filled up with -1.
        for id in group.iter().filter(|id| **id >= 0) {
            let id = *id as usize;
            if id >= replicas || std::mem::replace(&mut seen[id], true) {
                return Err(Error::program(format!("replica_groups name replica {id} twice or beyond {replicas}")));
            }
            members.push(id);
        }
        groups.push(members);
    }
    if let Some(missing) = seen.iter().position(|s| !s) {
        return Err(Error::program(format!("replica_groups leave out replica {missing} of {replicas}")));
    }
    Ok(groups)
}

/// `partition_id`: there is one partition.
#[derive(Debug)]
struct Zero;

impl Kernel for Zero {
    fn run(&self, mut io: crate::step::Io<'_>) -> Result<()> {
        io.writes[0].fill(0);
        Ok(())
    }
}
