//! Products of f32 on tile registers, which multiply bf16: each operand is the sum of three bf16 numbers,
//! high, middle and low.
//!
//! Eight bits each make up all 24 bits of an f32. Of the nine products of parts six matter: the others are
//! below the last bit. XLA calls this algorithm `BF16_BF16_F32_X6` and takes it for f32 of the highest
//! precision on a tensor processor; StableHLO names it among the algorithms of `dot_general`. Six products of
//! bf16 take less than half the time of one of f32.
//!
//! If an operand is infinite or NaN, products of its zero parts would be wrong: sums that are not finite are
//! recomputed in f32, one by one.

use super::implementation::{GemmAlgorithm, GemmImplementation, GemmMemory};
use super::spec::GemmSpec;
use crate::candidate::Refusal;
use crate::element::{Element, MathMode, WriteMode};
use crate::isa::{Isa, WithSimd};
use crate::machine::Machine;
use crate::micro::amx_planes::{KPlane, multiply_planes};
use crate::micro::output::{MAX_PANEL_WIDTH, OutputPanel, store_rows};
use crate::micro::tile_registers::{RowTile, TILE, TileConfig, release};
use crate::scratch::{ScratchLayout, aligned};
use crate::simd::Simd;
use crate::simd::transpose::{EDGE, Square};
use std::mem::MaybeUninit;
use std::ops::Range;

/// bf16 parts of an f32.
const PARTS: usize = 3;
/// Bytes of an f32 in parts.
const PARTS_BYTES: usize = PARTS * 2;
/// Numbers of the reduction that go through the tiles at a time.
const STEP: usize = 2 * TILE;
/// Units of such a step in a tile's rows of the left operand.
const TILE_STEP: usize = PARTS * TILE * TILE;
/// Columns of a panel: two tiles.
const WIDTH: usize = 2 * TILE;
/// Units of a step in a panel of the right operand.
const PANEL_STEP: usize = PARTS * TILE * WIDTH;
/// Most numbers of the reduction in a block: a panel then takes 3/32 of the second-level cache, beside its
/// rows.
const KC: usize = Machine::REFERENCE.l2_bytes * 3 / 32 / (WIDTH * PARTS_BYTES);
/// Rows of a packed left block, which takes 9/16 of the second-level cache: six pairs of tiles.
const MC: usize = Machine::REFERENCE.l2_bytes * 9 / 16 / (KC * PARTS_BYTES);
/// Columns of a packed right block, which takes three quarters of the third-level cache.
const NC: usize = Machine::REFERENCE.l3_bytes * 3 / 4 / (KC * PARTS_BYTES);
/// Multiplications per number of both operands from which packing both of them pays.
const MIN_PRODUCTS_PER_NUMBER: usize = 100;
/// The parts that are multiplied, left and right, the smallest products first.
const PRODUCTS: [(usize, usize); 6] = [(2, 0), (0, 2), (1, 1), (1, 0), (0, 1), (0, 0)];

#[derive(Debug)]
pub(super) struct Bf16x6Gemm {
    isa: Isa,
    /// The product as it is computed: transposed if `swapped`.
    spec: GemmSpec,
    /// True if the operands are swapped.
    swapped: bool,
    /// True if the right operand was packed as a whole beforehand.
    prepacked: bool,
    /// Numbers in a block of the reduction: whole steps.
    depth: usize,
    /// The tiles that are multiplied in a block, in their order.
    planes: Vec<KPlane>,
    c_rows: Vec<usize>,
    scratch: ScratchOffsets,
}

#[derive(Debug)]
struct ScratchOffsets {
    layout: ScratchLayout,
    packed_a: usize,
    packed_b: usize,
}

/// The product as it is computed, and whether it is transposed: rows of the result must be contiguous.
fn orient(spec: &GemmSpec, prepacked: bool) -> (GemmSpec, bool) {
    let swapped = !prepacked && spec.out.strides[2] != 1;
    (if swapped { spec.transposed() } else { spec.clone() }, swapped)
}

