//! Products of f32 on tile registers, which multiply bf16: each operand is the sum of three bf16 numbers, high, middle and low.
//!
//! Eight bits each make up all 24 bits of an f32. Of the nine products of parts six matter: those left out are below the last
//! bit. XLA calls this algorithm `BF16_BF16_F32_X6` and takes it for f32 of the highest precision on a tensor processor;
//! StableHLO names it among the algorithms of `dot_general`. Six products of bf16 take less than half the time of one of f32.
//!
//! Where an operand is infinite or not a number, products of its zero parts would be wrong: sums that come out so are
//! computed again, one by one.

use super::{GemmOperand, GemmSpec, MathMode, WriteMode};
use crate::amx::{Plane, RowTile, Shape, TILE, multiply_planes, release};
use crate::element::Element;
use crate::isa::{Isa, WithSimd};
use crate::panel::{Target, store_rows};
use crate::scratch::{ScratchLayout, aligned};
use crate::simd::Simd;
use crate::turn::{BLOCK, Square};
use std::mem::MaybeUninit;
use std::ops::Range;

/// Parts of a number.
const PARTS: usize = 3;
/// Numbers of the reduction that go through the tiles at a time.
const STEP: usize = 2 * TILE;
/// Units of such a step in a tile's rows of the left operand.
const TILE_STEP: usize = PARTS * TILE * TILE;
/// Columns of a panel: two tiles.
const WIDTH: usize = 2 * TILE;
/// Units of a step in a panel of the right operand.
const PANEL_STEP: usize = PARTS * TILE * WIDTH;
/// Most numbers of the reduction in a block.
const DEPTH: usize = 512;
/// Rows of a packed left block, which stays in the second-level cache.
const ROWS: usize = 192;
/// Columns of a packed right block.
const COLUMNS: usize = 4096;
/// Products that a number of both operands together goes into, at least, where both have to be packed.
const PRODUCTS_OF_A_NUMBER: usize = 100;
/// Which parts are multiplied, left and right, the smallest products first.
const PRODUCTS: [(usize, usize); 6] = [(2, 0), (0, 2), (1, 1), (1, 0), (0, 1), (0, 0)];

#[derive(Debug, Clone)]
pub(super) struct Split {
    isa: Isa,
    batch: usize,
    m: usize,
    n: usize,
    k: usize,
    a: GemmOperand,
    b: GemmOperand,
    c: GemmOperand,
    /// Whether `a` is the right operand: the transposed product is then computed.
    swapped: bool,
    /// Whether all of `b` was packed beforehand.
    prepared: bool,
    /// Numbers in a block of the reduction: whole steps.
    depth: usize,
    /// What is multiplied in a block, in turn.
    planes: Vec<Plane>,
    c_rows: Vec<usize>,
    packed_a: usize,
    packed_b: usize,
    scratch: ScratchLayout,
}

impl Split {
    /// The plan, where tiles may do it and are worth their while.
    pub(super) fn new(spec: &GemmSpec, isa: Isa, prepared: bool) -> Option<Split> {
        let is_f32 = spec.math_mode == MathMode::F32 && spec.elements() == [Element::F32; 3];
        if isa != Isa::Amx || !is_f32 || !spec.allow_reassociation {
            return None;
        }
        let swapped = !prepared && spec.out.strides[2] != 1;
        let GemmSpec { batch, m, n, k, lhs: a, rhs: b, out: c, .. } =
            if swapped { spec.transposed() } else { spec.clone() };
        // Packing both operands takes the longer the fewer products each of their numbers goes into.
        let pays = if prepared { n >= TILE } else { m * n >= PRODUCTS_OF_A_NUMBER * (m + n) };
        if c.strides[2] != 1 || m < TILE / 2 || k < TILE || !pays {
            return None;
        }
        let blocks = k.div_ceil(DEPTH);
        let depth = k.div_ceil(blocks).next_multiple_of(STEP);
        let planes = (0..depth / STEP).flat_map(|step| {
            let at = |part, step_units: usize| (step * step_units + part * step_units / PARTS) * size_of::<u32>();
            PRODUCTS.map(|(left, right)| Plane { left: at(left, TILE_STEP), right: at(right, PANEL_STEP) })
        });
        let mut scratch = ScratchLayout::default();
        let packed_a = scratch.reserve(m.min(ROWS).div_ceil(TILE) * (depth / STEP) * TILE_STEP);
        let columns = if prepared { 0 } else { n.min(COLUMNS).next_multiple_of(WIDTH) };
        let packed_b = scratch.reserve(columns / WIDTH * (depth / STEP) * PANEL_STEP);
        Some(Split {
            isa,
            batch,
            m,
            n,
            k,
            a,
            b,
            c,
            swapped,
            prepared,
            depth,
            planes: planes.collect(),
            c_rows: (0..m.min(ROWS)).map(|i| i * c.strides[1]).collect(),
            packed_a,
            packed_b,
            scratch,
        })
    }

