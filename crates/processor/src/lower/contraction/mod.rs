//! Matrix products and convolutions: which kernel does them, on which shares, over which packed operands.

use stablehlo::ops::{Convolution, DotGeneral, Precision, WindowDim};
use stablehlo::{ElementType, OpKind, TensorType};

mod split_channels;
mod split_k;
mod split_single_example;

use crate::ir::graph::{Node, ValueId};
use crate::lower::batch_loop::PARTITIONS;
use crate::lower::{Lowering, Unit, View, merge};
use crate::ops::contraction::{Contraction, ContractionPlan, ContractionSlice, PrepackRhs};
use crate::plan::step::Step;
use crate::{Error, Numerics, Result};
use kernels::{
    ConvOperand, ConvPlan, ConvSpec, Element, GemmOperand, GemmPlan, GemmSpec, Kept, KernelError, Multiply, SpatialDim,
};

/// Products of so many multiplications are worth the threads' trouble.
const SHARED_PRODUCT: usize = 512 << 10;
/// Rows that a share has at least: where each packs the right operand, where that is done before, and where it is also large.
const SHARED_ROWS: [usize; 3] = [96, 64, 128];
/// Bytes of a right operand that no second-level cache holds: each share reads it from further away.
const LARGE_OPERAND: usize = 4 << 20;
/// A right operand of so many elements is worth a step of its own that packs it: of a matrix product in a region, which would
/// pack it for each block of rows; and of a convolution there, which would for each lane, or of a product outside, which
/// would on each replica.
const PACKED_OPERAND: [usize; 2] = [4096, 65_536];

/// A product as several of the same plan, each with its own part of the result.
#[derive(Clone, Copy, Debug)]
struct Shares {
    count: usize,
    /// Bytes from one share to the next: of the left operand, of the right one, of the result.
    steps: [usize; 3],
}

impl Shares {
    /// The product as it is.
    const ONE: Self = Self { count: 1, steps: [0; 3] };
}

