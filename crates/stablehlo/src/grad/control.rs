//! Cotangents of branches: a branch that goes the way again and walks it back.

use super::{OperandCotangents, VjpContext, captured};
use crate::builder::FuncBuilder;
use crate::error::Result;
use crate::ops::OpKind;
use crate::program::Value;

/// An `if` or `case` on the same predicate. Each branch does again what its branch forward did, and gives the
/// cotangents of the values from around that any branch uses.
pub(super) fn branches(
    b: &mut FuncBuilder,
    step: &VjpContext,
    cotangents: &[Option<Value>],
) -> Result<OperandCotangents> {
    let uses = captured(&step.op.regions);
    let wanted: Vec<Value> = uses.iter().enumerate().filter(|(i, _)| step.is_active(1 + i)).map(|(_, v)| *v).collect();
    let regions = step.op.regions.iter().map(|branch| {
        b.region(&[], |b, _| {
            let results = b.inline_block(branch, &[])?;
            let (outputs, cotangents): (Vec<Value>, Vec<Value>) =
                results.into_iter().zip(cotangents).filter_map(|(r, c)| c.map(|c| (r, c))).unzip();
            b.vjp(&outputs, &cotangents, &wanted)
        })
    });
    let regions = regions.collect::<Result<Vec<_>>>()?;
    let kind = if step.op.kind == OpKind::If { OpKind::If } else { OpKind::Case };
    let mut sums = b.push(kind, &[step.operand(0)], regions)?.into_iter();
    let mut back = vec![None];
    back.extend((0..uses.len()).map(|i| if step.is_active(1 + i) { sums.next() } else { None }));
    Ok(back)
}
