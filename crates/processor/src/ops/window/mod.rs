//! `reduce_window` and `select_and_scatter`, a row of channels at a time.
//!
//! Windows of pictures with channels last cover one element of the last dimension: then whole rows of channels are
//! joined at once. Any other shape is seen as having one more dimension of size one.

mod pool;

use stablehlo::ops::{Binary, Direction, WindowDim};
use stablehlo::{ElementType, TensorType};

use pool::Plain;

use super::advance;
use crate::Result;
use crate::step::{Io, Kernel};
use crate::tile::Scalars;
use crate::tile::class::{Number, bf16_bits};

/// The windows over all dimensions but the row.
#[derive(Debug)]
struct Walk {
    window: Vec<WindowDim>,
    input: Vec<usize>,
    output: Vec<usize>,
    /// Elements of a row.
    row: usize,
    taps: Vec<Vec<usize>>,
}

impl Walk {
    fn new(window: &[WindowDim], input: &TensorType, output: &[usize]) -> Self {
        let trivial = |w: &WindowDim| *w == WindowDim::new(1);
        let (mut window, mut dims, mut output) = (window.to_vec(), input.dims.clone(), output.to_vec());
        let mut row = 1;
        if window.last().is_some_and(trivial) {
            window.pop();
            output.pop();
            row = dims.pop().unwrap_or(1);
        }
        let sizes: Vec<usize> = window.iter().map(|w| w.size).collect();
        let mut taps = Vec::new();
        if !sizes.contains(&0) {
            let mut tap = vec![0; sizes.len()];
            loop {
                taps.push(tap.clone());
                if !advance(&mut tap, &sizes) {
                    break;
                }
            }
        }
        Self { window, input: dims, output, row, taps }
    }

    /// Calls `f` with each window's row of the result and the rows of the input that its taps cover: for each tap the
    /// number of the row, or none where the tap lies on padding.
    fn each(&self, mut f: impl FnMut(usize, &[Option<usize>])) {
        if self.output.contains(&0) {
            return;
        }
        let mut at = vec![0; self.output.len()];
        let mut rows = vec![None; self.taps.len()];
        let mut window = 0;
        loop {
            for (row, tap) in rows.iter_mut().zip(&self.taps) {
                *row = self.row_of(&at, tap);
            }
            f(window, &rows);
            window += 1;
            if !advance(&mut at, &self.output) {
                return;
            }
        }
    }

    fn row_of(&self, at: &[usize], tap: &[usize]) -> Option<usize> {
        let mut row = 0;
        for (d, w) in self.window.iter().enumerate() {
            let place = (at[d] * w.stride + tap[d] * w.window_dilation) as i64 - w.pad_low;
            // Most are not dilated, and need no division for each tap.
            let (place, rest) = match w.base_dilation as i64 {
                1 => (place, 0),
                dilation => (place.div_euclid(dilation), place.rem_euclid(dilation)),
            };
            if place < 0 || rest != 0 || place >= self.input[d] as i64 {
                return None;
            }
            row = row * self.input[d] + place as usize;
        }
        Some(row)
    }
}

#[derive(Debug)]
pub(crate) struct ReduceWindow {
    walk: Walk,
    inputs: Vec<TensorType>,
    region: Scalars,
    /// The reduction, where it is of f32 or bf16 and has a loop of its own.
    fast: Option<Binary>,
    plain: Option<Plain>,
}

impl ReduceWindow {
    pub(crate) fn new(window: &[WindowDim], inputs: Vec<TensorType>, output: &[usize], region: Scalars) -> Self {
        let fast = region.as_binary().filter(|op| {
            matches!(op, Binary::Add | Binary::Maximum | Binary::Minimum)
                && matches!(inputs[0].element, ElementType::F32 | ElementType::Bf16)
                && inputs.len() == 1
        });
        let walk = Walk::new(window, &inputs[0], output);
        Self { plain: Plain::new(&walk), walk, inputs, region, fast }
    }
}