    pub(super) fn scratch_bytes(&self) -> usize {
        self.scratch.bytes()
    }

    pub(super) fn name(&self) -> &'static str {
        match self.prepared {
            true => "gemm of three bf16 parts, rhs packed before",
            false => "gemm of three bf16 parts",
        }
    }

    pub(super) fn takes_packed(&self) -> bool {
        self.prepared
    }

    /// Panels of the packed right operand, and the bytes of each.
    pub(super) fn panels(&self) -> (usize, usize) {
        (self.n.div_ceil(WIDTH), self.steps() * PANEL_STEP * size_of::<u32>())
    }

    /// Steps of all blocks.
    fn steps(&self) -> usize {
        self.k.div_ceil(self.depth) * self.depth / STEP
    }

    /// Packs some panels of the right operand.
    ///
    /// # Safety
    /// The operand is valid for its span, `to` for the bytes of the panels.
    pub(super) unsafe fn pack(&self, rhs: *const u8, panels: Range<usize>, to: *mut u8) {
        for (i, panel) in panels.enumerate() {
            let columns = panel * WIDTH..self.n.min((panel + 1) * WIDTH);
            let to = to.wrapping_add(i * self.panels().1).cast();
            self.isa.dispatch(PackRight { plan: self, from: rhs.cast(), columns, k: 0..self.k, to });
        }
    }

    /// # Safety
    /// The operands and the result are valid for their spans (a prepared right operand for all of its panels), `scratch` is
    /// as long as asked for.
    pub(super) unsafe fn run(
        &self,
        lhs: *const u8,
        rhs: *const u8,
        out: *mut u8,
        scratch: &mut [u8],
        write: WriteMode,
    ) {
        let (a, b) = if self.swapped { (rhs, lhs) } else { (lhs, rhs) };
        let scratch = aligned(scratch);
        self.isa.dispatch(Run { plan: self, a: a.cast(), b: b.cast(), out: out.cast(), scratch, write });
    }
}

/// A line of f32, by their bits.
type Line = [u32; BLOCK];

/// The high, middle and low parts of f32, as f32 bits whose lower halves are zero. Other than finite numbers are all in the
/// first.
#[inline(always)]
fn parts(line: &Line) -> [Line; PARTS] {
    const HIGH: u32 = 0xffff_0000;
    let [mut highs, mut middles, mut lows] = [[0u32; BLOCK]; PARTS];
    for (i, &bits) in line.iter().enumerate() {
        let x = f32::from_bits(bits);
        let quiet = if x.is_nan() { 0x0040_0000 } else { 0 };
        let high = bits & HIGH;
        let is_finite = bits & 0x7f80_0000 != 0x7f80_0000;
        // Both differences are exact.
        let rest = if is_finite { x - f32::from_bits(high) } else { 0.0 };
        let middle = rest.to_bits() & HIGH;
        highs[i] = high | quiet;
        middles[i] = middle;
        lows[i] = (rest - f32::from_bits(middle)).to_bits() & HIGH;
    }
    [highs, middles, lows]
}

