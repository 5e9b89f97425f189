//! The operands of an instruction, and loops over them.

/// The operands of one instruction, as bytes.
///
/// Each operand is a tile of as many elements as `out`, a single element where the operation [accepts a
/// broadcast](super::bytecode::Opcode::accepts_broadcast), or empty where the operation has fewer operands.
pub(crate) struct Operands<'a> {
    pub(crate) a: &'a [u8],
    pub(crate) b: &'a [u8],
    pub(crate) c: &'a [u8],
    pub(crate) out: &'a mut [u8],
    /// The row-major index of the first element.
    pub(crate) start: usize,
}

impl Operands<'_> {
    /// The same operands, for a function that takes them by value.
    #[inline(always)]
    pub(crate) fn reborrow(&mut self) -> Operands<'_> {
        Operands { a: self.a, b: self.b, c: self.c, out: &mut *self.out, start: self.start }
    }
}

/// The elements of a tile.
#[inline(always)]
pub(crate) fn cast<T: bytemuck::Pod>(bytes: &[u8]) -> &[T] {
    bytemuck::cast_slice(bytes)
}

/// The elements of a tile, to be written.
#[inline(always)]
pub(crate) fn cast_mut<T: bytemuck::Pod>(bytes: &mut [u8]) -> &mut [T] {
    bytemuck::cast_slice_mut(bytes)
}

/// Applies a function to each element of the first operand.
#[inline(always)]
pub(crate) fn map1<A: bytemuck::Pod, R: bytemuck::Pod>(o: Operands<'_>, f: impl Fn(A) -> R) {
    for (r, a) in cast_mut::<R>(o.out).iter_mut().zip(cast::<A>(o.a)) {
        *r = f(*a);
    }
}

/// Applies a function to each pair of elements of the first two operands.
#[inline(always)]
pub(crate) fn map2<A: bytemuck::Pod, R: bytemuck::Pod>(o: Operands<'_>, f: impl Fn(A, A) -> R) {
    each2(cast(o.a), cast(o.b), cast_mut(o.out), f);
}

/// Applies a function to two operands, either of which may be a single element that is broadcast.
///
/// Plain loops: the body of an iterator's `for_each` is a function of its own, and if it is too large to be
/// inlined, it is compiled without the features of the instruction set.
#[inline(always)]
pub(crate) fn each2<A: Copy, B: Copy, R>(a: &[A], b: &[B], out: &mut [R], f: impl Fn(A, B) -> R) {
    match (a, b) {
        ([a], b) if b.len() == out.len() => each1(b, out, |b| f(*a, b)),
        (a, [b]) if a.len() == out.len() => each1(a, out, |a| f(a, *b)),
        ([a], [b]) => {
            for r in out {
                *r = f(*a, *b);
            }
        }
        (a, b) => {
            for ((r, a), b) in out.iter_mut().zip(a).zip(b) {
                *r = f(*a, *b);
            }
        }
    }
}

/// Applies a function to an operand.
#[inline(always)]
pub(crate) fn each1<A: Copy, R>(a: &[A], out: &mut [R], f: impl Fn(A) -> R) {
    for (r, a) in out.iter_mut().zip(a) {
        *r = f(*a);
    }
}

/// Applies a function to three operands.
#[inline(always)]
pub(crate) fn each3<A: Copy, B: Copy, C: Copy, R>(a: &[A], b: &[B], c: &[C], out: &mut [R], f: impl Fn(A, B, C) -> R) {
    for (((r, a), b), c) in out.iter_mut().zip(a).zip(b).zip(c) {
        *r = f(*a, *b, *c);
    }
}
