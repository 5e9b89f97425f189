//! Blocked GEMM, after Goto and van de Geijn, "Anatomy of high-performance matrix multiplication" (2008).
//!
//! A block of the right operand is packed for the second-level cache, its panels for the first-level one. The
//! left operand is read in place if its rows are units already, or else packed block by block. The right
//! operand may also have been packed as a whole beforehand, for several products with it, or be read in
//! place, for few rows.
//!
//! Names are those of BLIS: a block has `MC` rows, `NC` columns and `KC` units of the reduction.

use super::implementation::{GemmAlgorithm, GemmImplementation, GemmMemory};
use super::operand_modes::{KC, LhsMode, MC, NC, OUTER_ROWS, RhsMode, estimate_cost, is_read_in_place, lhs_mode};
use super::spec::{GemmOperand, GemmSpec};
use crate::element::{Element, WriteMode};
use crate::isa::Isa;
use crate::micro::output::OutputPanel;
use crate::micro::panel::{
    BANDWIDTH_BOUND_MAX_ROWS, ColumnPanel, LhsRows, MAX_PANEL_VECTORS, PanelKernel, ROW_SLACK_UNITS, column_panels,
};
use crate::micro::run_panel;
use crate::pack::{PackColumns, PackPanels, PackRows, PackTransposed, StoreAccumulators};
use crate::prefetch::PrefetchRanges;
use crate::scratch::{ScratchLayout, aligned};
use crate::unit::{ElementPtr, Unit};
use std::ops::{Range, RangeInclusive};

/// Units of the reduction between prefetches of the memory that is read next; must divide the block. They are
/// few, so that each prefetches a few lines only: bursts delay the loads that are needed now.
const K_PER_PREFETCH: RangeInclusive<usize> = 16..=32;
/// Rows from which this pays. Fewer rows wait for memory more than for arithmetic, and all of it is
/// prefetched at once.
const SPREAD_PREFETCH_MIN_ROWS: usize = 24;
#[derive(Debug)]
pub(super) struct BlockedGemm {
    isa: Isa,
    unit: Unit,
    /// The product as it is computed: transposed if `swapped`.
    spec: GemmSpec,
    /// True if the operands are swapped.
    swapped: bool,
    rhs_mode: RhsMode,
    lhs_mode: LhsMode,
    geometry: Geometry,
    scratch: ScratchOffsets,
}

/// The sizes of blocks, and tables of offsets.
#[derive(Debug)]
struct Geometry {
    /// Units in a block of the reduction.
    depth: usize,
    /// True if sums stay in scratch memory between blocks of the reduction.
    scratch_accumulators: bool,
    /// Row offsets in the left operand or its packed block.
    a_rows: Vec<usize>,
    /// Row offsets in the result or the accumulators.
    c_rows: Vec<usize>,
}

#[derive(Debug)]
struct ScratchOffsets {
    layout: ScratchLayout,
    packed_a: usize,
    packed_b: usize,
    accumulators: usize,
}

