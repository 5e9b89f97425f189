//! Loads from memory to registers and stores back: conversion between element types and register types, and
//! strided reads.

use half::f16;
use stablehlo::ElementType;

use crate::ir::row_major;
use kernels::{Isa, convert};

/// Loads contiguous elements as the type that reductions accumulate in
/// ([`RegType::accumulator_of`](super::dtype::RegType::accumulator_of)).
pub(crate) fn load_accumulator(isa: Isa, element: ElementType, memory: &[u8], out: &mut [u8]) {
    match element {
        ElementType::Bf16 => convert::bf16_to_f32(isa, bytemuck::cast_slice(memory), bytemuck::cast_slice_mut(out)),
        _ => load_linear(isa, element, memory, out),
    }
}

/// Loads contiguous elements.
pub(crate) fn load_linear(isa: Isa, element: ElementType, memory: &[u8], out: &mut [u8]) {
    match element {
        ElementType::F16 => convert::f16_to_f32(isa, bytemuck::cast_slice(memory), bytemuck::cast_slice_mut(out)),
        _ => out.copy_from_slice(&memory[..out.len()]),
    }
}

/// Fills a register with the first element of `memory`.
pub(crate) fn load_broadcast(element: ElementType, memory: &[u8], out: &mut [u8]) {
    fn fill<T: bytemuck::Pod>(memory: &[u8], out: &mut [u8]) {
        let value: T = bytemuck::pod_read_unaligned(&memory[..size_of::<T>()]);
        bytemuck::cast_slice_mut(out).fill(value);
    }
    match element {
        ElementType::F16 => {
            let value: f16 = bytemuck::pod_read_unaligned(&memory[..2]);
            bytemuck::cast_slice_mut::<u8, f32>(out).fill(value.to_f32());
        }
        _ => match element.bytes() {
            1 => fill::<u8>(memory, out),
            2 => fill::<u16>(memory, out),
            4 => fill::<u32>(memory, out),
            _ => fill::<u64>(memory, out),
        },
    }
}

/// Stores accumulators, rounded to the element type.
pub(crate) fn store_accumulator(isa: Isa, element: ElementType, accumulators: &[u8], memory: &mut [u8]) {
    match element {
        ElementType::Bf16 => {
            convert::f32_to_bf16(isa, bytemuck::cast_slice(accumulators), bytemuck::cast_slice_mut(memory))
        }
        _ => store(isa, element, accumulators, memory),
    }
}

/// Stores a register to contiguous memory. Its numbers must be representable in the element type.
pub(crate) fn store(isa: Isa, element: ElementType, register: &[u8], memory: &mut [u8]) {
    match element {
        ElementType::F16 => convert::f32_to_f16(isa, bytemuck::cast_slice(register), bytemuck::cast_slice_mut(memory)),
        _ => memory.copy_from_slice(register),
    }
}

/// A dimension of a strided load: its size, and its stride in elements.
pub(crate) type StridedDim = (usize, isize);

/// Loads the elements of `dims` from the row-major index `start` on; index zero is stored at element `offset`
/// of `memory`. As many elements are loaded as `out` holds.
pub(crate) fn load_strided(
    element: ElementType,
    memory: &[u8],
    offset: usize,
    dims: &[StridedDim],
    start: usize,
    out: &mut [u8],
) {
    match element {
        ElementType::F16 => read_strided(memory, offset, dims, start, bytemuck::cast_slice_mut(out), f16::to_f32),
        _ => match element.bytes() {
            1 => read_strided::<u8, u8>(memory, offset, dims, start, out, |x| x),
            2 => read_strided::<u16, u16>(memory, offset, dims, start, bytemuck::cast_slice_mut(out), |x| x),
            4 => read_strided::<u32, u32>(memory, offset, dims, start, bytemuck::cast_slice_mut(out), |x| x),
            _ => read_strided::<u64, u64>(memory, offset, dims, start, bytemuck::cast_slice_mut(out), |x| x),
        },
    }
}

fn read_strided<T: bytemuck::Pod, R: Copy>(
    memory: &[u8],
    offset: usize,
    dims: &[StridedDim],
    start: usize,
    mut out: &mut [R],
    f: impl Fn(T) -> R,
) {
    let memory: &[T] = bytemuck::cast_slice(memory);
    if out.is_empty() {
        return;
    }
    let Some(((inner, step), outer)) = dims.split_last() else {
        out.fill(f(memory[offset]));
        return;
    };
    // The outer index of the first element, and the element of `memory` where its innermost line begins.
    let mut index = vec![0usize; outer.len()];
    let mut rest = start / inner;
    let mut line = [offset as isize];
    for (i, (size, stride)) in index.iter_mut().zip(outer).rev() {
        *i = rest % size;
        rest /= size;
        line[0] += *i as isize * stride;
    }
    let mut column = start % inner;
    while !out.is_empty() {
        if let (0, Some((rows, stride)), Some(row)) = (column, outer.last(), index.last_mut())
            && *inner <= SHORT_LINE
            && out.len() >= *inner
        {
            // All lines along the next dimension at once.
            let rows = (rows - *row).min(out.len() / inner);
            let (now, later) = out.split_at_mut(rows * inner);
            read_short_lines(memory, line[0], (*stride, *step), *inner, now, &f);
            out = later;
            *row += rows - 1;
            line[0] += (rows - 1) as isize * stride;
            row_major::advance(&mut index, outer.iter().map(|(size, stride)| (*size, [*stride])), &mut line);
            continue;
        }
        let run = (inner - column).min(out.len());
        let (now, later) = out.split_at_mut(run);
        let first = (line[0] + column as isize * step) as usize;
        match step {
            0 => now.fill(f(memory[first])),
            1 => now.iter_mut().zip(&memory[first..first + run]).for_each(|(o, x)| *o = f(*x)),
            // The parts of complex numbers. After the last of these elements the memory may end.
            2 => {
                let last = first + 2 * (run - 1);
                now[run - 1] = f(memory[last]);
                now.iter_mut().zip(memory[first..last].as_chunks::<2>().0).for_each(|(o, [x, _])| *o = f(*x));
            }
            _ => {
                let mut from = first as isize;
                for o in now {
                    *o = f(memory[from as usize]);
                    from += step;
                }
            }
        }
        out = later;
        column = 0;
        row_major::advance(&mut index, outer.iter().map(|(size, stride)| (*size, [*stride])), &mut line);
    }
}