/// A square of numbers, `row_step` and `column_step` elements apart; zeros where `rows` and `columns` end.
///
/// # Safety
/// `from` is valid for the numbers.
#[inline(always)]
unsafe fn square<S: Simd>(
    from: *const f32,
    [rows, columns]: [usize; 2],
    [row_step, column_step]: [usize; 2],
) -> Square {
    let mut square = [[0u32; BLOCK]; BLOCK];
    // SAFETY: by contract.
    unsafe {
        let from: *const u32 = from.cast();
        if column_step == 1 {
            for (i, line) in square[..rows].iter_mut().enumerate() {
                let from = from.add(i * row_step);
                if columns == BLOCK {
                    *line = from.cast::<[u32; BLOCK]>().read_unaligned();
                } else {
                    (0..columns).for_each(|j| line[j] = from.add(j).read_unaligned());
                }
            }
        } else if row_step == 1 && rows == BLOCK {
            let mut turned = [[0u32; BLOCK]; BLOCK];
            for (j, line) in turned[..columns].iter_mut().enumerate() {
                *line = from.add(j * column_step).cast::<[u32; BLOCK]>().read_unaligned();
            }
            S::turn(&turned, square.as_mut_ptr().cast(), BLOCK);
        } else {
            for (i, line) in square[..rows].iter_mut().enumerate() {
                (0..columns).for_each(|j| line[j] = from.add(i * row_step + j * column_step).read_unaligned());
            }
        }
    }
    square
}

/// Packs some columns of the right operand as `[block][step][part][pair of the step][column]`.
struct PackRight<'a> {
    plan: &'a Split,
    /// The right operand's first element.
    from: *const f32,
    columns: Range<usize>,
    k: Range<usize>,
    to: *mut u32,
}

impl WithSimd for PackRight<'_> {
    #[inline(always)]
    fn with_simd<S: Simd>(self) {
        let [_, depth_step, column_step] = self.plan.b.strides;
        let steps = (self.k.len()).div_ceil(self.plan.depth) * self.plan.depth / STEP;
        for step in 0..steps {
            for column in [0, BLOCK] {
                let first = self.columns.start + column;
                let columns = self.columns.end.saturating_sub(first).min(BLOCK);
                let to = self.to.wrapping_add(step * PANEL_STEP + column);
                for half in [0, BLOCK] {
                    let k = self.k.start + step * STEP + half;
                    let rows = self.k.end.saturating_sub(k).min(BLOCK);
                    let from = self.from.wrapping_add(k * depth_step + first * column_step);
                    // SAFETY: the numbers exist, and the panel is as long as all of its steps.
                    unsafe {
                        let square = square::<S>(from, [rows, columns], [depth_step, column_step]);
                        for (pair, lines) in square.as_chunks::<2>().0.iter().enumerate() {
                            let to = to.add((half / 2 + pair) * WIDTH);
                            let [first, second] = [parts(&lines[0]), parts(&lines[1])];
                            for (part, (first, second)) in first.iter().zip(&second).enumerate() {
                                let pairs: Line = std::array::from_fn(|i| first[i] >> 16 | second[i]);
                                to.add(part * TILE * WIDTH).cast::<Line>().write_unaligned(pairs);
                            }
                        }
                    }
                }
            }
        }
    }
}

struct Run<'a> {
    plan: &'a Split,
    a: *const f32,
    b: *const f32,
    out: *mut f32,
    scratch: *mut u8,
    write: WriteMode,
}