impl BlockedGemm {
    /// `prepacked`: the right operand, the same for all products of the batch, comes as `pack` leaves it.
    pub(super) fn new(spec: &GemmSpec, isa: Isa, prepacked: bool) -> BlockedGemm {
        let unit = Unit::of(spec.math_mode, isa);
        let swapped = !prepacked && {
            let flipped = spec.transposed();
            estimate_cost(&flipped, unit, isa) < estimate_cost(spec, unit, isa)
        };
        let spec = if swapped { spec.transposed() } else { spec.clone() };
        let rhs_mode = match prepacked {
            true => RhsMode::Prepacked,
            false if is_read_in_place(&spec, unit, isa) => RhsMode::InPlace,
            false => RhsMode::Packed,
        };
        let GemmSpec { m, n, k, lhs: a, out: c, .. } = spec;

        let lhs_mode = lhs_mode(a, k, unit, isa);
        let units = k.div_ceil(unit.len());
        // Few rows leave nothing in the caches that another block of the reduction would use.
        let streams = prepacked && m <= BANDWIDTH_BOUND_MAX_ROWS;
        let blocks = if streams { 1 } else { units.div_ceil(KC).max(1) };
        let depth = units.div_ceil(blocks);
        let scratch_accumulators = blocks > 1 && !(c.element == Element::F32 && c.strides[2] == 1);

        let rows = m.min(MC);
        let a_row_units = if lhs_mode == LhsMode::InPlace { a.strides[1] / unit.len() } else { depth };
        let c_row_elements = if scratch_accumulators { n.min(NC) } else { c.strides[1] };
        let mut layout = ScratchLayout::default();
        let packed_a = layout.reserve(if lhs_mode == LhsMode::InPlace { 0 } else { rows * depth + ROW_SLACK_UNITS });
        let is_packed = rhs_mode == RhsMode::Packed;
        let columns = if is_packed { n.min(NC).next_multiple_of(MAX_PANEL_VECTORS * isa.lanes()) } else { 0 };
        let packed_b = layout.reserve(columns * depth);
        let accumulators = layout.reserve(if scratch_accumulators { m.min(OUTER_ROWS) * n.min(NC) } else { 0 });
        BlockedGemm {
            isa,
            unit,
            spec,
            swapped,
            rhs_mode,
            lhs_mode,
            geometry: Geometry {
                depth,
                scratch_accumulators,
                a_rows: (0..rows).map(|i| i * a_row_units).collect(),
                c_rows: (0..rows).map(|i| i * c_row_elements).collect(),
            },
            scratch: ScratchOffsets { layout, packed_a, packed_b, accumulators },
        }
    }

    /// Units of the reduction.
    fn units(&self) -> usize {
        self.spec.k.div_ceil(self.unit.len())
    }

    fn c_bytes(&self, row: usize, column: usize) -> usize {
        let out = &self.spec.out;
        (row * out.strides[1] + column * out.strides[2]) * out.element.bytes()
    }

    /// Elements from one row of accumulators to the next.
    fn accumulator_pitch(&self) -> usize {
        self.spec.n.min(NC)
    }

    /// The whole reduction for a block of the result.
    unsafe fn run_block(&self, block: &Block) {
        let step = (self.geometry.depth * self.unit.len()).max(1);
        // An empty sum is still stored: at least one pass.
        for k in (0..self.spec.k.max(1)).step_by(step) {
            let depth = step.min(self.spec.k - k);
            // SAFETY: blocks and panels are within the operands, the result and the scratch regions reserved
            // for them.
            unsafe {
                if self.rhs_mode == RhsMode::Packed {
                    self.pack_rhs_block(block, k, depth);
                }
                self.multiply_block(block, k, depth, self.next_block(block, k + step, step));
            }
        }
        if self.geometry.scratch_accumulators {
            // SAFETY: the accumulators were just written, the block is within the result.
            unsafe {
                StoreAccumulators {
                    from: block.scratch.wrapping_add(self.scratch.accumulators).cast(),
                    pitch: self.accumulator_pitch(),
                    out: block.c,
                    element: self.spec.out.element,
                    rows: block.rows,
                    row_step: self.spec.out.strides[1],
                    columns: block.columns,
                    column_step: self.spec.out.strides[2],
                    write: block.write,
                }
                .run(self.isa);
            }
        }
    }

    /// Packs the block's right operand for the `depth` numbers of the reduction from `k` on.
    unsafe fn pack_rhs_block(&self, block: &Block, k: usize, depth: usize) {
        let pack = PackPanels {
            unit: self.unit,
            to: block.scratch.wrapping_add(self.scratch.packed_b).cast(),
            panel_depth: self.geometry.depth,
            first: 0,
            lanes: self.isa.lanes(),
            from: block.b.at(k * self.spec.rhs.strides[1]),
            depth,
            depth_step: self.spec.rhs.strides[1],
            columns: block.columns,
            column_step: self.spec.rhs.strides[2],
        };
        // SAFETY: as `run_block`.
        unsafe { pack.run(self.isa) }
    }

