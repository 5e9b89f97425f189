//! The interpreter of element-wise bytecode: one loop over a tile per instruction.
//!
//! Everything that [`apply`] calls is inlined into the functions that [`execute`] dispatches to. They differ
//! only in the features that the compiler may use, so that every loop is vectorized for each instruction set.

use std::ops::{BitAnd, BitOr, Not};

use half::f16;
use stablehlo::ops::{Binary, Direction, Unary};

use super::bf16::Bf16;
use super::bool8::Bool8;
use super::bytecode::Opcode;
use super::dtype::{RegType, with_reg_type};
use super::math;
use super::math64::{self, Trigonometric};
use super::multiversion::multiversion;
use super::number::Number;
use super::operands::{Operands, cast, cast_mut, each1, each2, each3, map1, map2};
use super::rounding::{reduce_precision, reduce_precision64};
use super::superinstructions;
use kernels::{Isa, convert};

/// Runs a unary operation of f32 on one tile.
///
/// It is compiled by itself, once for each instruction set: [`execute`] and register programs call the same
/// code.
pub(super) fn execute_unary_f32(isa: Isa, op: Unary, operands: &mut Operands<'_>) {
    multiversion!(isa, unary_f32::<FMA>(op: Unary, operands: &mut Operands<'_>));
}

#[inline(always)]
fn unary_f32<const FMA: bool>(op: Unary, operands: &mut Operands<'_>) {
    let o = operands.reborrow();
    match op {
        Unary::Abs => map1(o, f32::abs),
        Unary::Ceil => map1(o, f32::ceil),
        Unary::Exponential => map1(o, math::exp::<FMA>),
        Unary::ExponentialMinusOne => map1(o, math::exp_minus_one::<FMA>),
        Unary::Floor => map1(o, f32::floor),
        Unary::Log => map1(o, math::log::<FMA>),
        Unary::LogPlusOne => map1(o, math::log_plus_one::<FMA>),
        Unary::Logistic => map1(o, math::logistic::<FMA>),
        Unary::Negate => map1(o, |x: f32| -x),
        Unary::RoundNearestEven => map1(o, f32::round_ties_even),
        Unary::Rsqrt => map1(o, |x: f32| (1.0 / f64::from(x).sqrt()) as f32),
        Unary::Sign => map1(o, <f32 as Number>::sign),
        Unary::Sqrt => map1(o, f32::sqrt),
        Unary::Tanh => map1(o, math::tanh::<FMA>),
        Unary::Sine => math64::trigonometric(Trigonometric::Sine, o),
        Unary::Cosine => math64::trigonometric(Trigonometric::Cosine, o),
        Unary::Tan => math64::trigonometric(Trigonometric::Tangent, o),
        Unary::IsFinite => map1(o, |x: f32| Bool8((x.to_bits() & 0x7f80_0000 != 0x7f80_0000) as u8)),
        other => unary_f32_rare(other, o),
    }
}

/// Functions computed by the standard library in f64, one element at a time.
#[inline(never)]
fn unary_f32_rare(op: Unary, o: Operands<'_>) {
    let f: fn(f64) -> f64 = match op {
        Unary::Cbrt => f64::cbrt,
        Unary::RoundNearestAfz => f64::round,
        _ => |x| x,
    };
    map1(o, |x: f32| f(x as f64) as f32);
}

#[inline(never)]
fn unary_f64(op: Unary, o: Operands<'_>) {
    match op {
        Unary::Abs => map1(o, f64::abs),
        Unary::Cbrt => map1(o, f64::cbrt),
        Unary::Ceil => map1(o, f64::ceil),
        Unary::Cosine => map1(o, f64::cos),
        Unary::Exponential => map1(o, f64::exp),
        Unary::ExponentialMinusOne => map1(o, f64::exp_m1),
        Unary::Floor => map1(o, f64::floor),
        Unary::Log => map1(o, f64::ln),
        Unary::LogPlusOne => map1(o, f64::ln_1p),
        Unary::Logistic => map1(o, |x: f64| 1.0 / (1.0 + (-x).exp())),
        Unary::Negate => map1(o, |x: f64| -x),
        Unary::RoundNearestAfz => map1(o, f64::round),
        Unary::RoundNearestEven => map1(o, f64::round_ties_even),
        Unary::Rsqrt => map1(o, |x: f64| 1.0 / x.sqrt()),
        Unary::Sign => map1(o, <f64 as Number>::sign),
        Unary::Sine => map1(o, f64::sin),
        Unary::Sqrt => map1(o, f64::sqrt),
        Unary::Tan => map1(o, f64::tan),
        Unary::Tanh => map1(o, f64::tanh),
        Unary::IsFinite => map1(o, |x: f64| Bool8(x.is_finite() as u8)),
        Unary::CountLeadingZeros | Unary::Not | Unary::PopulationCount => map1(o, |x: f64| x),
    }
}

#[inline(never)]
fn unary_integer<T: Number>(op: Unary, o: Operands<'_>) {
    match op {
        Unary::Abs => map1(o, T::abs),
        Unary::Negate => map1(o, T::neg),
        Unary::Not => map1(o, T::not),
        Unary::Sign => map1(o, T::sign),
        Unary::PopulationCount => map1(o, T::popcnt),
        Unary::CountLeadingZeros => map1(o, T::clz),
        _ => map1(o, |x: T| x),
    }
}

/// The operands of a commutative operation, with one that is broadcast in the second place.
#[inline(always)]
fn scalar_last<T>(o: Operands<'_>) -> Operands<'_> {
    let Operands { a, b, c, out, start } = o;
    let (a, b) = if a.len() == size_of::<T>() { (b, a) } else { (a, b) };
    Operands { a, b, c, out, start }
}

#[inline(always)]
pub(super) fn binary<T: Number>(op: Binary, o: Operands<'_>) {
    match op {
        Binary::Add => map2(o, T::add),
        Binary::Subtract => map2(o, T::sub),
        Binary::Multiply => map2(o, T::mul),
        Binary::Divide => map2(o, T::div),
        Binary::Maximum => map2(scalar_last::<T>(o), T::max),
        Binary::Minimum => map2(scalar_last::<T>(o), T::min),
        Binary::And => map2(o, T::and),
        Binary::Or => map2(o, T::or),
        Binary::Xor => map2(o, T::xor),
        Binary::ShiftLeft => map2(o, T::shl),
        Binary::ShiftRightArithmetic => map2(o, T::shr_arithmetic),
        Binary::ShiftRightLogical => map2(o, T::shr_logical),
        Binary::Remainder => map2(o, T::rem),
        Binary::Power => map2(o, T::pow),
        Binary::Atan2 => map2(o, |a: T, b: T| T::from_f64(a.to_f64().atan2(b.to_f64()))),
    }
}

#[inline(never)]
fn binary_rare<T: Number>(op: Binary, o: Operands<'_>) {
    binary::<T>(op, o);
}

/// Elements of bf16 operations that are computed in f32 before they are rounded together: a small part of the
/// first-level cache.
const BF16_CHUNK_ELEMENTS: usize = 512;

/// A chunk of bf16 operands or results in f32, aligned to cache lines.
#[repr(align(64))]
struct F32Chunk([f32; BF16_CHUNK_ELEMENTS]);

impl F32Chunk {
    #[inline(always)]
    fn zero() -> Self {
        Self([0.0; BF16_CHUNK_ELEMENTS])
    }
}

/// A chunk of an operand, or its single element if it is broadcast.
#[inline(always)]
fn chunk_of<T>(operand: &[T], first: usize, len: usize) -> &[T] {
    if operand.len() == 1 { operand } else { &operand[first..first + len] }
}

/// An operation on bf16 that is computed in f32 and rounded.
#[inline(always)]
fn map2_bf16(isa: Isa, o: Operands<'_>, f: impl Fn(f32, f32) -> f32) {
    let mut results = F32Chunk::zero();
    let (a, b) = (cast::<Bf16>(o.a), cast::<Bf16>(o.b));
    for (i, out) in cast_mut::<half::bf16>(o.out).chunks_mut(BF16_CHUNK_ELEMENTS).enumerate() {
        let results = &mut results.0[..out.len()];
        let [a, b] = [a, b].map(|operand| chunk_of(operand, i * BF16_CHUNK_ELEMENTS, out.len()));
        each2(a, b, results, |a, b| f(a.widened(), b.widened()));
        convert::f32_to_bf16(isa, results, out);
    }
}

#[inline(always)]
fn binary_bf16(isa: Isa, op: Binary, o: Operands<'_>) {
    match op {
        Binary::Add => map2_bf16(isa, o, |a, b| a + b),
        Binary::Subtract => map2_bf16(isa, o, |a, b| a - b),
        Binary::Multiply => map2_bf16(isa, o, |a, b| a * b),
        Binary::Maximum => map2(scalar_last::<Bf16>(o), Bf16::max),
        Binary::Minimum => map2(scalar_last::<Bf16>(o), Bf16::min),
        _ => through_f32(isa, Opcode::Binary(op, RegType::F32), o),
    }
}

#[inline(always)]
fn unary_bf16(isa: Isa, op: Unary, o: Operands<'_>) {
    match op {
        Unary::Abs => map1(o, |x: u16| x & 0x7fff),
        Unary::Negate => map1(o, |x: u16| x ^ 0x8000),
        Unary::IsFinite => map1(o, |x: u16| Bool8((x & 0x7f80 != 0x7f80) as u8)),
        _ => through_f32(isa, Opcode::Unary(op, RegType::F32), o),
    }
}

/// Runs any f32 operation on bf16 operands, a chunk at a time.
#[inline(never)]
fn through_f32(isa: Isa, op: Opcode, o: Operands<'_>) {
    let Operands { a, b, c, out, start } = o;
    let mut widened = [(); 3].map(|()| F32Chunk::zero());
    let mut result = F32Chunk::zero();
    for (i, out) in cast_mut::<half::bf16>(out).chunks_mut(BF16_CHUNK_ELEMENTS).enumerate() {
        let (first, n) = (i * BF16_CHUNK_ELEMENTS, out.len());
        for (operand, widened) in [a, b, c].into_iter().zip(&mut widened) {
            if !operand.is_empty() {
                convert::bf16_to_f32(isa, &cast(operand)[first..first + n], &mut widened.0);
            }
        }
        let [a, b, c] = [0, 1, 2].map(|i| bytemuck::cast_slice(&widened[i].0[..n]));
        let operands =
            Operands { a, b, c, out: cast_mut(bytemuck::cast_slice_mut(&mut result.0[..n])), start: start + first };
        execute(isa, op, operands);
        convert::f32_to_bf16(isa, &result.0[..n], out);
    }
}

#[inline(always)]
pub(super) fn compare<T: Number>(direction: Direction, o: Operands<'_>) {
    let flag = |b: bool| Bool8(b as u8);
    match direction {
        Direction::Eq => map2(o, |a: T, b: T| flag(a == b)),
        Direction::Ne => map2(o, |a: T, b: T| flag(a != b)),
        Direction::Ge => map2(o, |a: T, b: T| flag(a >= b)),
        Direction::Gt => map2(o, |a: T, b: T| flag(a > b)),
        Direction::Le => map2(o, |a: T, b: T| flag(a <= b)),
        Direction::Lt => map2(o, |a: T, b: T| flag(a < b)),
    }
}

#[inline(never)]
fn compare_rare<T: Number>(direction: Direction, o: Operands<'_>) {
    compare::<T>(direction, o);
}

#[inline(never)]
fn compare_total<T: Number>(direction: Direction, o: Operands<'_>) {
    let by =
        |test: fn(&i64, &i64) -> bool| move |a: T, b: T| Bool8(test(&a.total_order_key(), &b.total_order_key()) as u8);
    match direction {
        Direction::Eq => map2(o, by(i64::eq)),
        Direction::Ne => map2(o, by(i64::ne)),
        Direction::Ge => map2(o, by(i64::ge)),
        Direction::Gt => map2(o, by(i64::gt)),
        Direction::Le => map2(o, by(i64::le)),
        Direction::Lt => map2(o, by(i64::lt)),
    }
}

/// Selects by masks: a conditional expression would be compiled to a load from a computed address per
/// element.
#[inline(always)]
pub(super) fn select<T>(o: Operands<'_>, mask: impl Fn(bool) -> T)
where
    T: bytemuck::Pod + BitAnd<Output = T> + BitOr<Output = T> + Not<Output = T>,
{
    let (a, b) = (cast::<T>(o.b), cast::<T>(o.c));
    let masked = |p: u8, a: T, b: T| {
        let mask = mask(p != 0);
        (a & mask) | (b & !mask)
    };
    let out = cast_mut::<T>(o.out);
    match (a, b) {
        ([a], [b]) => each1(o.a, out, |p| masked(p, *a, *b)),
        ([a], b) => each2(o.a, b, out, |p, b| masked(p, *a, b)),
        (a, [b]) => each2(o.a, a, out, |p, a| masked(p, a, *b)),
        (a, b) => each3(o.a, a, b, out, masked),
    }
}

#[inline(always)]
fn clamp<T: Number>(o: Operands<'_>) {
    let (low, x, high) = (cast::<T>(o.a), cast::<T>(o.b), cast::<T>(o.c));
    let clamped = |low: T, x: T, high: T| x.max(low).min(high);
    let out = cast_mut::<T>(o.out);
    match (low, high) {
        ([low], [high]) => each1(x, out, |x| clamped(*low, x, *high)),
        ([low], high) => each2(x, high, out, |x, high| clamped(*low, x, high)),
        (low, [high]) => each2(low, x, out, |low, x| clamped(low, x, *high)),
        (low, high) => each3(low, x, high, out, clamped),
    }
}

#[inline(never)]
fn clamp_rare<T: Number>(o: Operands<'_>) {
    clamp::<T>(o);
}

/// Any conversion, through `f64` from floats and through `i64` from integers, so that there is one loop per
/// register type instead of one per pair of them.
#[inline(never)]
fn convert_rare(from: RegType, to: RegType, o: Operands<'_>) {
    const CHUNK_ELEMENTS: usize = 64;
    let Operands { a, out, .. } = o;
    for (a, out) in a.chunks(CHUNK_ELEMENTS * from.bytes()).zip(out.chunks_mut(CHUNK_ELEMENTS * to.bytes())) {
        if from.is_float() {
            let mut widened = [0f64; CHUNK_ELEMENTS];
            with_reg_type!(from, A => widened.iter_mut().zip(cast::<A>(a)).for_each(|(w, a)| *w = a.to_f64()));
            with_reg_type!(to, R => cast_mut::<R>(out).iter_mut().zip(&widened).for_each(|(r, w)| *r = R::from_f64(*w)));
        } else {
            let mut widened = [0i64; CHUNK_ELEMENTS];
            with_reg_type!(from, A => widened.iter_mut().zip(cast::<A>(a)).for_each(|(w, a)| *w = a.to_i64()));
            with_reg_type!(to, R => cast_mut::<R>(out).iter_mut().zip(&widened).for_each(|(r, w)| *r = R::from_i64(*w)));
        }
    }
}

#[inline(always)]
fn convert(isa: Isa, from: RegType, to: RegType, o: Operands<'_>) {
    match (from, to) {
        (RegType::Bf16, RegType::F32) => map1(o, Bf16::widened),
        (RegType::F32, RegType::Bf16) => convert::f32_to_bf16(isa, cast(o.a), cast_mut(o.out)),
        (RegType::U8, RegType::F32) => map1(o, |x: u8| x as f32),
        (RegType::Bool, RegType::F32) => map1(o, |x: u8| x as f32),
        (RegType::I32, RegType::F32) => map1(o, |x: i32| x as f32),
        (RegType::U32, RegType::F32) => map1(o, |x: u32| x as f32),
        (RegType::F32, RegType::I32) => map1(o, |x: f32| x as i32),
        (RegType::F32, RegType::F64) => map1(o, |x: f32| x as f64),
        (RegType::F64, RegType::F32) => map1(o, |x: f64| x as f32),
        (RegType::U64, RegType::U32) => map1(o, |x: u64| x as u32),
        (RegType::U32, RegType::U64) => map1(o, |x: u32| x as u64),
        (RegType::F32, RegType::Bool) => map1(o, |x: f32| Bool8((x != 0.0) as u8)),
        // Numbers from 2^63 on do not fit into an `i64`.
        (RegType::U64, RegType::F32) => map1(o, |x: u64| x as f32),
        (RegType::U64, RegType::F64) => map1(o, |x: u64| x as f64),
        _ => convert_rare(from, to, o),
    }
}

#[inline(never)]
fn iota(inner: usize, size: usize, reg_type: RegType, o: Operands<'_>) {
    with_reg_type!(reg_type, T => {
        let (mut within, mut index) = (o.start % inner, (o.start / inner) % size);
        for r in cast_mut::<T>(o.out) {
            *r = T::from_i64(index as i64);
            within += 1;
            if within == inner {
                within = 0;
                index += 1;
                if index == size {
                    index = 0;
                }
            }
        }
    });
}

#[inline(always)]
fn apply(task: &mut Task<'_>) {
    let Task { isa, op, operands: o } = task;
    let (isa, mut o) = (*isa, o.reborrow());
    match *op {
        Opcode::Unary(op, RegType::Bf16) => unary_bf16(isa, op, o),
        Opcode::Binary(op, RegType::Bf16) => binary_bf16(isa, op, o),
        Opcode::Compare { direction, total: false, reg_type: RegType::Bf16 } => compare::<Bf16>(direction, o),
        Opcode::Clamp(RegType::Bf16) => through_f32(isa, Opcode::Clamp(RegType::F32), o),
        Opcode::Fused2(fused) => superinstructions::execute(isa, fused, &mut o),
        Opcode::Horner(ref horner) => superinstructions::run_horner(horner, o),
        Opcode::Unary(op, RegType::F32) => execute_unary_f32(isa, op, &mut o),
        Opcode::Unary(op, RegType::F64) => unary_f64(op, o),
        Opcode::Unary(op, reg_type) => with_reg_type!(reg_type, T => unary_integer::<T>(op, o)),
        Opcode::Binary(op, RegType::F32) => match op {
            Binary::Power => math64::power(o),
            Binary::Remainder | Binary::Atan2 => binary_rare::<f32>(op, o),
            _ => binary::<f32>(op, o),
        },
        Opcode::Binary(op, RegType::U32) => match op {
            Binary::Power | Binary::Remainder | Binary::Divide | Binary::Atan2 => binary_rare::<u32>(op, o),
            _ => binary::<u32>(op, o),
        },
        Opcode::Binary(op, reg_type) => with_reg_type!(reg_type, T => binary_rare::<T>(op, o)),
        Opcode::Compare { direction, total: true, reg_type } => {
            with_reg_type!(reg_type, T => compare_total::<T>(direction, o))
        }
        Opcode::Compare { direction, reg_type: RegType::F32, .. } => compare::<f32>(direction, o),
        Opcode::Compare { direction, reg_type: RegType::I32, .. } => compare::<i32>(direction, o),
        Opcode::Compare { direction, reg_type: RegType::U32, .. } => compare::<u32>(direction, o),
        Opcode::Compare { direction, reg_type, .. } => with_reg_type!(reg_type, T => compare_rare::<T>(direction, o)),
        Opcode::Select(reg_type) => match reg_type.bytes() {
            1 => select(o, |first| u8::from(first).wrapping_neg()),
            2 => select(o, |first| u16::from(first).wrapping_neg()),
            4 => select(o, |first| u32::from(first).wrapping_neg()),
            _ => select(o, |first| u64::from(first).wrapping_neg()),
        },
        Opcode::Clamp(RegType::F32) => clamp::<f32>(o),
        Opcode::Clamp(reg_type) => with_reg_type!(reg_type, T => clamp_rare::<T>(o)),
        Opcode::Convert(from, to) => convert(isa, from, to, o),
        Opcode::Move(_) => o.out.copy_from_slice(o.a),
        Opcode::RoundF16 => convert::f32_rounded_to_f16(isa, cast(o.a), cast_mut(o.out)),
        Opcode::ReducePrecision { exponent_bits, mantissa_bits, reg_type: RegType::F64 } => {
            map1(o, |x: f64| reduce_precision64(x, exponent_bits, mantissa_bits))
        }
        Opcode::ReducePrecision { exponent_bits, mantissa_bits, .. } => {
            map1(o, |x: f32| reduce_precision(x, exponent_bits, mantissa_bits))
        }
        Opcode::F16ToBits => map1(o, |x: f32| f16::from_f32(x).to_bits()),
        Opcode::BitsToF16 => map1(o, |x: u16| f16::from_bits(x).to_f32()),
        Opcode::Iota { inner, size, reg_type } => iota(inner, size, reg_type, o),
    }
}

/// An instruction to run on one tile.
struct Task<'a> {
    isa: Isa,
    op: Opcode,
    operands: Operands<'a>,
}

/// Runs one instruction on one tile, with loops compiled for an instruction set.
///
/// One reference is passed on: copying the operands takes as long as the loop over a small tile.
pub(crate) fn execute(isa: Isa, op: Opcode, operands: Operands<'_>) {
    let task = &mut Task { isa, op, operands };
    multiversion!(isa, apply(task: &mut Task<'_>));
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEN: usize = 1003;

    /// The instruction sets that this machine has.
    fn available() -> impl Iterator<Item = Isa> {
        Isa::available()
    }

    #[test]
    fn a_broadcast_element_gives_what_a_tile_of_it_gives() {
        use Binary::*;
        let binary = [Add, Subtract, Multiply, Divide, Maximum, Minimum, And, Or, Xor, ShiftLeft, Remainder, Power];
        let reg_types = [RegType::F32, RegType::Bf16, RegType::F64, RegType::I32, RegType::U32, RegType::U8];
        let compare = |reg_type| Opcode::Compare { direction: Direction::Le, total: false, reg_type };
        let of = |reg_type| {
            binary
                .map(|op| Opcode::Binary(op, reg_type))
                .into_iter()
                .chain([compare(reg_type), Opcode::Select(reg_type), Opcode::Clamp(reg_type)])
                .map(move |op| (op, reg_type))
        };
        for (op, reg_type) in reg_types.into_iter().flat_map(of) {
            let bytes = reg_type.bytes();
            let inputs = [3usize, 5, 7].map(|step| {
                // Small numbers that every register type holds, which also serve as predicates.
                let number = |i: usize| (i * step % 11) as f64;
                let mut tile = vec![0u64; (LEN * bytes).div_ceil(8)];
                with_reg_type!(reg_type, T => {
                    let tile: &mut [T] = &mut bytemuck::cast_slice_mut(&mut tile)[..LEN];
                    tile.iter_mut().enumerate().for_each(|(i, x)| *x = T::from_f64(number(i)));
                });
                tile
            });
            for position in (0..3).filter(|position| op.accepts_broadcast(*position)) {
                for isa in available() {
                    let run = |broadcast: bool| {
                        let tile = |i: usize| &bytemuck::cast_slice::<u64, u8>(&inputs[i])[..LEN * bytes];
                        let one: Vec<u64> = inputs[position][..1].to_vec();
                        let one: &[u8] = &bytemuck::cast_slice::<u64, u8>(&one)[..bytes];
                        let mut filled = vec![0u64; (LEN * bytes).div_ceil(8)];
                        let filled: &mut [u8] = &mut bytemuck::cast_slice_mut(&mut filled)[..LEN * bytes];
                        filled.chunks_mut(bytes).for_each(|x| x.copy_from_slice(one));
                        let mut operands = [0, 1, 2].map(tile);
                        operands[position] = if broadcast { one } else { filled };
                        if matches!(op, Opcode::Select(_)) {
                            operands[0] = &operands[0][..LEN];
                        }
                        let [a, b, c] = operands;
                        let size = if matches!(op, Opcode::Compare { .. }) { 1 } else { bytes };
                        let mut out = vec![0u64; (LEN * size).div_ceil(8)];
                        let bytes: &mut [u8] = &mut bytemuck::cast_slice_mut(&mut out)[..LEN * size];
                        execute(isa, op, Operands { a, b, c, out: bytes, start: 0 });
                        out
                    };
                    assert_eq!(run(true), run(false), "{op:?}, operand {position}, {isa}");
                }
            }
        }
    }
}