impl Lowering<'_> {
    /// Bytes to where an operand begins.
    pub(crate) fn offset(&self, operand: ValueId) -> usize {
        self.view(operand).offset as usize * self.types.of(operand).element.bytes()
    }

    /// The parts of a product: of one plan, one after another.
    fn parts(&self, node: &Node, plan: &ContractionPlan, shares: Shares) -> Vec<ContractionSlice> {
        let [lhs, rhs] = [0, 1].map(|i| self.offset(node.operands[i]));
        // What was packed before lies by itself.
        let rhs = if plan.takes_packed() { 0 } else { rhs };
        let Shares { count, steps } = shares;
        let out = if count == 1 { self.types.of(node.results[0]).size_in_bytes() } else { steps[2] };
        (0..count)
            .map(|i| ContractionSlice { plan: plan.clone(), lhs: lhs + i * steps[0], rhs: rhs + i * steps[1], out })
            .collect()
    }

    /// A product's step, with the workspace of its plans as a last write.
    pub(crate) fn product(&mut self, node: &Node, parts: Vec<ContractionSlice>) -> Step {
        let views = [0, 1].map(|i| self.view(node.operands[i]));
        let name = parts[0].plan.name();
        let flops = parts.iter().map(|part| part.plan.flops()).sum();
        let mut writes = vec![node.results[0]];
        let bytes: usize = parts.iter().map(|part| part.plan.scratch_bytes()).sum();
        if bytes > 0 {
            writes.push(self.types.add(TensorType::new(ElementType::Ui8, [bytes])));
        }
        let gathers = self.batch_reductions.contains(&node.results[0]);
        let keeps = self.variant_values.as_ref().is_some_and(|changing| match parts[0].plan.kept() {
            Kept::Sums => gathers,
            Kept::Filters => !gathers && !changing.contains(&views[1].base),
            Kept::Nothing => false,
        });
        if keeps {
            self.persistent_scratch.extend(writes.get(1));
        }
        let mut reads: Vec<ValueId> = views.iter().map(|v| v.base).collect();
        let finish = self.epilogues.get(&node.results[0]).map(|(bias, finished)| {
            reads.push(*bias);
            *finished
        });
        let shapes = node.operands.iter().map(|o| self.types.of(*o).to_string().replace("tensor", ""));
        let name = format!("{name} {}", shapes.collect::<Vec<_>>().join(" "));
        Step { flops, ..Step::kernel(name, reads, writes, Contraction { parts, gathers, keeps, finish }) }
    }

    pub(crate) fn matrix_product(&mut self, node: &Node, attrs: &DotGeneral, steps: &mut Vec<Step>) -> Result<()> {
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
        let spec = GemmSpec {
            batch,
            m,
            n,
            k: depth,
            lhs: GemmOperand { element: element(left)?, strides: lhs },
            rhs: GemmOperand { element: element(right)?, strides: [rb, rk, rn] },
            out: GemmOperand { element: element(out.element)?, strides: [m * n, n, 1] },
            multiply: self.multiply([left, right], attrs.precision),
            may_rearrange: self.may_rearrange(attrs.precision),
        };
        self.multiply_matrices(node, spec, steps)
    }

    /// A matrix product: with its right operand packed before where that pays, in shares where it is large.
    fn multiply_matrices(&mut self, node: &Node, spec: GemmSpec, steps: &mut Vec<Step>) -> Result<()> {
        if self.columns(node, &spec, steps)? || self.parts_of_sums(node, &spec, steps)? {
            return Ok(());
        }
        if let Some((shares, plan)) = self.packed_before(node, &spec)? {
            let plan = ContractionPlan::of_matrices(plan);
            let parts = self.parts(node, &plan, shares);
            self.pack_and_multiply(node, &plan, parts, steps);
            return Ok(());
        }
        let plan_of_share = |least_rows| {
            let (shares, share) = self.divided(&spec, least_rows);
            GemmPlan::new(&share, self.isa).map(|plan| (shares, plan)).map_err(refused)
        };
        let (mut shares, mut plan) = plan_of_share(SHARED_ROWS[1])?;
        if !plan.reads_in_place() {
            (shares, plan) = plan_of_share(SHARED_ROWS[0])?;
        }
        let parts = self.parts(node, &ContractionPlan::of_matrices(plan), shares);
        steps.push(self.product(node, parts));
        Ok(())
    }

    /// A product's step, after one that packs the right operand as a plan says: before the region, if it is inside one.
    pub(crate) fn pack_and_multiply(
        &mut self,
        node: &Node,
        plan: &ContractionPlan,
        parts: Vec<ContractionSlice>,
        steps: &mut Vec<Step>,
    ) {
        let (count, bytes) = plan.packed_panels();
        let packed = self.types.add(TensorType::new(ElementType::Ui8, [count * bytes]));
        let right = self.view(node.operands[1]);
        let offset = self.offset(node.operands[1]);
        let name = format!("pack {}", self.types.of(node.operands[1]).to_string().replace("tensor", ""));
        let pack = Step {
            locations: node.location.iter().cloned().collect(),
            ..Step::kernel(name, vec![right.base], vec![packed], PrepackRhs { plan: plan.clone(), offset })
        };
        if self.variant_values.is_some() {
            self.preheader.push(pack)
        } else {
            steps.push(pack)
        }
        let mut product = self.product(node, parts);
        product.reads[1] = packed;
        steps.push(product);
    }

    /// Whether the right operand is made of weights or constants alone, so that it is packed once for all runs (`prepare`).
    pub(crate) fn is_weight(&self, right: ValueId) -> bool {
        self.is_weight_derived(self.view(right).base)
    }

    /// Whether the right operand is one for all blocks of a region's rows, and has so many elements or is a weight.
    fn is_the_same_for_all_blocks(&self, right: ValueId, least: usize) -> bool {
        let large = self.types.of(right).num_elements() >= least || self.is_weight(right);
        large && self.variant_values.as_ref().is_some_and(|changing| !changing.contains(&self.view(right).base))
    }

    /// The plan for a product whose right operand a step of its own packs, where that pays: for all blocks of a region's
    /// rows, for all replicas, or for all shares.
    fn packed_before(&self, node: &Node, spec: &GemmSpec) -> Result<Option<(Shares, GemmPlan)>> {
        let right = node.operands[1];
        let (shares, share) = match &self.variant_values {
            Some(_) if self.is_the_same_for_all_blocks(right, PACKED_OPERAND[0]) => (Shares::ONE, spec.clone()),
            Some(_) => return Ok(None),
            None => {
                let is_large = self.types.of(right).size_in_bytes() >= LARGE_OPERAND;
                let (shares, share) = self.divided(spec, SHARED_ROWS[if is_large { 2 } else { 1 }]);
                let is_one_for_all = self.replicas > 1
                    && self.types.of(right).num_elements() >= PACKED_OPERAND[1]
                    && self.uniform.is_replicated(self.view(right).base);
                let gains = shares.count > 1 || is_one_for_all || self.is_weight(right);
                if spec.batch > 1 || !gains {
                    return Ok(None);
                }
                (shares, share)
            }
        };
        // All shares and replicas use what is packed, and all blocks of a region, and all runs where it lasts.
        let lasts = self.is_weight(right) || self.variant_values.is_some();
        let rows = if lasts { usize::MAX } else { spec.m * self.replicas };
        let plan = GemmPlan::with_packed_rhs(&share, self.isa, rows).map_err(refused)?;
        Ok(plan.map(|plan| (shares, plan)))
    }

    /// Divides a large product that stands outside regions into so many for all replicas together, by its batch or its rows,
    /// of which each has so many at least; gives one of them, too. The number is the program's, so that results do not depend
    /// on the number of threads.
    fn divided(&self, spec: &GemmSpec, least_rows: usize) -> (Shares, GemmSpec) {
        let mut spec = spec.clone();
        let most = PARTITIONS / self.replicas;
        let large = [spec.m, spec.n, spec.k].into_iter().fold(spec.batch, usize::saturating_mul) >= SHARED_PRODUCT;
        if self.variant_values.is_some() || !large {
            return (Shares::ONE, spec);
        }
        let (size, dimension, least) =
            if spec.batch > 1 { (&mut spec.batch, 0, 1) } else { (&mut spec.m, 1, least_rows) };
        let Some(count) = (2..=most).rev().find(|n| size.is_multiple_of(*n) && *size / n >= least) else {
            return (Shares::ONE, spec);
        };
        *size /= count;
        let size = *size;
        // The right operand has no rows; but its batch goes along.
        let right = if dimension == 0 { spec.rhs.strides[0] } else { 0 };
        let steps =
            [(spec.lhs, spec.lhs.strides[dimension]), (spec.rhs, right), (spec.out, spec.out.strides[dimension])];
        let steps = steps.map(|(operand, stride)| size * stride * operand.element.bytes());
        (Shares { count, steps }, spec)
    }

    pub(crate) fn convolution(&mut self, node: &Node, attrs: &Convolution, steps: &mut Vec<Step>) -> Result<()> {
        let d = &attrs.dims;
        let out = self.types.of(node.results[0]).clone();
        let [lhs, rhs] = [0, 1].map(|i| self.view(node.operands[i]));
        let [left, right] = [0, 1].map(|i| self.types.of(node.operands[i]).element);
        let strides = |v: &View| v.strides.iter().map(|s| *s as usize).collect::<Vec<_>>();
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
            may_rearrange: self.may_rearrange(attrs.precision),
        };
        if let Some(spec) = as_matrix_product(&spec) {
            return self.multiply_matrices(node, spec, steps);
        }
        if self.lines(node, &spec, steps)?
            || self.parts_of_features(node, &spec, steps)?
            || self.parts_of_batch(node, attrs, &spec, steps)?
        {
            return Ok(());
        }
        if (self.is_the_same_for_all_blocks(node.operands[1], PACKED_OPERAND[1]) || self.is_weight(node.operands[1]))
            && let Some(plan) = ConvPlan::with_packed_filters(&spec, self.isa).map_err(refused)?
        {
            let plan = ContractionPlan::of_convolution(plan);
            let parts = self.parts(node, &plan, Shares::ONE);
            self.pack_and_multiply(node, &plan, parts, steps);
            return Ok(());
        }
        let plan = ContractionPlan::of_convolution(ConvPlan::new(&spec, self.isa).map_err(refused)?);
        let parts = self.parts(node, &plan, Shares::ONE);
        steps.push(self.product(node, parts));
        Ok(())
    }

    /// bf16 operands have exact products either way; f32 ones are rounded first where the program leaves it open and
    /// the numerics are the tensor processor's.
    fn multiply(&self, elements: [ElementType; 2], precision: [Precision; 2]) -> Multiply {
        let open = precision == [Precision::Default; 2] && self.options.numerics == Numerics::Tpu;
        if open || elements == [ElementType::Bf16; 2] { Multiply::Bf16 } else { Multiply::F32 }
    }

    /// Whether the program and the numerics leave it open how f32 sums of products are made.
    fn may_rearrange(&self, precision: [Precision; 2]) -> bool {
        precision == [Precision::Default; 2] && self.options.numerics != Numerics::Highest
    }
}