impl Bf16x6Gemm {
    pub(super) fn accepts(spec: &GemmSpec, isa: Isa, prepacked: bool) -> Result<(), Refusal> {
        if !isa.has_amx() {
            return Err("there are no tile registers".into());
        }
        if spec.math_mode != MathMode::F32 || spec.elements() != [Element::F32; 3] {
            return Err("operands, products and result are not all f32".into());
        }
        if !spec.allow_reassociation {
            return Err("the specification does not allow reassociation".into());
        }
        let (GemmSpec { m, n, k, out, .. }, _) = orient(spec, prepacked);
        if out.strides[2] != 1 {
            return Err("neither rows nor columns of the result are contiguous".into());
        }
        if m < TILE / 2 || k < TILE {
            return Err(format!("{m} rows, sums of {k}: tiles need {} and {TILE}", TILE / 2).into());
        }
        // Packing both operands takes longer, the fewer products each of their numbers goes into.
        let pays = if prepacked { n >= TILE } else { m * n >= MIN_PRODUCTS_PER_NUMBER * (m + n) };
        if pays { Ok(()) } else { Err(format!("a {m}x{n} result: packing takes longer than is gained").into()) }
    }

    /// For a specification that is [accepted](Bf16x6Gemm::accepts).
    pub(super) fn new(spec: &GemmSpec, isa: Isa, prepacked: bool) -> Bf16x6Gemm {
        let (spec, swapped) = orient(spec, prepacked);
        let GemmSpec { m, n, k, .. } = spec;
        let blocks = k.div_ceil(KC);
        let depth = k.div_ceil(blocks).next_multiple_of(STEP);
        let planes = (0..depth / STEP).flat_map(|step| {
            let at = |part, step_units: usize| (step * step_units + part * step_units / PARTS) * size_of::<u32>();
            PRODUCTS.map(|(left, right)| KPlane { left: at(left, TILE_STEP), right: at(right, PANEL_STEP) })
        });
        let mut layout = ScratchLayout::default();
        let packed_a = layout.reserve(m.min(MC).div_ceil(TILE) * (depth / STEP) * TILE_STEP);
        let columns = if prepacked { 0 } else { n.min(NC).next_multiple_of(WIDTH) };
        let packed_b = layout.reserve(columns / WIDTH * (depth / STEP) * PANEL_STEP);
        Bf16x6Gemm {
            isa,
            swapped,
            prepacked,
            depth,
            planes: planes.collect(),
            c_rows: (0..m.min(MC)).map(|i| i * spec.out.strides[1]).collect(),
            scratch: ScratchOffsets { layout, packed_a, packed_b },
            spec,
        }
    }

    /// Steps of all blocks.
    fn steps(&self) -> usize {
        self.spec.k.div_ceil(self.depth) * self.depth / STEP
    }
}

impl GemmImplementation for Bf16x6Gemm {
    fn algorithm(&self) -> GemmAlgorithm {
        GemmAlgorithm::Bf16x6
    }

    fn name(&self) -> &'static str {
        match self.prepacked {
            true => "bf16x6 GEMM, rhs prepacked",
            false => "bf16x6 GEMM",
        }
    }

    fn scratch_bytes(&self) -> usize {
        self.scratch.layout.bytes()
    }

    fn takes_prepacked(&self) -> bool {
        self.prepacked
    }

    fn packed_panels(&self) -> (usize, usize) {
        (self.spec.n.div_ceil(WIDTH), self.steps() * PANEL_STEP * size_of::<u32>())
    }

    unsafe fn pack(&self, rhs: *const u8, panels: Range<usize>, to: *mut u8) {
        for (i, panel) in panels.enumerate() {
            let columns = panel * WIDTH..self.spec.n.min((panel + 1) * WIDTH);
            let to = to.wrapping_add(i * self.packed_panels().1).cast();
            self.isa.dispatch(PackRhs { plan: self, from: rhs.cast(), columns, k: 0..self.spec.k, to });
        }
    }

    unsafe fn run(&self, memory: GemmMemory<'_>, write: WriteMode) {
        let (lhs, rhs): (*const f32, *const f32) = (memory.lhs.as_ptr().cast(), memory.rhs.as_ptr().cast());
        let (a, b) = if self.swapped { (rhs, lhs) } else { (lhs, rhs) };
        let (out, scratch) = (memory.out.as_mut_ptr().cast(), aligned(memory.scratch));
        self.isa.dispatch(Run { plan: self, a, b, out, scratch, write });
    }
}

