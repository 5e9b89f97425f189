//! Functions of instructions on one to four elements, one for each operation, type and length.
//!
//! They read and write single elements: a vector that is read soon after its elements were written one by one
//! has to wait until these writes have reached the cache.

use stablehlo::ops::{Binary, Direction};

use super::super::bool8::Bool8;
use super::super::bytecode::{Fused2, Opcode};
use super::super::dtype::RegType;
use super::super::number::Number;
use super::instruction::{Env, Instr, RunFn, Triple, is_pair};

/// A function of up to three scalars.
trait Scalar {
    type In: Copy;
    type Out: Copy;
    fn of(a: Self::In, b: Self::In, c: Self::In) -> Self::Out;
}

/// Runs a function of one operand on `N` elements.
///
/// # Safety
/// As [`RunFn`].
unsafe fn one<F: Scalar, const N: usize>(base: *mut u8, i: &Instr, _: &mut Env<'_>) {
    let a = base.wrapping_add(i.inputs[0] as usize).cast::<F::In>();
    let out = base.wrapping_add(i.out as usize).cast::<F::Out>();
    for at in 0..N {
        // SAFETY: elements of registers of the block, which are aligned to their type.
        unsafe {
            let a = a.add(at * i.steps[0] as usize).read();
            out.add(at).write(F::of(a, a, a));
        }
    }
}

/// Runs a function of two operands on `N` elements.
///
/// # Safety
/// As [`RunFn`].
unsafe fn two<F: Scalar, const N: usize>(base: *mut u8, i: &Instr, _: &mut Env<'_>) {
    let [a, b, ..] = i.inputs.map(|offset| base.wrapping_add(offset as usize).cast::<F::In>());
    let out = base.wrapping_add(i.out as usize).cast::<F::Out>();
    let step = |position: usize, at: usize| if N == 1 { 0 } else { at * i.steps[position] as usize };
    for at in 0..N {
        // SAFETY: elements of registers of the block, which are aligned to their type.
        unsafe {
            let a = a.add(step(0, at)).read();
            out.add(at).write(F::of(a, b.add(step(1, at)).read(), a));
        }
    }
}

/// Runs a function of three operands on `N` elements.
///
/// # Safety
/// As [`RunFn`].
unsafe fn three<F: Scalar, const N: usize>(base: *mut u8, i: &Instr, _: &mut Env<'_>) {
    let [a, b, c, _] = i.inputs.map(|offset| base.wrapping_add(offset as usize).cast::<F::In>());
    let out = base.wrapping_add(i.out as usize).cast::<F::Out>();
    let step = |position: usize, at: usize| if N == 1 { 0 } else { at * i.steps[position] as usize };
    for at in 0..N {
        // SAFETY: elements of registers of the block, which are aligned to their type.
        unsafe {
            let value = F::of(a.add(step(0, at)).read(), b.add(step(1, at)).read(), c.add(step(2, at)).read());
            out.add(at).write(value);
        }
    }
}

/// A function of four scalars.
trait Scalar4 {
    fn of(a: f32, b: f32, c: f32, d: f32) -> f32;
}

/// Runs a function of four operands on `N` elements.
///
/// # Safety
/// As [`RunFn`].
unsafe fn four<F: Scalar4, const N: usize>(base: *mut u8, i: &Instr, _: &mut Env<'_>) {
    let [a, b, c, d] = i.inputs.map(|offset| base.wrapping_add(offset as usize).cast::<f32>());
    let out = base.wrapping_add(i.out as usize).cast::<f32>();
    let step = |position: usize, at: usize| if N == 1 { 0 } else { at * i.steps[position] as usize };
    for at in 0..N {
        // SAFETY: elements of registers of the block, which are aligned to their type.
        unsafe {
            let (a, b) = (a.add(step(0, at)).read(), b.add(step(1, at)).read());
            out.add(at).write(F::of(a, b, c.add(step(2, at)).read(), d.add(step(3, at)).read()));
        }
    }
}

/// Selects on `N` elements.
///
/// # Safety
/// As [`RunFn`].
unsafe fn select<T: Copy, const N: usize>(base: *mut u8, i: &Instr, _: &mut Env<'_>) {
    let [mask, a, b, _] = i.inputs.map(|offset| base.wrapping_add(offset as usize));
    let (a, b, out) = (a.cast::<T>(), b.cast::<T>(), base.wrapping_add(i.out as usize).cast::<T>());
    for at in 0..N {
        // SAFETY: elements of registers of the block, which are aligned to their type.
        unsafe {
            let (a, b) = (a.add(at * i.steps[1] as usize).read(), b.add(at * i.steps[2] as usize).read());
            out.add(at).write(if mask.add(at * i.steps[0] as usize).read() != 0 { a } else { b });
        }
    }
}

