//! The operations on register tiles: one loop each, compiled for each instruction set.
//!
//! Everything below [`apply`] is inlined into the three functions at the end, which differ only in the features the
//! compiler may use; so every loop is vectorised for each of them.

use std::ops::{BitAnd, BitOr, Not};

use half::f16;
use stablehlo::ops::{Binary, Direction, Unary};

use super::dtype::{Bf16, Bool8, Number, RegType, reduce_precision, round_f16, with_reg_type};
use super::math;
use super::superinstructions::{Pair, pair};
use kernels::{Isa, convert};

/// What an instruction does. Coalescer are those of the operands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Opcode {
    Unary(Unary, RegType),
    Binary(Binary, RegType),
    /// Operations of f32 as one.
    Pair(Pair),
    Compare {
        direction: Direction,
        total: bool,
        class: RegType,
    },
    /// By the size of the elements chosen from.
    Select(RegType),
    Clamp(RegType),
    Convert(RegType, RegType),
    /// The same bits: classes of one size.
    Move(usize),
    RoundF16,
    ReducePrecision {
        exponent_bits: u32,
        mantissa_bits: u32,
    },
    /// Bits of an f16 (held as f32) as a 16-bit integer, and back.
    F16ToBits,
    BitsToF16,
    /// `(index / inner) % size` of the element's linear index.
    Iota {
        inner: usize,
        size: usize,
        class: RegType,
    },
}

impl Opcode {
    /// Whether the operand at that place may be one element for the whole tile.
    pub(crate) fn takes_one_for_all(self, place: usize) -> bool {
        match self {
            Self::Binary(op, RegType::Bf16) => {
                matches!(op, Binary::Add | Binary::Subtract | Binary::Multiply | Binary::Maximum | Binary::Minimum)
            }
            Self::Binary(..) | Self::Compare { .. } => true,
            Self::Pair(pair) => pair.takes_one_for_all(),
            Self::Select(_) => place > 0,
            Self::Clamp(class) => class != RegType::Bf16 && place != 1,
            _ => false,
        }
    }
}

/// The operands of one instruction: bytes of tiles of equal length, or of one element for all where the operation
/// [takes it](Opcode::takes_one_for_all); and the linear index of their first element.
pub(crate) struct Operands<'a> {
    pub(crate) a: &'a [u8],
    pub(crate) b: &'a [u8],
    pub(crate) c: &'a [u8],
    pub(crate) out: &'a mut [u8],
    pub(crate) start: usize,
}

#[inline(always)]
pub(crate) fn cast<T: bytemuck::Pod>(bytes: &[u8]) -> &[T] {
    bytemuck::cast_slice(bytes)
}

#[inline(always)]
pub(crate) fn cast_mut<T: bytemuck::Pod>(bytes: &mut [u8]) -> &mut [T] {
    bytemuck::cast_slice_mut(bytes)
}

#[inline(always)]
fn map1<A: bytemuck::Pod, R: bytemuck::Pod>(o: Operands<'_>, f: impl Fn(A) -> R) {
    for (r, a) in cast_mut::<R>(o.out).iter_mut().zip(cast::<A>(o.a)) {
        *r = f(*a);
    }
}

#[inline(always)]
fn map2<A: bytemuck::Pod, R: bytemuck::Pod>(o: Operands<'_>, f: impl Fn(A, A) -> R) {
    each2(cast(o.a), cast(o.b), cast_mut(o.out), f);
}

/// The loop of an operation on two operands, of which either may be one element for all.
#[inline(always)]
fn each2<A: Copy, R>(a: &[A], b: &[A], out: &mut [R], f: impl Fn(A, A) -> R) {
    match (a, b) {
        ([a], b) if b.len() == out.len() => out.iter_mut().zip(b).for_each(|(r, b)| *r = f(*a, *b)),
        (a, [b]) if a.len() == out.len() => out.iter_mut().zip(a).for_each(|(r, a)| *r = f(*a, *b)),
        ([a], [b]) => out.iter_mut().for_each(|r| *r = f(*a, *b)),
        (a, b) => out.iter_mut().zip(a).zip(b).for_each(|((r, a), b)| *r = f(*a, *b)),
    }
}