    /// Multiplies a block for the `depth` numbers of the reduction from `k` on, and prefetches `next`
    /// meanwhile.
    unsafe fn multiply_block(&self, block: &Block, k: usize, depth: usize, next: PrefetchRanges) {
        let panels = block.columns.div_ceil(MAX_PANEL_VECTORS * self.isa.lanes());
        let parts = panels * block.rows.div_ceil(MC);
        for row in (0..block.rows).step_by(MC) {
            let rows = MC.min(block.rows - row);
            // SAFETY: as `run_block`.
            unsafe {
                let (a, a_rows) = self.lhs_block(block, row, rows, k, depth);
                let runs = self.runs(a_rows, depth);
                for (p, panel) in column_panels(block.columns, self.isa.lanes()).enumerate() {
                    let next = next.part(row / MC * panels + p, parts);
                    let (b, b_step, panel_after) = self.rhs_panel(block, panel, k, depth);
                    let kernel = PanelKernel {
                        a,
                        rows: a_rows,
                        taps: &runs.starts[..runs.count],
                        tap_len: runs.len,
                        b,
                        b_step,
                        output: self.output_panel(block, (row, rows), panel, k),
                        prefetch: panel_after.map_or(next, |after| next.with_second(after)),
                    };
                    run_panel(&kernel, self.isa, self.unit, panel.vectors);
                }
            }
        }
    }