/// The instance of a function for a length.
macro_rules! of_length {
    ($function:ident, $f:ty, $elements:expr) => {
        match $elements {
            1 => $function::<$f, 1>,
            2 => $function::<$f, 2>,
            3 => $function::<$f, 3>,
            _ => $function::<$f, 4>,
        }
    };
}

/// Declares functions of two scalars of a type: names and formulas.
macro_rules! scalar_functions {
    ($($name:ident: |$a:ident, $b:ident| $formula:expr;)*) => {$(
        struct $name<T>(std::marker::PhantomData<T>);
        impl<T: Number> Scalar for $name<T> {
            type In = T;
            type Out = T;
            #[inline(always)]
            fn of($a: T, $b: T, _: T) -> T {
                $formula
            }
        }
    )*};
}

scalar_functions! {
    Add: |a, b| a.add(b);
    Subtract: |a, b| a.sub(b);
    SubtractFrom: |a, b| b.sub(a);
    Multiply: |a, b| a.mul(b);
    Divide: |a, b| a.div(b);
    Remainder: |a, b| a.rem(b);
    Maximum: |a, b| a.max(b);
    Minimum: |a, b| a.min(b);
    And: |a, b| a.and(b);
    Or: |a, b| a.or(b);
    Xor: |a, b| a.xor(b);
    ShiftLeft: |a, b| a.shl(b);
    ShiftRightArithmetic: |a, b| a.shr_arithmetic(b);
    ShiftRightLogical: |a, b| a.shr_logical(b);
}

/// Declares comparisons: names and operators.
macro_rules! comparisons {
    ($($name:ident: $operator:tt;)*) => {$(
        struct $name<T>(std::marker::PhantomData<T>);
        impl<T: Number> Scalar for $name<T> {
            type In = T;
            type Out = Bool8;
            #[inline(always)]
            fn of(a: T, b: T, _: T) -> Bool8 {
                Bool8((a $operator b) as u8)
            }
        }
    )*};
}

comparisons! {
    Equal: ==;
    NotEqual: !=;
    GreaterOrEqual: >=;
    Greater: >;
    LessOrEqual: <=;
    Less: <;
}

/// Declares superinstructions of f32, by the formula of the last operation: `x` is the result of the one or
/// two before.
macro_rules! pairs {
    ($($name:ident: |$x:ident, $c:ident| $formula:expr;)*) => {$(
        struct $name<F>(std::marker::PhantomData<F>);
        impl<F: Scalar<In = f32, Out = f32>> Scalar for $name<F> {
            type In = f32;
            type Out = f32;
            #[inline(always)]
            fn of(a: f32, b: f32, $c: f32) -> f32 {
                let $x = F::of(a, b, a);
                $formula
            }
        }
        impl<F: Scalar<In = f32, Out = f32>> Scalar4 for $name<F> {
            #[inline(always)]
            fn of(a: f32, b: f32, c: f32, $c: f32) -> f32 {
                let $x = F::of(a, b, c);
                $formula
            }
        }
    )*};
}

pairs! {
    ThenAdd: |x, c| x + c;
    ThenSubtract: |x, c| x - c;
    ThenSubtractFrom: |x, c| c - x;
    ThenMultiply: |x, c| x * c;
    ThenDivide: |x, c| x / c;
    ThenDivideBy: |x, c| c / x;
}

/// A superinstruction of three operations: `H` of the results of `F` and `G`.
struct Tree<F, G, H>(std::marker::PhantomData<(F, G, H)>);

impl<F, G, H> Scalar4 for Tree<F, G, H>
where
    F: Scalar<In = f32, Out = f32>,
    G: Scalar<In = f32, Out = f32>,
    H: Scalar<In = f32, Out = f32>,
{
    #[inline(always)]
    fn of(a: f32, b: f32, c: f32, d: f32) -> f32 {
        H::of(F::of(a, b, a), G::of(c, d, c), a)
    }
}