#[inline(always)]
fn unary_f32(op: Unary, o: Operands<'_>) {
    match op {
        Unary::Abs => map1(o, f32::abs),
        Unary::Ceil => map1(o, f32::ceil),
        Unary::Exponential => map1(o, math::exp),
        Unary::ExponentialMinusOne => map1(o, math::exp_minus_one),
        Unary::Floor => map1(o, f32::floor),
        Unary::Log => map1(o, math::log),
        Unary::LogPlusOne => map1(o, math::log_plus_one),
        Unary::Logistic => map1(o, math::logistic),
        Unary::Negate => map1(o, |x: f32| -x),
        Unary::RoundNearestEven => map1(o, f32::round_ties_even),
        Unary::Rsqrt => map1(o, |x: f32| (1.0 / f64::from(x).sqrt()) as f32),
        Unary::Sign => map1(o, <f32 as Number>::sign),
        Unary::Sqrt => map1(o, f32::sqrt),
        Unary::Tanh => map1(o, math::tanh),
        Unary::IsFinite => map1(o, |x: f32| Bool8((x.to_bits() & 0x7f80_0000 != 0x7f80_0000) as u8)),
        other => unary_f32_rare(other, o),
    }
}

/// What goes through the standard library's double precision, an element at a time.
#[inline(never)]
fn unary_f32_rare(op: Unary, o: Operands<'_>) {
    let f: fn(f64) -> f64 = match op {
        Unary::Cbrt => f64::cbrt,
        Unary::Cosine => f64::cos,
        Unary::Sine => f64::sin,
        Unary::Tan => f64::tan,
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

#[inline(always)]
fn binary<T: Number>(op: Binary, o: Operands<'_>) {
    match op {
        Binary::Add => map2(o, T::add),
        Binary::Subtract => map2(o, T::sub),
        Binary::Multiply => map2(o, T::mul),
        Binary::Divide => map2(o, T::div),
        Binary::Maximum => map2(o, T::max),
        Binary::Minimum => map2(o, T::min),
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

/// bf16 results that are made in f32 before they are rounded together: a small part of the first-level cache.
const WIDE: usize = 512;

/// Numbers in the first-level cache, whole lines of it.
#[repr(align(64))]
struct Wide([f32; WIDE]);

/// Some elements of an operand, or the one for all.
#[inline(always)]
fn part<T>(operand: &[T], first: usize, len: usize) -> &[T] {
    if operand.len() == 1 { operand } else { &operand[first..first + len] }
}

/// An operation of bf16 that is done in f32 and rounded.
#[inline(always)]
fn map2_bf16(isa: Isa, o: Operands<'_>, f: impl Fn(f32, f32) -> f32) {
    let Wide(wide) = &mut Wide([0.0; WIDE]);
    let (a, b) = (cast::<Bf16>(o.a), cast::<Bf16>(o.b));
    for (i, out) in cast_mut::<half::bf16>(o.out).chunks_mut(WIDE).enumerate() {
        let wide = &mut wide[..out.len()];
        each2(part(a, i * WIDE, out.len()), part(b, i * WIDE, out.len()), wide, |a, b| f(a.wide(), b.wide()));
        convert::f32_to_bf16(isa, wide, out);
    }
}

#[inline(always)]
fn binary_bf16(isa: Isa, op: Binary, o: Operands<'_>) {
    match op {
        Binary::Add => map2_bf16(isa, o, |a, b| a + b),
        Binary::Subtract => map2_bf16(isa, o, |a, b| a - b),
        Binary::Multiply => map2_bf16(isa, o, |a, b| a * b),
        // These round nothing.
        Binary::Maximum => map2(o, |a: Bf16, b: Bf16| if a > b || a.is_nan() { a } else { b }),
        Binary::Minimum => map2(o, |a: Bf16, b: Bf16| if a < b || a.is_nan() { a } else { b }),
        _ => by_f32(isa, Opcode::Binary(op, RegType::F32), o),
    }
}

#[inline(always)]
fn unary_bf16(isa: Isa, op: Unary, o: Operands<'_>) {
    match op {
        Unary::Abs => map1(o, |x: u16| x & 0x7fff),
        Unary::Negate => map1(o, |x: u16| x ^ 0x8000),
        Unary::IsFinite => map1(o, |x: u16| Bool8((x & 0x7f80 != 0x7f80) as u8)),
        _ => by_f32(isa, Opcode::Unary(op, RegType::F32), o),
    }
}

/// Any operation of f32 on bf16 operands, some elements at a time.
#[inline(never)]
fn by_f32(isa: Isa, op: Opcode, o: Operands<'_>) {
    let Operands { a, b, c, out, start } = o;
    let mut wide = [(); 3].map(|()| Wide([0.0; WIDE]));
    let Wide(result) = &mut Wide([0.0; WIDE]);
    for (i, out) in cast_mut::<half::bf16>(out).chunks_mut(WIDE).enumerate() {
        let (first, n) = (i * WIDE, out.len());
        for (operand, wide) in [a, b, c].into_iter().zip(&mut wide) {
            if !operand.is_empty() {
                convert::bf16_to_f32(isa, &cast(operand)[first..first + n], &mut wide.0);
            }
        }
        let [a, b, c] = [0, 1, 2].map(|i| bytemuck::cast_slice(&wide[i].0[..n]));
        let operands =
            Operands { a, b, c, out: cast_mut(bytemuck::cast_slice_mut(&mut result[..n])), start: start + first };
        execute(isa, op, operands);
        convert::f32_to_bf16(isa, &result[..n], out);
    }
}

#[inline(always)]
fn compare<T: Number>(direction: Direction, o: Operands<'_>) {
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
    let by = |test: fn(&i64, &i64) -> bool| move |a: T, b: T| Bool8(test(&a.total_key(), &b.total_key()) as u8);
    match direction {
        Direction::Eq => map2(o, by(i64::eq)),
        Direction::Ne => map2(o, by(i64::ne)),
        Direction::Ge => map2(o, by(i64::ge)),
        Direction::Gt => map2(o, by(i64::gt)),
        Direction::Le => map2(o, by(i64::le)),
        Direction::Lt => map2(o, by(i64::lt)),
    }
}

/// By masks: a choice between two places would be compiled to loads from chosen addresses, one element at a time.
#[inline(always)]
fn select<T>(o: Operands<'_>, mask: impl Fn(bool) -> T)
where
    T: bytemuck::Pod + BitAnd<Output = T> + BitOr<Output = T> + Not<Output = T>,
{
    let (a, b) = (cast::<T>(o.b), cast::<T>(o.c));
    let chosen = |p: &u8, a: T, b: T| {
        let mask = mask(*p != 0);
        (a & mask) | (b & !mask)
    };
    let each = cast_mut::<T>(o.out).iter_mut().zip(o.a);
    match (a, b) {
        ([a], [b]) => each.for_each(|(r, p)| *r = chosen(p, *a, *b)),
        ([a], b) => each.zip(b).for_each(|((r, p), b)| *r = chosen(p, *a, *b)),
        (a, [b]) => each.zip(a).for_each(|((r, p), a)| *r = chosen(p, *a, *b)),
        (a, b) => each.zip(a).zip(b).for_each(|(((r, p), a), b)| *r = chosen(p, *a, *b)),
    }
}

#[inline(always)]
fn clamp<T: Number>(o: Operands<'_>) {
    let (low, x, high) = (cast::<T>(o.a), cast::<T>(o.b), cast::<T>(o.c));
    let clamped = |low: T, x: &T, high: T| x.max(low).min(high);
    let each = cast_mut::<T>(o.out).iter_mut().zip(x);
    match (low, high) {
        ([low], [high]) => each.for_each(|(r, x)| *r = clamped(*low, x, *high)),
        ([low], high) => each.zip(high).for_each(|((r, x), high)| *r = clamped(*low, x, *high)),
        (low, [high]) => each.zip(low).for_each(|((r, x), low)| *r = clamped(*low, x, *high)),
        (low, high) => each.zip(low).zip(high).for_each(|(((r, x), low), high)| *r = clamped(*low, x, *high)),
    }
}

#[inline(never)]
fn clamp_rare<T: Number>(o: Operands<'_>) {
    clamp::<T>(o);
}

/// Any conversion, by way of `f64` from floating point and of `i64` from integers, some elements at a time: a loop for
/// each class instead of one for each pair.
#[inline(never)]
fn convert_rare(from: RegType, to: RegType, o: Operands<'_>) {
    const SOME: usize = 64;
    let Operands { a, out, .. } = o;
    for (a, out) in a.chunks(SOME * from.bytes()).zip(out.chunks_mut(SOME * to.bytes())) {
        if from.is_float() {
            let mut wide = [0f64; SOME];
            with_reg_type!(from, A => wide.iter_mut().zip(cast::<A>(a)).for_each(|(w, a)| *w = a.to_f64()));
            with_reg_type!(to, R => cast_mut::<R>(out).iter_mut().zip(&wide).for_each(|(r, w)| *r = R::from_f64(*w)));
        } else {
            let mut wide = [0i64; SOME];
            with_reg_type!(from, A => wide.iter_mut().zip(cast::<A>(a)).for_each(|(w, a)| *w = a.to_i64()));
            with_reg_type!(to, R => cast_mut::<R>(out).iter_mut().zip(&wide).for_each(|(r, w)| *r = R::from_i64(*w)));
        }
    }
}

#[inline(always)]
fn convert(isa: Isa, from: RegType, to: RegType, o: Operands<'_>) {
    match (from, to) {
        (RegType::Bf16, RegType::F32) => map1(o, Bf16::wide),
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
        // Above 2^63 these are no `i64`.
        (RegType::U64, RegType::F32) => map1(o, |x: u64| x as f32),
        (RegType::U64, RegType::F64) => map1(o, |x: u64| x as f64),
        _ => convert_rare(from, to, o),
    }
}

#[inline(never)]
fn iota(inner: usize, size: usize, class: RegType, o: Operands<'_>) {
    with_reg_type!(class, T => {
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
fn apply(isa: Isa, op: Opcode, o: Operands<'_>) {
    match op {
        Opcode::Unary(op, RegType::Bf16) => unary_bf16(isa, op, o),
        Opcode::Binary(op, RegType::Bf16) => binary_bf16(isa, op, o),
        Opcode::Compare { direction, total: false, class: RegType::Bf16 } => compare::<Bf16>(direction, o),
        Opcode::Clamp(RegType::Bf16) => by_f32(isa, Opcode::Clamp(RegType::F32), o),
        Opcode::Pair(both) => pair(both, o),
        Opcode::Unary(op, RegType::F32) => unary_f32(op, o),
        Opcode::Unary(op, RegType::F64) => unary_f64(op, o),
        Opcode::Unary(op, class) => with_reg_type!(class, T => unary_integer::<T>(op, o)),
        Opcode::Binary(op, RegType::F32) => match op {
            Binary::Power | Binary::Remainder | Binary::Atan2 => binary_rare::<f32>(op, o),
            _ => binary::<f32>(op, o),
        },
        Opcode::Binary(op, RegType::U32) => match op {
            Binary::Power | Binary::Remainder | Binary::Divide | Binary::Atan2 => binary_rare::<u32>(op, o),
            _ => binary::<u32>(op, o),
        },
        Opcode::Binary(op, class) => with_reg_type!(class, T => binary_rare::<T>(op, o)),
        Opcode::Compare { direction, total: true, class } => {
            with_reg_type!(class, T => compare_total::<T>(direction, o))
        }
        Opcode::Compare { direction, class: RegType::F32, .. } => compare::<f32>(direction, o),
        Opcode::Compare { direction, class: RegType::I32, .. } => compare::<i32>(direction, o),
        Opcode::Compare { direction, class: RegType::U32, .. } => compare::<u32>(direction, o),
        Opcode::Compare { direction, class, .. } => with_reg_type!(class, T => compare_rare::<T>(direction, o)),
        Opcode::Select(class) => match class.bytes() {
            1 => select(o, |first| u8::from(first).wrapping_neg()),
            2 => select(o, |first| u16::from(first).wrapping_neg()),
            4 => select(o, |first| u32::from(first).wrapping_neg()),
            _ => select(o, |first| u64::from(first).wrapping_neg()),
        },
        Opcode::Clamp(RegType::F32) => clamp::<f32>(o),
        Opcode::Clamp(class) => with_reg_type!(class, T => clamp_rare::<T>(o)),
        Opcode::Convert(from, to) => convert(isa, from, to, o),
        Opcode::Move(_) => o.out.copy_from_slice(o.a),
        Opcode::RoundF16 => map1(o, round_f16),
        Opcode::ReducePrecision { exponent_bits, mantissa_bits } => {
            map1(o, |x: f32| reduce_precision(x, exponent_bits, mantissa_bits))
        }
        Opcode::F16ToBits => map1(o, |x: f32| f16::from_f32(x).to_bits()),
        Opcode::BitsToF16 => map1(o, |x: u16| f16::from_bits(x).to_f32()),
        Opcode::Iota { inner, size, class } => iota(inner, size, class, o),
    }
}

/// One instruction on one tile.
pub(crate) fn execute(isa: Isa, op: Opcode, o: Operands<'_>) {
    super::multiversion!(isa, apply(isa: Isa, op: Opcode, o: Operands<'_>));
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEN: usize = 1003;

    /// Every instruction set that this machine has.
    fn sets() -> impl Iterator<Item = Isa> {
        Isa::available()
    }

    #[test]
    fn one_element_for_all_is_as_good_as_a_tile_of_it() {
        use Binary::*;
        let binary = [Add, Subtract, Multiply, Divide, Maximum, Minimum, And, Or, Xor, ShiftLeft, Remainder, Power];
        let classes = [RegType::F32, RegType::Bf16, RegType::F64, RegType::I32, RegType::U32, RegType::U8];
        let compare = |class| Opcode::Compare { direction: Direction::Le, total: false, class };
        let of = |class| {
            binary
                .map(|op| Opcode::Binary(op, class))
                .into_iter()
                .chain([compare(class), Opcode::Select(class), Opcode::Clamp(class)])
                .map(move |op| (op, class))
        };
        for (op, class) in classes.into_iter().flat_map(of) {
            let bytes = class.bytes();
            let inputs = [3usize, 5, 7].map(|step| {
                // Small numbers of any class, and choices.
                let number = |i: usize| (i * step % 11) as f64;
                let mut tile = vec![0u64; (LEN * bytes).div_ceil(8)];
                with_reg_type!(class, T => {
                    let tile: &mut [T] = &mut bytemuck::cast_slice_mut(&mut tile)[..LEN];
                    tile.iter_mut().enumerate().for_each(|(i, x)| *x = T::from_f64(number(i)));
                });
                tile
            });
            for place in (0..3).filter(|place| op.takes_one_for_all(*place)) {
                for isa in sets() {
                    let run = |all: bool| {
                        let tile = |i: usize| &bytemuck::cast_slice::<u64, u8>(&inputs[i])[..LEN * bytes];
                        let one: Vec<u64> = inputs[place][..1].to_vec();
                        let one: &[u8] = &bytemuck::cast_slice::<u64, u8>(&one)[..bytes];
                        let mut wide = vec![0u64; (LEN * bytes).div_ceil(8)];
                        let wide: &mut [u8] = &mut bytemuck::cast_slice_mut(&mut wide)[..LEN * bytes];
                        wide.chunks_mut(bytes).for_each(|x| x.copy_from_slice(one));
                        let mut operands = [0, 1, 2].map(tile);
                        operands[place] = if all { one } else { wide };
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
                    assert_eq!(run(true), run(false), "{op:?}, operand {place}, {isa}");
                }
            }
        }
    }
}
