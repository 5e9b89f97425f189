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
#[inline(always)]
pub(crate) fn each2<A: Copy, R>(a: &[A], b: &[A], out: &mut [R], f: impl Fn(A, A) -> R) {
    match (a, b) {
        ([a], b) if b.len() == out.len() => out.iter_mut().zip(b).for_each(|(r, b)| *r = f(*a, *b)),
        (a, [b]) if a.len() == out.len() => out.iter_mut().zip(a).for_each(|(r, a)| *r = f(*a, *b)),
        ([a], [b]) => out.iter_mut().for_each(|r| *r = f(*a, *b)),
        (a, b) => out.iter_mut().zip(a).zip(b).for_each(|((r, a), b)| *r = f(*a, *b)),
    }
}