fn binary<T: Number>(op: Binary, elements: usize) -> Option<RunFn> {
    Some(match op {
        Binary::Add => of_length!(two, Add<T>, elements),
        Binary::Subtract => of_length!(two, Subtract<T>, elements),
        Binary::Multiply => of_length!(two, Multiply<T>, elements),
        Binary::Divide => of_length!(two, Divide<T>, elements),
        Binary::Remainder => of_length!(two, Remainder<T>, elements),
        Binary::Maximum => of_length!(two, Maximum<T>, elements),
        Binary::Minimum => of_length!(two, Minimum<T>, elements),
        Binary::And => of_length!(two, And<T>, elements),
        Binary::Or => of_length!(two, Or<T>, elements),
        Binary::Xor => of_length!(two, Xor<T>, elements),
        Binary::ShiftLeft => of_length!(two, ShiftLeft<T>, elements),
        Binary::ShiftRightArithmetic => of_length!(two, ShiftRightArithmetic<T>, elements),
        Binary::ShiftRightLogical => of_length!(two, ShiftRightLogical<T>, elements),
        _ => return None,
    })
}

fn comparison<T: Number>(direction: Direction, elements: usize) -> RunFn {
    match direction {
        Direction::Eq => of_length!(two, Equal<T>, elements),
        Direction::Ne => of_length!(two, NotEqual<T>, elements),
        Direction::Ge => of_length!(two, GreaterOrEqual<T>, elements),
        Direction::Gt => of_length!(two, Greater<T>, elements),
        Direction::Le => of_length!(two, LessOrEqual<T>, elements),
        Direction::Lt => of_length!(two, Less<T>, elements),
    }
}

fn pair<F: Scalar<In = f32, Out = f32>>(second: Binary, swapped: bool, elements: usize) -> Option<RunFn> {
    Some(match (second, swapped) {
        (Binary::Add, _) => of_length!(three, ThenAdd<F>, elements),
        (Binary::Multiply, _) => of_length!(three, ThenMultiply<F>, elements),
        (Binary::Subtract, false) => of_length!(three, ThenSubtract<F>, elements),
        (Binary::Subtract, true) => of_length!(three, ThenSubtractFrom<F>, elements),
        (Binary::Divide, false) => of_length!(three, ThenDivide<F>, elements),
        (Binary::Divide, true) => of_length!(three, ThenDivideBy<F>, elements),
        _ => return None,
    })
}

/// The conversion of an integer that an `i64` holds.
struct Convert<A, R>(std::marker::PhantomData<(A, R)>);

impl<A: Number, R: Number> Scalar for Convert<A, R> {
    type In = A;
    type Out = R;
    #[inline(always)]
    fn of(a: A, _: A, _: A) -> R {
        R::from_i64(a.to_i64())
    }
}

fn conversion<A: Number>(to: RegType, elements: usize) -> Option<RunFn> {
    Some(match to {
        RegType::F32 => of_length!(one, Convert<A, f32>, elements),
        RegType::F64 => of_length!(one, Convert<A, f64>, elements),
        RegType::I32 => of_length!(one, Convert<A, i32>, elements),
        RegType::U32 => of_length!(one, Convert<A, u32>, elements),
        RegType::I64 => of_length!(one, Convert<A, i64>, elements),
        RegType::U64 => of_length!(one, Convert<A, u64>, elements),
        _ => return None,
    })
}

/// The function of an operation on a short run; none if it has none of its own.
pub(super) fn function(op: Opcode, elements: usize) -> Option<RunFn> {
    if !(1..=4).contains(&elements) {
        return None;
    }
    if let Some(Fused2 { first: Some(first), second, swapped, .. }) = is_pair(op) {
        return match first {
            Binary::Add => pair::<Add<f32>>(second, swapped, elements),
            Binary::Subtract => pair::<Subtract<f32>>(second, swapped, elements),
            Binary::Multiply => pair::<Multiply<f32>>(second, swapped, elements),
            _ => None,
        };
    }
    match op {
        Opcode::Binary(op, RegType::F32) => binary::<f32>(op, elements),
        Opcode::Binary(op, RegType::F64) => binary::<f64>(op, elements),
        Opcode::Binary(op, RegType::I32) => binary::<i32>(op, elements),
        Opcode::Binary(op, RegType::U32) => binary::<u32>(op, elements),
        Opcode::Binary(op, RegType::I64) => binary::<i64>(op, elements),
        Opcode::Binary(op, RegType::U64) => binary::<u64>(op, elements),
        Opcode::Binary(op, RegType::Bool) => binary::<Bool8>(op, elements),
        Opcode::Compare { direction, total: false, reg_type } => Some(match reg_type {
            RegType::F32 => comparison::<f32>(direction, elements),
            RegType::F64 => comparison::<f64>(direction, elements),
            RegType::I32 => comparison::<i32>(direction, elements),
            RegType::U32 => comparison::<u32>(direction, elements),
            RegType::I64 => comparison::<i64>(direction, elements),
            RegType::U64 => comparison::<u64>(direction, elements),
            RegType::Bool => comparison::<Bool8>(direction, elements),
            _ => return None,
        }),
        Opcode::Convert(RegType::I32, to) => conversion::<i32>(to, elements),
        Opcode::Convert(RegType::U32, to) => conversion::<u32>(to, elements),
        Opcode::Convert(RegType::I64, to) => conversion::<i64>(to, elements),
        Opcode::Select(reg_type) => Some(match reg_type.bytes() {
            1 => of_length!(select, u8, elements),
            2 => of_length!(select, u16, elements),
            4 => of_length!(select, u32, elements),
            _ => of_length!(select, u64, elements),
        }),
        _ => None,
    }
}

