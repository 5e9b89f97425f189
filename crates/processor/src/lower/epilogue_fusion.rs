//! Epilogue fusion (oneDNN's post-ops): a contraction adds the bias and applies the lower bound of the loop
//! that follows it.
//!
//! ```mlir
//! %0 = stablehlo.dot_general %x, %w
//! %1 = stablehlo.add %0, %bias             // bias: one number per column, broadcast over the rows
//! %2 = stablehlo.maximum %1, %zero         // ReLU
//! // becomes: %2 = contraction(%x, %w) with epilogue {bias, lower_bound}
//! ```
//!
//! Preconditions: the fused loop consists of these operations alone, nothing else reads the values in
//! between, and features are the last dimension of an f32 or bf16 result. Results keep all their bits: the
//! bias is added to the rounded sum.

use std::collections::{HashMap, HashSet};

use stablehlo::OpKind;
use stablehlo::ops::Binary;

use super::contraction::kernel_element;
use super::lowering::{EmitKind, Lowering, Unit, Uses};
use crate::ir::ValueId;
use crate::ops::contraction::FusedEpilogue;
use kernels::Element;

/// A contraction with the fused loop that becomes its epilogue.
pub(crate) struct EpilogueMatch {
    /// The contraction's unit.
    pub(crate) contraction: usize,
    /// The loop's result.
    pub(crate) result: ValueId,
    /// The base value of the bias.
    pub(crate) bias: ValueId,
    pub(crate) epilogue: FusedEpilogue,
}

/// The epilogues of a block.
#[derive(Default)]
pub(crate) struct EpilogueMatches {
    /// The units of the contractions.
    pub(crate) contractions: HashSet<usize>,
    /// The matches by the first unit of their loop.
    pub(crate) loops: HashMap<usize, EpilogueMatch>,
}

/// Finds the groups that can be the epilogue of a contraction.
pub(crate) fn match_epilogues(
    lowering: &Lowering<'_>,
    units: &[Unit],
    groups: &[Vec<usize>],
    uses: &Uses,
) -> EpilogueMatches {
    let contractions: HashMap<ValueId, usize> = units
        .iter()
        .enumerate()
        .filter(|(_, unit)| is_contraction(unit))
        .map(|(i, unit)| (unit.node.results[0], i))
        .collect();
    let mut matches = EpilogueMatches::default();
    for group in groups {
        if let Some(found) = match_epilogue(lowering, units, group, &contractions, uses) {
            matches.contractions.insert(found.contraction);
            matches.loops.insert(group[0], found);
        }
    }
    matches
}

fn is_contraction(unit: &Unit) -> bool {
    unit.emit == EmitKind::LibraryCall && matches!(unit.node.op(), Some(OpKind::DotGeneral(_) | OpKind::Convolution(_)))
}

fn match_epilogue(
    lowering: &Lowering<'_>,
    units: &[Unit],
    group: &[usize],
    contractions: &HashMap<ValueId, usize>,
    uses: &Uses,
) -> Option<EpilogueMatch> {
    let add = &units[group[0]].node;
    let (Some(OpKind::Binary(Binary::Add)), [a, b]) = (add.op(), &add.operands[..]) else { return None };
    let [x, bias] = match lowering.as_contiguous(*a).is_some_and(|id| contractions.contains_key(&id)) {
        true => [*a, *b],
        false => [*b, *a],
    };
    let product = lowering.as_contiguous(x)?;
    let contraction = *contractions.get(&product)?;
    let ty = lowering.types.of(product);
    let columns = *ty.dims.last()?;
    let element = kernel_element(ty.element).ok().filter(|e| matches!(e, Element::F32 | Element::Bf16))?;
    let features_are_last = match units[contraction].node.op() {
        Some(OpKind::Convolution(attrs)) => attrs.dims.output_feature + 1 == ty.dims.len(),
        _ => true,
    };
    let has_shape_of_product = lowering.types.of(x).dims == ty.dims;
    if !features_are_last || !has_shape_of_product || lowering.batch_reductions.contains(&product) {
        return None;
    }
    // The bias: adjacent numbers, one for each column, the same for all rows. A splat has no memory to read
    // it from.
    let view = lowering.view(bias);
    let dims = view.collapsed();
    let is_row = matches!(dims[..], [(_, 0), (n, 1)] | [(n, 1)] if n == columns);
    let rows = ty.num_elements() / columns.max(1);
    if !is_row
        || lowering.facts.splats.contains_key(&bias)
        || columns < 2
        || (rows > 1 && dims.len() < 2)
        || !uses.is_only_read_by(product, group[0])
    {
        return None;
    }
    let (result, lower_bound) = match group {
        [_] => (add.results[0], f32::NEG_INFINITY),
        [_, maximum] => {
            let bound = lower_bound(lowering, &units[*maximum], add.results[0])?;
            uses.is_only_read_by(add.results[0], *maximum).then_some((units[*maximum].node.results[0], bound))?
        }
        _ => return None,
    };
    let bias_offset = usize::try_from(view.offset).ok()? * element.bytes();
    let epilogue = FusedEpilogue { element, bias: bias_offset, columns, lower_bound };
    Some(EpilogueMatch { contraction, result, bias: view.base, epilogue })
}

/// The bound of a unit that is the maximum of `sum` and a splat.
fn lower_bound(lowering: &Lowering<'_>, unit: &Unit, sum: ValueId) -> Option<f32> {
    let (Some(OpKind::Binary(Binary::Maximum)), [x, bound]) = (unit.node.op(), &unit.node.operands[..]) else {
        return None;
    };
    let bound = lowering.facts.splats.get(bound)?.to_f64_vec().ok()?.first().map(|bound| *bound as f32)?;
    // A bound of negative zero does not commute with rounding.
    let is_allowed = !bound.is_nan() && bound.to_bits() != (-0f32).to_bits();
    (is_allowed && lowering.as_contiguous(*x) == Some(sum)).then_some(bound)
}