impl WithSimd for Run<'_> {
    #[inline(always)]
    fn with_simd<S: Simd>(self) {
        let plan = self.plan;
        let packed_b: *mut u32 = self.scratch.wrapping_add(plan.packed_b).cast();
        for batch in 0..plan.batch {
            let a = self.a.wrapping_add(batch * plan.a.strides[0]);
            let out = self.out.wrapping_add(batch * plan.c.strides[0]);
            let b = self.b.wrapping_add(if plan.prepared { 0 } else { batch * plan.b.strides[0] });
            for column in (0..plan.n).step_by(COLUMNS) {
                let columns = column..plan.n.min(column + COLUMNS);
                for k in (0..plan.k).step_by(plan.depth) {
                    let depth = k..plan.k.min(k + plan.depth);
                    let write = if k == 0 { self.write } else { WriteMode::Accumulate };
                    // A prepared panel has all blocks, one of ours this one only.
                    let (panels, panel_units) = if plan.prepared {
                        let panel = plan.steps() * PANEL_STEP;
                        (b.cast::<u32>().wrapping_add(column / WIDTH * panel + k / STEP * PANEL_STEP), panel)
                    } else {
                        let panel = plan.depth / STEP * PANEL_STEP;
                        for first in columns.clone().step_by(WIDTH) {
                            let columns = first..columns.end.min(first + WIDTH);
                            let to = packed_b.wrapping_add((first - column) / WIDTH * panel);
                            WithSimd::with_simd::<S>(PackRight { plan, from: b, columns, k: depth.clone(), to });
                        }
                        (packed_b.cast_const(), panel)
                    };
                    for row in (0..plan.m).step_by(ROWS) {
                        let rows = row..plan.m.min(row + ROWS);
                        let out = out.wrapping_add(row * plan.c.strides[1] + column);
                        // SAFETY: rows, columns and steps lie within the operands, the result and the scratch regions.
                        unsafe {
                            let packed = self.pack_left::<S>(a, &rows, &depth);
                            let block = Block { plan, packed, panels, panel_units, columns: columns.len() };
                            block.multiply::<S>(rows.len(), out, write);
                        }
                    }
                }
            }
        }
        // SAFETY: the machine has tiles, or there would be no such plan.
        unsafe { release() }
    }
}

impl Run<'_> {
    /// Packs rows of the left operand as `[tile][step][part][row][pair of the step]`.
    ///
    /// # Safety
    /// As [`Split::run`].
    #[inline(always)]
    unsafe fn pack_left<S: Simd>(&self, a: *const f32, rows: &Range<usize>, k: &Range<usize>) -> *const u32 {
        let plan = self.plan;
        let packed: *mut u32 = self.scratch.wrapping_add(plan.packed_a).cast();
        let [_, row_step, depth_step] = plan.a.strides;
        for row in (0..rows.len()).step_by(BLOCK) {
            let count = BLOCK.min(rows.len() - row);
            for half in (0..plan.depth).step_by(BLOCK) {
                let first = k.start + half;
                let depth = k.end.saturating_sub(first).min(BLOCK);
                let from = a.wrapping_add((rows.start + row) * row_step + first * depth_step);
                // SAFETY: by contract; the packed rows are as long as reserved.
                unsafe {
                    let square = square::<S>(from, [count, depth], [row_step, depth_step]);
                    for (i, line) in square[..count].iter().enumerate() {
                        let step = row / TILE * (plan.depth / STEP) + half / STEP;
                        let to: *mut u16 = packed.add(step * TILE_STEP + i * TILE).cast::<u16>().add(half % STEP);
                        for (part, bits) in parts(line).iter().enumerate() {
                            let halves: [u16; BLOCK] = std::array::from_fn(|i| (bits[i] >> 16) as u16);
                            to.add(part * TILE * STEP).cast::<[u16; BLOCK]>().write_unaligned(halves);
                        }
                    }
                }
            }
        }
        packed
    }
}

/// Packed rows against packed panels.
struct Block<'a> {
    plan: &'a Split,
    packed: *const u32,
    panels: *const u32,
    panel_units: usize,
    columns: usize,
}

