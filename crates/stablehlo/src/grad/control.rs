//! Cotangents of branches: each branch is rematerialized and differentiated.

use super::context::{OperandCotangents, VjpContext};
use crate::builder::FuncBuilder;
use crate::error::Result;
use crate::ops::OpKind;
use crate::program::{Value, captured_values};

/// An `if` or `case` on the same predicate. Each branch recomputes the branch of the forward pass, and
/// returns the cotangents of all values that any branch captures.
pub(super) fn branches(
    b: &mut FuncBuilder,
    cx: &VjpContext,
    cotangents: &[Option<Value>],
) -> Result<OperandCotangents> {
    let captured = captured_values(&cx.op.regions);
    // The first used value is the predicate; captured values follow.
    let wrt: Vec<Value> = captured.iter().enumerate().filter(|(i, _)| cx.is_active(1 + i)).map(|(_, v)| *v).collect();
    let regions = cx.op.regions.iter().map(|branch| {
        b.region(&[], |b, _| {
            let results = b.inline_block(branch, &[])?;
            let (outputs, cotangents): (Vec<Value>, Vec<Value>) =
                results.into_iter().zip(cotangents).filter_map(|(r, c)| c.map(|c| (r, c))).unzip();
            b.vjp(&outputs, &cotangents, &wrt)
        })
    });
    let regions = regions.collect::<Result<Vec<_>>>()?;
    let kind = if cx.op.kind == OpKind::If { OpKind::If } else { OpKind::Case };
    let mut results = b.push(kind, &[cx.operand(0)], regions)?.into_iter();
    let mut used_cotangents = vec![None];
    used_cotangents.extend((0..captured.len()).map(|i| if cx.is_active(1 + i) { results.next() } else { None }));
    Ok(used_cotangents)
}
