//! `bitcast_convert` where elements of fewer than 8 bits, of which each has a byte, become parts of wider
//! ones, or parts of wider ones become such elements. The first part is in the lowest bits.

use stablehlo::ops::Binary;
use stablehlo::{ElementType, OpKind, TensorType};

use crate::ir::ValueId;
use crate::passes::emitter::Emitter;

/// The bits of `x` as a value of type `ty`. `from` and `to` are the bits of an element before and after; an
/// element of fewer than 8 bits is in the low bits of a byte.
pub(super) fn bitcast(e: &mut Emitter, x: ValueId, from: usize, ty: TensorType, to: usize) -> ValueId {
    if from == to || from.min(to) >= 8 {
        return reinterpret(e, x, ty);
    }
    let packed = if from < to { pack(e, x, from, to) } else { unpack(e, x, from, to) };
    // Elements of several bytes consist of the last dimension, which other elements do not have.
    let dims = if to > 8 { e.ty(packed).dims } else { ty.dims.clone() };
    let bytes = e.push(OpKind::Reshape, &[packed], TensorType { dims, ..e.ty(packed) });
    reinterpret(e, bytes, ty)
}

/// The bytes of elements of `to` bits, from elements of `from` bits in the last dimension.
fn pack(e: &mut Emitter, x: ValueId, from: usize, to: usize) -> ValueId {
    let mut bits = TensorType { element: ElementType::Ui8, ..e.ty(x) };
    let x = reinterpret(e, x, bits.clone());
    let x = low_bits(e, x, from);
    let parts = to.min(8) / from;
    let last = bits.dims.len() - 1;
    let count = bits.dims[last];
    bits.dims[last] = count / parts;
    let part = |e: &mut Emitter, i: usize| {
        let (mut start, mut limit, mut stride) = (vec![0; last + 1], e.ty(x).dims, vec![1; last + 1]);
        (start[last], limit[last], stride[last]) = (i, count, parts);
        let part = e.push(OpKind::Slice { start, limit, stride }, &[x], bits.clone());
        shifted(e, Binary::ShiftLeft, part, i * from)
    };
    let first = part(e, 0);
    (1..parts).fold(first, |sum, i| {
        let next = part(e, i);
        e.or(sum, next)
    })
}

/// Elements of `to` bits in a new last dimension, from elements of `from` bits.
fn unpack(e: &mut Emitter, x: ValueId, from: usize, to: usize) -> ValueId {
    let mut ty = TensorType { element: ElementType::Ui8, ..e.ty(x) };
    if from > 8 {
        ty.dims.push(from / 8);
    }
    let bytes = reinterpret(e, x, ty.clone());
    ty.dims.push(1);
    let parts: Vec<ValueId> = (0..from.min(8) / to)
        .map(|i| {
            let part = shifted(e, Binary::ShiftRightLogical, bytes, i * to);
            let part = low_bits(e, part, to);
            e.push(OpKind::Reshape, &[part], ty.clone())
        })
        .collect();
    let dimension = ty.dims.len() - 1;
    ty.dims[dimension] = parts.len();
    e.push(OpKind::Concatenate { dimension }, &parts, ty)
}

/// The bytes of a value as a value of another type.
fn reinterpret(e: &mut Emitter, x: ValueId, ty: TensorType) -> ValueId {
    if *e.types.of(x) == ty { x } else { e.push(OpKind::BitcastConvert, &[x], ty) }
}

fn shifted(e: &mut Emitter, op: Binary, x: ValueId, by: usize) -> ValueId {
    let by = e.full_like(x, by as f64);
    e.binary(op, x, by)
}

fn low_bits(e: &mut Emitter, x: ValueId, bits: usize) -> ValueId {
    let mask = e.full_like(x, ((1u32 << bits) - 1).into());
    e.and(x, mask)
}