/// The function of three operations on a short run; none if there is none for these operations.
pub(super) fn triple(triple: Triple, elements: usize) -> Option<RunFn> {
    if !(1..=4).contains(&elements) {
        return None;
    }
    let first = match triple {
        Triple::Chain { first, .. } | Triple::Tree { first, .. } => first,
    };
    match first {
        Binary::Add => triple_of::<Add<f32>>(triple, elements),
        Binary::Subtract => triple_of::<Subtract<f32>>(triple, elements),
        Binary::Multiply => triple_of::<Multiply<f32>>(triple, elements),
        _ => None,
    }
}

fn triple_of<F: Scalar<In = f32, Out = f32>>(triple: Triple, elements: usize) -> Option<RunFn> {
    match triple {
        Triple::Chain { second, third, .. } => match second {
            (Binary::Add, _) => chain::<ThenAdd<F>>(third, elements),
            (Binary::Multiply, _) => chain::<ThenMultiply<F>>(third, elements),
            (Binary::Subtract, false) => chain::<ThenSubtract<F>>(third, elements),
            (Binary::Subtract, true) => chain::<ThenSubtractFrom<F>>(third, elements),
            _ => None,
        },
        Triple::Tree { other, last, .. } => match other {
            Binary::Add => tree::<F, Add<f32>>(last, elements),
            Binary::Subtract => tree::<F, Subtract<f32>>(last, elements),
            Binary::Multiply => tree::<F, Multiply<f32>>(last, elements),
            _ => None,
        },
    }
}

fn chain<F: Scalar<In = f32, Out = f32>>((third, swapped): (Binary, bool), elements: usize) -> Option<RunFn> {
    Some(match (third, swapped) {
        (Binary::Add, _) => of_length!(four, ThenAdd<F>, elements),
        (Binary::Multiply, _) => of_length!(four, ThenMultiply<F>, elements),
        (Binary::Subtract, false) => of_length!(four, ThenSubtract<F>, elements),
        (Binary::Subtract, true) => of_length!(four, ThenSubtractFrom<F>, elements),
        _ => return None,
    })
}

fn tree<F, G>((last, swapped): (Binary, bool), elements: usize) -> Option<RunFn>
where
    F: Scalar<In = f32, Out = f32>,
    G: Scalar<In = f32, Out = f32>,
{
    Some(match (last, swapped) {
        (Binary::Add, _) => of_tree::<F, G, Add<f32>>(elements),
        (Binary::Multiply, _) => of_tree::<F, G, Multiply<f32>>(elements),
        (Binary::Subtract, false) => of_tree::<F, G, Subtract<f32>>(elements),
        (Binary::Subtract, true) => of_tree::<F, G, SubtractFrom<f32>>(elements),
        _ => return None,
    })
}

fn of_tree<F, G, H>(elements: usize) -> RunFn
where
    F: Scalar<In = f32, Out = f32>,
    G: Scalar<In = f32, Out = f32>,
    H: Scalar<In = f32, Out = f32>,
{
    match elements {
        1 => four::<Tree<F, G, H>, 1>,
        2 => four::<Tree<F, G, H>, 2>,
        3 => four::<Tree<F, G, H>, 3>,
        _ => four::<Tree<F, G, H>, 4>,
    }
}