/// Brings the operands of a product into the order that its plan takes, by views; copies where strides cannot say it.
pub(crate) fn prepare_product(lower: &mut Lowering<'_>, node: &Node, items: &mut Vec<Unit>) -> Result<Node> {
    let mut node = node.clone();
    for id in &mut node.operands {
        if lower.known.splats.contains_key(id) {
            *id = lower.materialize(*id, items)?;
        }
        if lower.view(*id).strides.iter().any(|s| *s < 0) {
            let ty = lower.types.of(*id).clone();
            *id = lower.copy_item(*id, ty, items)?;
        }
    }
    if let OpKind::Convolution(attrs) = &node.kind
        && skips_positions(&lower.view(node.operands[0]), attrs)
    {
        node.operands[0] = lower.materialize(node.operands[0], items)?;
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
        node.operands[i] = if plain { moved } else { lower.copy_item(moved, ty, items)? };
    }
    Ok(node)
}

/// Whether a convolution whose window is the whole image reads one that lies apart, such as a slice with strides: of a copy it is a
/// matrix product ([`as_matrix_product`]).
fn skips_positions(view: &View, attrs: &Convolution) -> bool {
    let d = &attrs.dims;
    let is_whole = d.input_spatial.iter().zip(&attrs.window).all(|(d, w)| *w == WindowDim::new(view.dims[*d]));
    let positions = [&[d.input_feature], &d.input_spatial[..]].concat();
    let positions = view.transpose(&positions);
    !view.is_contiguous() && is_whole && merge(&positions.dims, &positions.strides).is_none()
}