/// A line of f32 numbers, by their bits.
type Line = [u32; EDGE];

/// The high, middle and low parts of f32 numbers, as f32 bits whose lower halves are zero. Numbers that are
/// not finite are wholly in the first part.
#[inline(always)]
fn parts(line: &Line) -> [Line; PARTS] {
    const HIGH: u32 = 0xffff_0000;
    let [mut highs, mut middles, mut lows] = [[0u32; EDGE]; PARTS];
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

/// Reads a square of numbers, `row_step` and `column_step` elements apart, with zeros after `rows` and
/// `columns`.
///
/// # Safety
/// `from` is valid for the numbers.
#[inline(always)]
unsafe fn square<S: Simd>(
    from: *const f32,
    [rows, columns]: [usize; 2],
    [row_step, column_step]: [usize; 2],
) -> Square {
    let mut square = [[0u32; EDGE]; EDGE];
    // SAFETY: by contract.
    unsafe {
        let from: *const u32 = from.cast();
        if column_step == 1 {
            for (i, line) in square[..rows].iter_mut().enumerate() {
                let from = from.add(i * row_step);
                if columns == EDGE {
                    *line = from.cast::<[u32; EDGE]>().read_unaligned();
                } else {
                    (0..columns).for_each(|j| line[j] = from.add(j).read_unaligned());
                }
            }
        } else if row_step == 1 && rows == EDGE {
            let mut transposed = [[0u32; EDGE]; EDGE];
            for (j, line) in transposed[..columns].iter_mut().enumerate() {
                *line = from.add(j * column_step).cast::<[u32; EDGE]>().read_unaligned();
            }
            S::transpose(&transposed, square.as_mut_ptr().cast(), EDGE);
        } else {
            for (i, line) in square[..rows].iter_mut().enumerate() {
                (0..columns).for_each(|j| line[j] = from.add(i * row_step + j * column_step).read_unaligned());
            }
        }
    }
    square
}

/// Packs some columns of the right operand as `[block][step][part][pair of the step][column]`.
struct PackRhs<'a> {
    plan: &'a Bf16x6Gemm,
    /// The right operand's first element.
    from: *const f32,
    columns: Range<usize>,
    k: Range<usize>,
    to: *mut u32,
}

