//! Loops that products do themselves on the way out: a bias, and `relu`'s floor.

use std::collections::{HashMap, HashSet};

use stablehlo::OpKind;
use stablehlo::ops::Binary;

use super::contraction::element;
use super::{EmitKind, Lowering, Unit};
use crate::ir::ValueId;
use crate::ops::contraction::FusedEpilogue;
use kernels::Element;

/// A product and the loop after it as one.
pub(crate) struct Finish {
    /// The product's item.
    pub(crate) product: usize,
    /// The loop's result.
    pub(crate) result: ValueId,
    pub(crate) bias: ValueId,
    pub(crate) finished: FusedEpilogue,
}

/// What was found.
#[derive(Default)]
pub(crate) struct Finishes {
    /// Items of products.
    pub(crate) products: HashSet<usize>,
    /// By a loop's first item.
    pub(crate) loops: HashMap<usize, Finish>,
}

/// Groups that are nothing but a product's finish, where nothing else wants what it was before; `wanted` are values that have
/// to be in memory, and who reads the others.
pub(crate) fn find(
    lower: &Lowering<'_>,
    items: &[Unit],
    groups: &[Vec<usize>],
    wanted: (&HashSet<ValueId>, &HashMap<ValueId, Vec<usize>>),
) -> Finishes {
    let makers: HashMap<ValueId, usize> = items
        .iter()
        .enumerate()
        .filter(|(_, item)| is_product(item))
        .map(|(i, item)| (item.node.results[0], i))
        .collect();
    let mut found = Finishes::default();
    for group in groups {
        if let Some(finish) = finish(lower, items, group, &makers, wanted) {
            found.products.insert(finish.product);
            found.loops.insert(group[0], finish);
        }
    }
    found
}

fn is_product(item: &Unit) -> bool {
    item.emit == EmitKind::LibraryCall && matches!(item.node.op(), Some(OpKind::DotGeneral(_) | OpKind::Convolution(_)))
}

fn finish(
    lower: &Lowering<'_>,
    items: &[Unit],
    group: &[usize],
    makers: &HashMap<ValueId, usize>,
    (needed, readers): (&HashSet<ValueId>, &HashMap<ValueId, Vec<usize>>),
) -> Option<Finish> {
    let is_only_for =
        |id: ValueId, reader: usize| !needed.contains(&id) && readers.get(&id).is_some_and(|r| r[..] == [reader]);
    let add = &items[group[0]].node;
    let [x, bias] = match (add.op(), &add.operands[..]) {
        (Some(OpKind::Binary(Binary::Add)), [a, b]) => {
            match lower.as_contiguous(*a).is_some_and(|id| makers.contains_key(&id)) {
                true => [*a, *b],
                false => [*b, *a],
            }
        }
        _ => return None,
    };
    let sum = lower.as_contiguous(x)?;
    let product = *makers.get(&sum)?;
    let ty = lower.types.of(sum);
    let columns = *ty.dims.last()?;
    let element = element(ty.element).ok().filter(|e| matches!(e, Element::F32 | Element::Bf16))?;
    let features_last = match items[product].node.op() {
        Some(OpKind::Convolution(attrs)) => attrs.dims.output_feature + 1 == ty.dims.len(),
        _ => true,
    };
    let same = features_last && lower.types.of(x).dims == ty.dims && !lower.batch_reductions.contains(&sum);
    // The bias: a number for each column, one after another, and the same for all rows. (What is one number for all lies
    // nowhere.)
    let view = lower.view(bias);
    let dims = view.collapsed();
    let is_row =
        matches!(dims[..], [(_, 0), (n, 1)] | [(n, 1)] if n == columns) && !lower.known.splats.contains_key(&bias);
    let rows = ty.num_elements() / columns.max(1);
    if !same || !is_row || columns < 2 || (rows > 1 && dims.len() < 2) || !is_only_for(sum, group[0]) {
        return None;
    }
    let (result, floor) = match group {
        [_] => (add.results[0], f32::NEG_INFINITY),
        [_, second] => {
            let node = &items[*second].node;
            let (Some(OpKind::Binary(Binary::Maximum)), [x, floor]) = (node.op(), &node.operands[..]) else {
                return None;
            };
            let floor = lower.known.splats.get(floor)?.to_f64_vec().ok()?.first().map(|f| *f as f32)?;
            let is_sum = lower.as_contiguous(*x) == Some(add.results[0]) && is_only_for(add.results[0], *second);
            // A floor of negative zero is not the same before and after rounding.
            (is_sum && !floor.is_nan() && floor.to_bits() != (-0f32).to_bits()).then_some((node.results[0], floor))?
        }
        _ => return None,
    };
    let offset = usize::try_from(view.offset).ok()? * element.bytes();
    Some(Finish {
        product,
        result,
        bias: view.base,
        finished: FusedEpilogue { element, bias: offset, columns, lower_bound: floor },
    })
}