impl Kernel for ReduceWindow {
    fn run(&self, mut io: Io<'_>) -> Result<()> {
        let row = self.walk.row;
        if let Some(op) = self.fast {
            let mut acc = vec![0f32; row];
            let init = if self.inputs[0].element == ElementType::Bf16 {
                widen(io.reads[1][0] as u16 | (io.reads[1][1] as u16) << 8)
            } else {
                bytemuck::cast_slice::<u8, f32>(io.reads[1])[0]
            };
            let bf16 = self.inputs[0].element == ElementType::Bf16;
            let (isa, input, out) = (io.isa, io.reads[0], &mut *io.writes[0]);
            if let Some(plain) = &self.plain {
                pool::pool(isa, plain, op, bf16, init, input, out);
                return Ok(());
            }
            self.walk.each(|window, rows| {
                let job = Join { op, bf16, init, rows, input, window, acc: &mut acc, out };
                crate::tile::multiversion!(isa, join(job: Join<'_>));
            });
            return Ok(());
        }
        let n = self.inputs.len();
        let bytes: Vec<usize> = self.inputs.iter().map(|t| t.element.bytes()).collect();
        let buffers = || bytes.iter().map(|b| vec![0u64; (row * b).div_ceil(8)]).collect::<Vec<_>>();
        let (mut acc, mut next) = (buffers(), buffers());
        let mut registers = Default::default();
        let Io { reads, writes, .. } = &mut io;
        self.walk.each(|window, rows| {
            for i in 0..n {
                let acc = &mut bytemuck::cast_slice_mut::<u64, u8>(&mut acc[i])[..row * bytes[i]];
                acc.chunks_exact_mut(bytes[i]).for_each(|e| e.copy_from_slice(&reads[n + i][..bytes[i]]));
            }
            for from in rows.iter().flatten() {
                let mut operands: Vec<&[u8]> =
                    acc.iter().zip(&bytes).map(|(a, b)| &bytemuck::cast_slice(a)[..row * b]).collect();
                operands.extend((0..n).map(|i| &reads[i][from * row * bytes[i]..(from + 1) * row * bytes[i]]));
                let mut outs: Vec<&mut [u8]> = next
                    .iter_mut()
                    .zip(&bytes)
                    .map(|(a, b)| &mut bytemuck::cast_slice_mut::<u64, u8>(a)[..row * b])
                    .collect();
                self.region.run(row, &operands, &mut outs, &mut registers);
                std::mem::swap(&mut acc, &mut next);
            }
            for i in 0..n {
                let size = row * bytes[i];
                writes[i][window * size..(window + 1) * size].copy_from_slice(&bytemuck::cast_slice(&acc[i])[..size]);
            }
        });
        Ok(())
    }
}

#[inline(always)]
fn widen(bits: u16) -> f32 {
    f32::from_bits((bits as u32) << 16)
}

/// One window: the rows it covers, joined in `acc` and written to the result.
struct Join<'a> {
    op: Binary,
    bf16: bool,
    init: f32,
    rows: &'a [Option<usize>],
    input: &'a [u8],
    window: usize,
    acc: &'a mut [f32],
    out: &'a mut [u8],
}

#[inline(always)]
fn join(job: Join<'_>) {
    let Join { op, bf16, init, rows, input, window, acc, out } = job;
    let row = acc.len();
    acc.fill(init);
    macro_rules! join_with {
        ($x:ident, $widen:expr) => {
            match op {
                Binary::Add => acc.iter_mut().zip($x).for_each(|(a, x)| *a += $widen(*x)),
                Binary::Maximum => acc.iter_mut().zip($x).for_each(|(a, x)| *a = Number::max(*a, $widen(*x))),
                _ => acc.iter_mut().zip($x).for_each(|(a, x)| *a = Number::min(*a, $widen(*x))),
            }
        };
    }
    if bf16 {
        let input: &[u16] = bytemuck::cast_slice(input);
        for from in rows.iter().flatten() {
            let x = &input[from * row..(from + 1) * row];
            join_with!(x, widen);
        }
        let out = &mut bytemuck::cast_slice_mut::<u8, u16>(out)[window * row..(window + 1) * row];
        out.iter_mut().zip(&*acc).for_each(|(o, a)| *o = bf16_bits(*a));
    } else {
        let input: &[f32] = bytemuck::cast_slice(input);
        for from in rows.iter().flatten() {
            let x = &input[from * row..(from + 1) * row];
            join_with!(x, |x: f32| x);
        }
        bytemuck::cast_slice_mut::<u8, f32>(out)[window * row..(window + 1) * row].copy_from_slice(acc);
    }
}

/// `select_and_scatter`: each window of the operand gives its source element to the element it selects.
#[derive(Debug)]
pub(crate) struct SelectAndScatter {
    walk: Walk,
    element: ElementType,
    select: Scalars,
    scatter: Scalars,
    /// Of f32 or bf16, selecting the first greatest and adding: it has a loop of its own.
    fast: bool,
    /// Windows inside the operand that do not meet.
    plain: Option<Plain>,
}

impl SelectAndScatter {
    pub(crate) fn new(
        window: &[WindowDim],
        operand: &TensorType,
        source: &TensorType,
        select: Scalars,
        scatter: Scalars,
    ) -> Self {
        let fast = matches!(operand.element, ElementType::F32 | ElementType::Bf16)
            && select.as_compare() == Some(Direction::Ge)
            && scatter.as_binary() == Some(Binary::Add);
        let walk = Walk::new(window, operand, &source.dims);
        let plain = Plain::new(&walk).filter(|p| p.apart);
        Self { plain, walk, element: operand.element, select, scatter, fast }
    }
}

impl Kernel for SelectAndScatter {
    fn run(&self, mut io: Io<'_>) -> Result<()> {
        let b = self.element.bytes();
        let row = self.walk.row;
        let (operand, source, init) = (io.reads[0], io.reads[1], &io.reads[2][..b]);
        let (isa, out) = (io.isa, &mut *io.writes[0]);
        let bf16 = self.element == ElementType::Bf16;
        if let (Some(plain), true) = (&self.plain, self.fast && init.iter().all(|b| *b == 0)) {
            if !plain.covering {
                out.fill(0);
            }
            pool::route(isa, plain, bf16, operand, source, out);
            return Ok(());
        }
        out.chunks_exact_mut(b).for_each(|e| e.copy_from_slice(init));
        let mut chosen = vec![0u32; row];
        if self.fast {
            let mut best = vec![0f32; row];
            self.walk.each(|window, rows| {
                let (best, chosen) = (&mut best[..], &mut chosen[..]);
                let job = Route { bf16, rows, operand, source, window, best, chosen, out };
                crate::tile::multiversion!(isa, route(job: Route<'_>));
            });
            return Ok(());
        }
        let (mut best, mut joined) = (vec![0u64; (row * b).div_ceil(8)], vec![0u64; (row * b).div_ceil(8)]);
        let mut flags = vec![0u8; row];
        let mut registers = Default::default();
        let size = row * b;
        self.walk.each(|window, rows| {
            let best = &mut bytemuck::cast_slice_mut::<u64, u8>(&mut best)[..size];
            let mut any = false;
            for (tap, from) in rows.iter().enumerate().filter_map(|(tap, r)| r.map(|r| (tap, r))) {
                let x = &operand[from * size..(from + 1) * size];
                if !any {
                    any = true;
                    best.copy_from_slice(x);
                    chosen.fill(tap as u32);
                    continue;
                }
                self.select.run(row, &[best, x], &mut [&mut flags[..]], &mut registers);
                for (i, _) in flags.iter().enumerate().filter(|(_, f)| **f == 0) {
                    best[i * b..(i + 1) * b].copy_from_slice(&x[i * b..(i + 1) * b]);
                    chosen[i] = tap as u32;
                }
            }
            let source = &source[window * size..(window + 1) * size];
            for (tap, to) in rows.iter().enumerate().filter_map(|(tap, r)| r.map(|r| (tap, r))) {
                let joined = &mut bytemuck::cast_slice_mut::<u64, u8>(&mut joined)[..size];
                let there = &mut out[to * size..(to + 1) * size];
                self.scatter.run(row, &[there, source], &mut [&mut *joined], &mut registers);
                for (i, _) in chosen.iter().enumerate().filter(|(_, c)| **c == tap as u32) {
                    there[i * b..(i + 1) * b].copy_from_slice(&joined[i * b..(i + 1) * b]);
                }
            }
        });
        Ok(())
    }
}

/// One window: which tap each channel selects, and the source added there.
struct Route<'a> {
    bf16: bool,
    rows: &'a [Option<usize>],
    operand: &'a [u8],
    source: &'a [u8],
    window: usize,
    best: &'a mut [f32],
    chosen: &'a mut [u32],
    out: &'a mut [u8],
}

#[inline(always)]
fn route(job: Route<'_>) {
    let Route { bf16, rows, operand, source, window, best, chosen, out } = job;
    let row = best.len();
    macro_rules! route_with {
        ($t:ty, $widen:expr, $narrow:expr) => {{
            let operand: &[$t] = bytemuck::cast_slice(operand);
            let source = &bytemuck::cast_slice::<u8, $t>(source)[window * row..(window + 1) * row];
            let out: &mut [$t] = bytemuck::cast_slice_mut(out);
            let mut any = false;
            for (tap, from) in rows.iter().enumerate() {
                let Some(from) = from else { continue };
                let x = &operand[from * row..(from + 1) * row];
                if !any {
                    any = true;
                    best.iter_mut().zip(x).for_each(|(b, x)| *b = $widen(*x));
                    chosen.fill(tap as u32);
                    continue;
                }
                for ((b, c), x) in best.iter_mut().zip(chosen.iter_mut()).zip(x) {
                    let x = $widen(*x);
                    let stays = *b >= x;
                    *b = if stays { *b } else { x };
                    *c = if stays { *c } else { tap as u32 };
                }
            }
            for (tap, to) in rows.iter().enumerate() {
                let Some(to) = to else { continue };
                let there = &mut out[to * row..(to + 1) * row];
                for ((o, c), s) in there.iter_mut().zip(chosen.iter()).zip(source) {
                    let add = if *c == tap as u32 { $widen(*s) } else { 0.0 };
                    *o = $narrow($widen(*o) + add);
                }
            }
        }};
    }
    if bf16 {
        route_with!(u16, widen, bf16_bits);
    } else {
        route_with!(f32, |x: f32| x, |x: f32| x);
    }
}