    /// The place of a panel's sums: the accumulators, or the result.
    fn output_panel(
        &self,
        block: &Block,
        (row, rows): (usize, usize),
        panel: ColumnPanel,
        k: usize,
    ) -> OutputPanel<'_> {
        let (rows, columns) = (&self.geometry.c_rows[..rows], panel.columns);
        if self.geometry.scratch_accumulators {
            let offset = (row * self.accumulator_pitch() + panel.first) * Element::F32.bytes();
            let out = block.scratch.wrapping_add(self.scratch.accumulators + offset);
            let write = if k == 0 { WriteMode::Overwrite } else { WriteMode::Accumulate };
            return OutputPanel { out, rows, column_step: 1, columns, element: Element::F32, write };
        }
        OutputPanel {
            out: block.c.wrapping_add(self.c_bytes(row, panel.first)),
            rows,
            column_step: self.spec.out.strides[2],
            columns,
            element: self.spec.out.element,
            write: if k == 0 { block.write } else { WriteMode::Accumulate },
        }
    }

    /// The start of a panel of the right operand and its units from one step to the next; of a prepacked one,
    /// which comes from main memory, also the range that is read after it.
    fn rhs_panel(
        &self,
        block: &Block,
        panel: ColumnPanel,
        k: usize,
        depth: usize,
    ) -> (*const u32, usize, Option<(*const u8, usize)>) {
        match self.rhs_mode {
            RhsMode::Prepacked => {
                let done = k / self.unit.len() * panel.width;
                let b = block.b.pointer.cast::<u32>().wrapping_add(panel.first * self.units() + done);
                let after = b.wrapping_add(panel.width * self.units()).cast();
                let bytes = depth.div_ceil(self.unit.len()) * panel.width * Element::F32.bytes();
                (b, panel.width, (self.spec.m > BANDWIDTH_BOUND_MAX_ROWS).then_some((after, bytes)))
            }
            RhsMode::Packed => {
                let packed: *const u32 = block.scratch.wrapping_add(self.scratch.packed_b).cast();
                (packed.wrapping_add(panel.first * self.geometry.depth), panel.width, None)
            }
            RhsMode::InPlace => {
                let [_, row, _] = self.spec.rhs.strides;
                (block.b.at(k * row + panel.first).pointer.cast(), row, None)
            }
        }
    }

    /// Divides the reduction of a block into runs of one length: the micro-kernel prefetches after each of
    /// them.
    fn runs(&self, rows: LhsRows<'_>, depth: usize) -> Runs {
        let units = depth.div_ceil(self.unit.len());
        let step = match rows {
            LhsRows::Offsets(_) => 1,
            LhsRows::Adjacent { step } => step,
        };
        // On tile registers the kernel prefetches per tile instead.
        let spreads = self.spec.m >= SPREAD_PREFETCH_MIN_ROWS && !self.unit.uses_tiles(self.isa) && units > 0;
        let len = K_PER_PREFETCH.rev().find(|len| spreads && units.is_multiple_of(*len)).unwrap_or(units);
        let count = if units > 0 { units / len } else { 1 };
        Runs { starts: std::array::from_fn(|i| i * len * step), count, len }
    }

    /// The memory of both operands that is packed for the `depth` numbers of the reduction from `k` on, if it
    /// is contiguous.
    fn next_block(&self, block: &Block, k: usize, depth: usize) -> PrefetchRanges {
        let depth = depth.min(self.spec.k.saturating_sub(k));
        let range = |operand: GemmOperand, from: ElementPtr, [across, along]: [usize; 2], width: usize| {
            let bytes = depth * along * operand.element.bytes();
            match across == 1 && along <= 2 * width {
                true => (from.at(k * along).pointer, bytes),
                false => (std::ptr::null(), 0),
            }
        };
        let ([_, row, left_depth], [_, right_depth, column]) = (self.spec.lhs.strides, self.spec.rhs.strides);
        let left = match self.lhs_mode {
            LhsMode::Columns | LhsMode::Transpose => range(self.spec.lhs, block.a, [row, left_depth], block.rows),
            LhsMode::InPlace | LhsMode::Rows => (std::ptr::null(), 0),
        };
        let right = match self.rhs_mode {
            RhsMode::InPlace | RhsMode::Prepacked => (std::ptr::null(), 0),
            RhsMode::Packed => range(self.spec.rhs, block.b, [column, right_depth], block.columns),
        };
        PrefetchRanges::new([left, right])
    }

    /// A block of the left operand in the form that the micro-kernel needs.
    unsafe fn lhs_block(
        &self,
        block: &Block,
        row: usize,
        rows: usize,
        k: usize,
        depth: usize,
    ) -> (*const u32, LhsRows<'_>) {
        let packed: *mut u32 = block.scratch.wrapping_add(self.scratch.packed_a).cast();
        let from = block.a.at(row * self.spec.lhs.strides[1] + k * self.spec.lhs.strides[2]);
        // SAFETY: the block is within the operand, and the scratch region holds a block and the slack.
        unsafe {
            match self.lhs_mode {
                LhsMode::InPlace => (from.pointer.cast(), LhsRows::Offsets(&self.geometry.a_rows[..rows])),
                LhsMode::Rows => {
                    PackRows {
                        unit: self.unit,
                        to: packed,
                        pitch: self.geometry.depth,
                        from,
                        rows,
                        row_step: self.spec.lhs.strides[1],
                        depth,
                        depth_step: self.spec.lhs.strides[2],
                    }
                    .run(self.isa);
                    (packed, LhsRows::Offsets(&self.geometry.a_rows[..rows]))
                }
                LhsMode::Columns => {
                    PackColumns {
                        unit: self.unit,
                        to: packed,
                        pitch: rows,
                        padded_width: rows,
                        from,
                        depth,
                        depth_step: self.spec.lhs.strides[2],
                        width: rows,
                        width_step: self.spec.lhs.strides[1],
                    }
                    .run(self.isa);
                    (packed, LhsRows::Adjacent { step: rows })
                }
                LhsMode::Transpose => {
                    let step = self.spec.lhs.strides[2];
                    let transposed = |low: ElementPtr, high, lines, to| PackTransposed {
                        unit: self.unit,
                        to,
                        pitch: self.geometry.depth,
                        low,
                        high,
                        lines,
                        line_step: 2 * step.cast_signed(),
                        width: rows,
                        width_step: 1,
                    };
                    transposed(from, Some(from.at(step)), depth / 2, packed).run(self.isa);
                    if depth % 2 == 1 {
                        transposed(from.at((depth - 1) * step), None, 1, packed.add(depth / 2)).run(self.isa);
                    }
                    (packed, LhsRows::Offsets(&self.geometry.a_rows[..rows]))
                }
            }
        }
    }
}

impl GemmImplementation for BlockedGemm {
    fn algorithm(&self) -> GemmAlgorithm {
        GemmAlgorithm::Blocked
    }