impl Block<'_> {
    /// # Safety
    /// As [`Split::run`]; `out` is the block's first element.
    #[inline(always)]
    unsafe fn multiply<S: Simd>(&self, rows: usize, out: *mut f32, write: WriteMode) {
        let plan = self.plan;
        let tile_units = plan.depth / STEP * TILE_STEP;
        let mut configured = None;
        for column in (0..self.columns).step_by(WIDTH) {
            let panel = self.panels.wrapping_add(column / WIDTH * self.panel_units);
            let target = Target {
                out: out.wrapping_add(column).cast(),
                rows: &plan.c_rows[..rows],
                column_step: 1,
                columns: WIDTH.min(self.columns - column),
                element: Element::F32,
                write,
            };
            // The next panel comes from far away.
            let next = panel.wrapping_add(self.panel_units).cast::<u8>();
            let next_bytes = plan.depth / STEP * PANEL_STEP * size_of::<u32>();
            let blocks = rows.div_ceil(2 * TILE);
            for (i, row) in (0..rows).step_by(2 * TILE).enumerate() {
                let ahead = next.wrapping_add(i * next_bytes.div_ceil(blocks));
                let count = (rows - row).min(2 * TILE);
                target.ask_for::<S, 2>(row, count);
                let upper = count.min(TILE);
                let apart = TILE * size_of::<u32>();
                let tile = |row: usize, rows| RowTile { start: row / TILE * tile_units, rows, apart };
                // An odd last tile goes with one row of itself.
                let tiles =
                    [tile(row, upper), if count > TILE { tile(row + TILE, count - TILE) } else { tile(row, 1) }];
                let shape = Shape { rows: tiles.map(|tile| tile.rows), steps: TILE };
                // SAFETY: rows and panels are packed, the result has the rows, by contract.
                unsafe {
                    if configured != Some(shape) {
                        shape.load();
                        configured = Some(shape);
                    }
                    let mut sums = multiply_planes(self.packed, tiles, panel, &plan.planes, ahead);
                    if !are_finite::<S>(&sums.0[..count]) {
                        for (i, sums) in sums.0[..count].iter_mut().enumerate() {
                            let left = self.packed.add((row + i) / TILE * tile_units + (row + i) % TILE * TILE);
                            let sums = &mut *std::ptr::from_mut(sums).cast::<[f32; WIDTH]>();
                            exactly(sums, left, panel, plan.depth / STEP);
                        }
                    }
                    store_rows::<S, 2>(&target, row, &sums.0[..count]);
                }
            }
        }
    }
}

/// Whether all sums are finite numbers.
///
/// # Safety
/// They are initialised, and the machine has `S`.
#[inline(always)]
unsafe fn are_finite<S: Simd>(sums: &[[MaybeUninit<f32>; WIDTH]]) -> bool {
    // What is not leaves no number when it is taken from itself.
    // SAFETY: by contract.
    unsafe {
        let mut differences = [S::splat(0.0); WIDTH / TILE];
        for row in sums {
            for (j, difference) in differences.iter_mut().enumerate() {
                let sum = S::load(row.as_ptr().add(j * TILE).cast());
                *difference = S::add(*difference, S::sub(sum, sum));
            }
        }
        let mut lanes = [0f32; TILE];
        S::store(lanes.as_mut_ptr().cast(), S::add(differences[0], differences[1]));
        lanes.iter().sum::<f32>() == 0.0
    }
}

/// Computes those sums of a row again that are not finite, in f32.
///
/// # Safety
/// The row and the panel are valid for so many steps.
#[inline(never)]
unsafe fn exactly(sums: &mut [f32; WIDTH], row: *const u32, panel: *const u32, steps: usize) {
    let whole = |units: *const u32, apart: usize| {
        // SAFETY: passed on.
        let [high, middle, low] = [0, 1, 2].map(|part| unsafe { units.add(part * apart).read() });
        let sum = |half: fn(u32) -> f32| half(high) + (half(middle) + half(low));
        [sum(|unit| f32::from_bits(unit << 16)), sum(|unit| f32::from_bits(unit & 0xffff_0000))]
    };
    let mut again = [0f32; WIDTH];
    for (step, pair) in (0..steps).flat_map(|step| (0..TILE).map(move |pair| (step, pair))) {
        // SAFETY: by contract.
        unsafe {
            let left = whole(row.add(step * TILE_STEP + pair), TILE * TILE);
            for (column, sum) in again.iter_mut().enumerate() {
                let right = whole(panel.add(step * PANEL_STEP + pair * WIDTH + column), TILE * WIDTH);
                *sum += left[0] * right[0];
                *sum += left[1] * right[1];
            }
        }
    }
    for (sum, again) in sums.iter_mut().zip(again) {
        if !sum.is_finite() {
            *sum = again;
        }
    }
}