/// Elements of a line at most for which the lines of two dimensions are read together.
const SHORT_LINE: usize = 64;

/// Loads lines of `inner` elements, `stride` elements apart, whose elements are `step` apart.
#[inline(always)]
fn read_short_lines<T: bytemuck::Pod, R: Copy>(
    memory: &[T],
    first: isize,
    (stride, step): (isize, isize),
    inner: usize,
    out: &mut [R],
    f: &impl Fn(T) -> R,
) {
    let read_line = |line: isize, out: &mut [R]| {
        let mut from = line;
        for o in out {
            *o = f(memory[from as usize]);
            from += step;
        }
    };
    if stride == 0 {
        // The same line again and again: each copy doubles the filled part.
        read_line(first, &mut out[..inner]);
        let mut filled = inner;
        while filled < out.len() {
            let more = filled.min(out.len() - filled);
            out.copy_within(..more, filled);
            filled += more;
        }
        return;
    }
    let starts = (0..).map(|row: isize| first + row * stride);
    match (inner, step) {
        (2, 0) => starts.zip(out.as_chunks_mut::<2>().0).for_each(|(at, o)| *o = [f(memory[at as usize]); 2]),
        (3, 0) => starts.zip(out.as_chunks_mut::<3>().0).for_each(|(at, o)| *o = [f(memory[at as usize]); 3]),
        (4, 0) => starts.zip(out.as_chunks_mut::<4>().0).for_each(|(at, o)| *o = [f(memory[at as usize]); 4]),
        (_, 0) => starts.zip(out.chunks_exact_mut(inner)).for_each(|(at, o)| o.fill(f(memory[at as usize]))),
        _ => starts.zip(out.chunks_exact_mut(inner)).for_each(|(at, o)| read_line(at, o)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_lines_start_anywhere() {
        let memory: Vec<u8> = (0..80).collect();
        // Repeated lines, repeated elements, and lines with gaps, within a third dimension.
        for (stride, step) in [(0, 1), (0, 2), (1, 0), (5, 0), (7, 2), (-2, 1)] {
            for inner in [1usize, 2, 3, 4, 5] {
                let dims = [(3usize, 16isize), (4, stride), (inner, step)];
                let element = |i: usize| {
                    let (a, b, c) = (i / (4 * inner), i / inner % 4, i % inner);
                    (6 + a as isize * 16 + b as isize * stride + c as isize * step) as u8
                };
                let whole: Vec<u8> = (0..12 * inner).map(element).collect();
                for start in 0..whole.len() {
                    for end in start..whole.len() {
                        let mut out = vec![0; end - start];
                        load_strided(ElementType::Ui8, &memory, 6, &dims, start, &mut out);
                        assert_eq!(out, whole[start..end], "{dims:?} {start}..{end}");
                    }
                }
            }
        }
    }

    #[test]
    fn parts_of_complex_numbers_are_read_to_the_end() {
        let memory: Vec<u8> = (0..20).collect();
        for (offset, start, n) in [(0, 0, 10), (1, 0, 10), (1, 3, 7), (0, 9, 1), (1, 9, 1)] {
            let mut out = vec![0; n];
            load_strided(ElementType::Ui8, &memory, offset, &[(10, 2)], start, &mut out);
            let parts: Vec<u8> = (start..start + n).map(|i| (2 * i + offset) as u8).collect();
            assert_eq!(out, parts);
        }
    }

    #[test]
    fn strided_reads_start_anywhere() {
        let memory: Vec<u8> = (0..24).collect();
        // A transpose of [4, 6], read from each index to each later one.
        let dims = [(6usize, 1isize), (4, 6)];
        let whole: Vec<u8> = (0..24).map(|i| ((i % 4) * 6 + i / 4) as u8).collect();
        for start in 0..24 {
            for end in start..24 {
                let mut out = vec![0; end - start];
                load_strided(ElementType::Ui8, &memory, 0, &dims, start, &mut out);
                assert_eq!(out, whole[start..end]);
            }
        }
    }
}