    fn name(&self) -> &'static str {
        match (self.lhs_mode, self.swapped) {
            _ if self.rhs_mode == RhsMode::Prepacked => "blocked GEMM, rhs prepacked",
            (LhsMode::InPlace, false) => "blocked GEMM, lhs in place",
            (LhsMode::Rows, false) => "blocked GEMM, lhs rows packed",
            (LhsMode::Columns, false) => "blocked GEMM, lhs columns packed",
            (LhsMode::Transpose, false) => "blocked GEMM, lhs transposed",
            (LhsMode::InPlace, true) => "blocked GEMM, swapped, rhs in place",
            (LhsMode::Rows, true) => "blocked GEMM, swapped, rhs rows packed",
            (LhsMode::Columns, true) => "blocked GEMM, swapped, rhs columns packed",
            (LhsMode::Transpose, true) => "blocked GEMM, swapped, rhs transposed",
        }
    }

    fn scratch_bytes(&self) -> usize {
        self.scratch.layout.bytes()
    }

    /// Read in place, or packed along with the few columns of a transposed product.
    fn reads_rhs_in_place(&self) -> bool {
        self.rhs_mode == RhsMode::InPlace || self.swapped && self.lhs_mode == LhsMode::InPlace
    }

    fn takes_prepacked(&self) -> bool {
        self.rhs_mode == RhsMode::Prepacked
    }

    fn packed_panels(&self) -> (usize, usize) {
        let width = MAX_PANEL_VECTORS * self.isa.lanes();
        (self.spec.n.div_ceil(width), self.units() * width * Element::F32.bytes())
    }

    unsafe fn pack(&self, rhs: *const u8, panels: Range<usize>, to: *mut u8) {
        let b = &self.spec.rhs;
        let width = MAX_PANEL_VECTORS * self.isa.lanes();
        let columns = panels.start * width..self.spec.n.min(panels.end * width);
        let pack = PackPanels {
            unit: self.unit,
            to: to.cast(),
            panel_depth: self.units(),
            first: 0,
            lanes: self.isa.lanes(),
            from: ElementPtr { pointer: rhs, element: b.element }.at(columns.start * b.strides[2]),
            depth: self.spec.k,
            depth_step: b.strides[1],
            columns: columns.len(),
            column_step: b.strides[2],
        };
        // SAFETY: by contract.
        unsafe { pack.run(self.isa) }
    }

    unsafe fn run(&self, memory: GemmMemory<'_>, write: WriteMode) {
        let GemmSpec { batch, m, n, lhs: a, rhs: b, out: c, .. } = &self.spec;
        let (lhs, rhs, out) = (memory.lhs.as_ptr(), memory.rhs.as_ptr(), memory.out.as_mut_ptr());
        let (lhs, rhs) = if self.swapped { (rhs, lhs) } else { (lhs, rhs) };
        let scratch = aligned(memory.scratch);
        let prepacked = self.rhs_mode == RhsMode::Prepacked;
        for batch in 0..*batch {
            let lhs = ElementPtr { pointer: lhs, element: a.element }.at(batch * a.strides[0]);
            let rhs = match prepacked {
                true => ElementPtr { pointer: rhs, element: Element::F32 },
                false => ElementPtr { pointer: rhs, element: b.element }.at(batch * b.strides[0]),
            };
            let out = out.wrapping_add(batch * c.strides[0] * c.element.bytes());
            for row in (0..*m).step_by(OUTER_ROWS) {
                for column in (0..*n).step_by(NC) {
                    let block = Block {
                        rows: OUTER_ROWS.min(m - row),
                        columns: NC.min(n - column),
                        a: lhs.at(row * a.strides[1]),
                        b: rhs.at(column * if prepacked { self.units() } else { b.strides[2] }),
                        c: out.wrapping_add(self.c_bytes(row, column)),
                        scratch,
                        write,
                    };
                    // SAFETY: the block is within the operands and the result.
                    unsafe { self.run_block(&block) };
                }
            }
        }
    }
}

/// Runs of a block's reduction: their starts, as offsets in a row of the left operand, and the units of each.
struct Runs {
    starts: [usize; KC / *K_PER_PREFETCH.start()],
    count: usize,
    len: usize,
}

/// A block of the result, and the places in the operands that belong to it.
struct Block {
    rows: usize,
    columns: usize,
    a: ElementPtr,
    b: ElementPtr,
    c: *mut u8,
    scratch: *mut u8,
    write: WriteMode,
}