impl WithSimd for PackRhs<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self) {
        let [_, depth_step, column_step] = self.plan.spec.rhs.strides;
        let steps = (self.k.len()).div_ceil(self.plan.depth) * self.plan.depth / STEP;
        for step in 0..steps {
            for column in [0, EDGE] {
                let first = self.columns.start + column;
                let columns = self.columns.end.saturating_sub(first).min(EDGE);
                let to = self.to.wrapping_add(step * PANEL_STEP + column);
                for half in [0, EDGE] {
                    let k = self.k.start + step * STEP + half;
                    let rows = self.k.end.saturating_sub(k).min(EDGE);
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
    plan: &'a Bf16x6Gemm,
    a: *const f32,
    b: *const f32,
    out: *mut f32,
    scratch: *mut u8,
    write: WriteMode,
}

impl WithSimd for Run<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self) {
        let plan = self.plan;
        let packed_b: *mut u32 = self.scratch.wrapping_add(plan.scratch.packed_b).cast();
        for batch in 0..plan.spec.batch {
            let a = self.a.wrapping_add(batch * plan.spec.lhs.strides[0]);
            let out = self.out.wrapping_add(batch * plan.spec.out.strides[0]);
            let b = self.b.wrapping_add(if plan.prepacked { 0 } else { batch * plan.spec.rhs.strides[0] });
            for column in (0..plan.spec.n).step_by(NC) {
                let columns = column..plan.spec.n.min(column + NC);
                for k in (0..plan.spec.k).step_by(plan.depth) {
                    let depth = k..plan.spec.k.min(k + plan.depth);
                    let write = if k == 0 { self.write } else { WriteMode::Accumulate };
                    // A prepacked panel has all blocks of the reduction, one of ours only this one.
                    let (panels, panel_units) = if plan.prepacked {
                        let panel = plan.steps() * PANEL_STEP;
                        (b.cast::<u32>().wrapping_add(column / WIDTH * panel + k / STEP * PANEL_STEP), panel)
                    } else {
                        let panel = plan.depth / STEP * PANEL_STEP;
                        for first in columns.clone().step_by(WIDTH) {
                            let columns = first..columns.end.min(first + WIDTH);
                            let to = packed_b.wrapping_add((first - column) / WIDTH * panel);
                            WithSimd::with_simd::<S>(PackRhs { plan, from: b, columns, k: depth.clone(), to });
                        }
                        (packed_b.cast_const(), panel)
                    };
                    for row in (0..plan.spec.m).step_by(MC) {
                        let rows = row..plan.spec.m.min(row + MC);
                        let out = out.wrapping_add(row * plan.spec.out.strides[1] + column);
                        // SAFETY: rows, columns and steps are within the operands, the result and the scratch
                        // regions.
                        unsafe {
                            let packed = self.pack_lhs::<S>(a, &rows, &depth);
                            let block = Block { plan, packed, panels, panel_units, columns: columns.len() };
                            block.multiply::<S>(rows.len(), out, write);
                        }
                    }
                }
            }
        }
        // SAFETY: the machine has tiles, or `accepts` would have refused the plan.
        unsafe { release() }
    }
}

impl Run<'_> {
    /// Packs rows of the left operand as `[tile][step][part][row][pair of the step]`.
    ///
    /// # Safety
    /// As [`GemmImplementation::run`].
    #[inline(always)]
    unsafe fn pack_lhs<S: Simd>(&self, a: *const f32, rows: &Range<usize>, k: &Range<usize>) -> *const u32 {
        let plan = self.plan;
        let packed: *mut u32 = self.scratch.wrapping_add(plan.scratch.packed_a).cast();
        let [_, row_step, depth_step] = plan.spec.lhs.strides;
        for row in (0..rows.len()).step_by(EDGE) {
            let count = EDGE.min(rows.len() - row);
            for half in (0..plan.depth).step_by(EDGE) {
                let first = k.start + half;
                let depth = k.end.saturating_sub(first).min(EDGE);
                let from = a.wrapping_add((rows.start + row) * row_step + first * depth_step);
                // SAFETY: by contract; the packed rows are as long as reserved.
                unsafe {
                    let square = square::<S>(from, [count, depth], [row_step, depth_step]);
                    for (i, line) in square[..count].iter().enumerate() {
                        let step = row / TILE * (plan.depth / STEP) + half / STEP;
                        let to: *mut u16 = packed.add(step * TILE_STEP + i * TILE).cast::<u16>().add(half % STEP);
                        for (part, bits) in parts(line).iter().enumerate() {
                            let halves: [u16; EDGE] = std::array::from_fn(|i| (bits[i] >> 16) as u16);
                            to.add(part * TILE * STEP).cast::<[u16; EDGE]>().write_unaligned(halves);
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
    plan: &'a Bf16x6Gemm,
    packed: *const u32,
    panels: *const u32,
    panel_units: usize,
    columns: usize,
}

impl Block<'_> {
    /// # Safety
    /// As [`GemmImplementation::run`]; `out` is the block's first element.
    #[inline(always)]
    unsafe fn multiply<S: Simd>(&self, rows: usize, out: *mut f32, write: WriteMode) {
        let plan = self.plan;
        let tile_units = plan.depth / STEP * TILE_STEP;
        let mut configured = None;
        for column in (0..self.columns).step_by(WIDTH) {
            let panel = self.panels.wrapping_add(column / WIDTH * self.panel_units);
            let output = OutputPanel {
                out: out.wrapping_add(column).cast(),
                rows: &plan.c_rows[..rows],
                column_step: 1,
                columns: WIDTH.min(self.columns - column),
                element: Element::F32,
                write,
            };
            // The next panel comes from main memory.
            let next = panel.wrapping_add(self.panel_units).cast::<u8>();
            let next_bytes = plan.depth / STEP * PANEL_STEP * size_of::<u32>();
            let blocks = rows.div_ceil(2 * TILE);
            for (i, row) in (0..rows).step_by(2 * TILE).enumerate() {
                let prefetch = next.wrapping_add(i * next_bytes.div_ceil(blocks));
                let count = (rows - row).min(2 * TILE);
                output.prefetch_stores::<S, 2>(row, count);
                let upper = count.min(TILE);
                let pitch_bytes = TILE * size_of::<u32>();
                let tile = |row: usize, rows| RowTile { start: row / TILE * tile_units, rows, pitch_bytes };
                // An odd last tile goes with one row of itself.
                let tiles =
                    [tile(row, upper), if count > TILE { tile(row + TILE, count - TILE) } else { tile(row, 1) }];
                let config = TileConfig { rows: tiles.map(|tile| tile.rows), steps: TILE };
                // SAFETY: rows and panels are packed, the result has the rows, by contract.
                unsafe {
                    if configured != Some(config) {
                        config.load();
                        configured = Some(config);
                    }
                    let mut sums = multiply_planes(self.packed, tiles, panel, &plan.planes, prefetch);
                    if !are_finite::<S>(&sums.0[..count]) {
                        for (i, sums) in sums.0[..count].iter_mut().enumerate() {
                            let left = self.packed.add((row + i) / TILE * tile_units + (row + i) % TILE * TILE);
                            let sums = &mut *std::ptr::from_mut(sums).cast::<[f32; WIDTH]>();
                            recompute_exact(sums, left, panel, plan.depth / STEP);
                        }
                    }
                    store_rows::<S, 2>(&output, row, &sums.0[..count]);
                }
            }
        }
    }
}

/// Returns true if all sums are finite numbers.
///
/// # Safety
/// They are initialized, and the machine has `S`.
#[inline(always)]
unsafe fn are_finite<S: Simd>(sums: &[[MaybeUninit<f32>; MAX_PANEL_WIDTH]]) -> bool {
    // A number minus itself is zero only if it is finite.
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

/// Recomputes those sums of a row that are not finite, in f32.
///
/// # Safety
/// The row and the panel are valid for `steps` steps.
#[inline(never)]
unsafe fn recompute_exact(sums: &mut [f32; WIDTH], row: *const u32, panel: *const u32, steps: usize) {
    let whole = |units: *const u32, part_units: usize| {
        // SAFETY: passed on.
        let [high, middle, low] = [0, 1, 2].map(|part| unsafe { units.add(part * part_units).read() });
        let sum = |half: fn(u32) -> f32| half(high) + (half(middle) + half(low));
        [sum(|unit| f32::from_bits(unit << 16)), sum(|unit| f32::from_bits(unit & 0xffff_0000))]
    };
    let mut exact = [0f32; WIDTH];
    for (step, pair) in (0..steps).flat_map(|step| (0..TILE).map(move |pair| (step, pair))) {
        // SAFETY: by contract.
        unsafe {
            let left = whole(row.add(step * TILE_STEP + pair), TILE * TILE);
            for (column, sum) in exact.iter_mut().enumerate() {
                let right = whole(panel.add(step * PANEL_STEP + pair * WIDTH + column), TILE * WIDTH);
                *sum += left[0] * right[0];
                *sum += left[1] * right[1];
            }
        }
    }
    for (sum, exact) in sums.iter_mut().zip(exact) {
        if !sum.is_finite() {
            *sum = exact;
        }
    }
}