pub(crate) fn refused(e: KernelError) -> Error {
    Error::unsupported(e.to_string())
}

pub(crate) fn element(element: ElementType) -> Result<Element> {
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

/// The matrix product that a convolution is whose window is one position, or the gradient of such a one's filters: where
/// its operands' rows, all images' positions or the channels, are a stride apart.
fn as_matrix_product(spec: &ConvSpec) -> Option<GemmSpec> {
    let stays = |dim: &SpatialDim| {
        dim.stride == 1 && dim.pad_low == 0 && dim.lhs_dilation == 1 && dim.rhs_dilation == 1 && !dim.reversed
    };
    if spec.feature_groups * spec.batch_groups != 1 || !spec.spatial.iter().all(stays) {
        return None;
    }
    let is_point = spec.spatial.iter().all(|dim| dim.kernel == 1 && dim.output == dim.input);
    let is_gradient = spec.spatial.iter().all(|dim| dim.output == 1 && dim.kernel == dim.input);
    // One stride through all images' positions.
    let through = |images: usize, step: usize, strides: &[usize]| {
        let dims: Vec<usize> = [images].into_iter().chain(spec.spatial.iter().map(|dim| dim.input)).collect();
        let strides: Vec<isize> = [step].iter().chain(strides).map(|s| s.cast_signed()).collect();
        let stride = merge(&dims, &strides).and_then(|s| usize::try_from(s).ok())?;
        Some((dims.iter().product::<usize>(), stride))
    };
    let ConvSpec { lhs, rhs, out, .. } = spec;
    let (rows, depth) = if is_point {
        let (m, left) = through(spec.batch, lhs.first, &lhs.spatial)?;
        let (_, result) = through(spec.batch, out.first, &out.spatial)?;
        ((m, left, result), (spec.in_features, lhs.second, rhs.first))
    } else if is_gradient {
        let (k, left) = through(spec.in_features, lhs.second, &lhs.spatial)?;
        let (_, right) = through(spec.in_features, rhs.first, &rhs.spatial)?;
        ((spec.batch, lhs.first, out.first), (k, left, right))
    } else {
        return None;
    };
    let ((m, left, result), (k, left_depth, right_depth), n) = (rows, depth, spec.out_features);
    // Shares of the result lie one after another.
    (out.second == 1 && result == n).then(|| GemmSpec {
        batch: 1,
        m,
        n,
        k,
        lhs: GemmOperand { element: lhs.element, strides: [0, left, left_depth] },
        rhs: GemmOperand { element: rhs.element, strides: [0, right_depth, rhs.second] },
        out: GemmOperand { element: out.element, strides: [m * n, n, 1] },
        multiply: spec.multiply,
        may_rearrange: spec.may_rearrange,
    })
}
