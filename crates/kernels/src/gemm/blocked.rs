//! The blocked method: as in Goto and van de Geijn, "Anatomy of high-performance matrix multiplication" (2008).
//!
//! A block of the right operand is packed for the second-level cache, its panels for the first; the left operand is read
//! where it lies if its rows are units already, or else packed block by block. The right operand may also have been packed
//! as a whole beforehand, for several products with it, or be read where it lies, for few rows.

use super::{GemmOperand, GemmSpec, WriteMode};
use crate::ahead::Ahead;
use crate::element::Element;
use crate::isa::Isa;
use crate::pack::{PackAcross, PackAlong, PackPanels, Source, Unit};
use crate::panel::{ColumnPanel, FEW_ROWS, MAX_VECTORS, Panel, ROW_SLACK, Rows, Target, column_panels};
use crate::scratch::{ScratchLayout, aligned};
use crate::turn::PackTurned;
use crate::unpack::Unpack;
use std::ops::{Range, RangeInclusive};

/// Units of the reduction in a block: a packed panel of the right operand then takes half of the first-level cache.
const DEPTH: usize = 256;
/// Units of the reduction from one visit to what comes next to another, where they divide it: so few that a visit asks for a
/// few lines only, as many at once hold up what is needed now.
const RUN: RangeInclusive<usize> = 16..=32;
/// Rows for which that pays: fewer wait for memory more than for arithmetic, and all that comes next is asked for at once.
const RUN_ROWS: usize = 24;
/// Elements from one line of a right operand that is read in place to the next, at most.
const IN_PLACE_STEP: usize = 1024;
/// Rows of a packed left block, which stays in the second-level cache.
const ROWS: usize = 264;
/// Rows for which a packed right block is used before the next is packed.
const OUTER_ROWS: usize = 4 * ROWS;
/// Columns of a packed right block. A multiple of every panel's width.
const COLUMNS: usize = 512;

/// How the inner kernel gets the left operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Left {
    /// In place: rows of units.
    Direct,
    /// Packed into rows of units.
    Along,
    /// Packed with rows adjacent, from memory where they are.
    Across,
    /// Packed into rows of units, from memory where rows are adjacent: tiles take no others.
    Turned,
}

/// How the inner kernel gets the right operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Right {
    /// In place: columns lie together, and there are too few rows to pay for packing.
    Direct,
    /// Packed block by block.
    Packed,
    /// Packed as a whole beforehand.
    Prepared,
}

#[derive(Debug, Clone)]
pub(super) struct Blocked {
    isa: Isa,
    unit: Unit,
    batch: usize,
    m: usize,
    n: usize,
    k: usize,
    a: GemmOperand,
    b: GemmOperand,
    c: GemmOperand,
    /// Whether `a` is the right operand: the transposed product is then computed.
    swapped: bool,
    right: Right,
    left: Left,
    /// Units in a block of the reduction.
    depth: usize,
    /// Whether sums are kept in scratch memory between blocks of the reduction.
    gathers: bool,
    /// Row offsets in the left operand, its packed block, the result and the gathered sums.
    a_rows: Vec<usize>,
    c_rows: Vec<usize>,
    packed_a: usize,
    packed_b: usize,
    sums: usize,
    scratch: ScratchLayout,
}

impl Blocked {
    /// `prepared`: the right operand, the same for all of a batch, comes as [`Blocked::pack`] leaves it.
    pub(super) fn new(spec: &GemmSpec, isa: Isa, prepared: bool) -> Blocked {
        let unit = Unit::of(spec.math_mode, isa);
        let swapped = !prepared && {
            let flipped = spec.transposed();
            estimate(&flipped, unit, isa) < estimate(spec, unit, isa)
        };
        let spec = if swapped { spec.transposed() } else { spec.clone() };
        let right = match prepared {
            true => Right::Prepared,
            false if is_read_in_place(&spec, unit, isa) => Right::Direct,
            false => Right::Packed,
        };
        let GemmSpec { batch, m, n, k, lhs: a, rhs: b, out: c, .. } = spec;

        let left = left(a, k, unit, isa);
        let units = k.div_ceil(unit.len());
        // Few rows leave nothing in the caches that another block would find there.
        let streams = prepared && m <= FEW_ROWS;
        let blocks = if streams { 1 } else { units.div_ceil(DEPTH).max(1) };
        let depth = units.div_ceil(blocks);
        let gathers = blocks > 1 && !(c.element == Element::F32 && c.strides[2] == 1);

        let rows = m.min(ROWS);
        let row_units = if left == Left::Direct { a.strides[1] / unit.len() } else { depth };
        let row_elements = if gathers { n.min(COLUMNS) } else { c.strides[1] };
        let mut scratch = ScratchLayout::default();
        let packed_a = scratch.reserve(if left == Left::Direct { 0 } else { rows * depth + ROW_SLACK });
        let columns =
            if right != Right::Packed { 0 } else { n.min(COLUMNS).next_multiple_of(MAX_VECTORS * isa.lanes()) };
        let packed_b = scratch.reserve(columns * depth);
        let sums = scratch.reserve(if gathers { m.min(OUTER_ROWS) * n.min(COLUMNS) } else { 0 });
        Blocked {
            isa,
            unit,
            batch,
            m,
            n,
            k,
            a,
            b,
            c,
            swapped,
            right,
            left,
            depth,
            gathers,
            a_rows: (0..rows).map(|i| i * row_units).collect(),
            c_rows: (0..rows).map(|i| i * row_elements).collect(),
            packed_a,
            packed_b,
            sums,
            scratch,
        }
    }

    pub(super) fn scratch_bytes(&self) -> usize {
        self.scratch.bytes()
    }

    pub(super) fn name(&self) -> &'static str {
        match (self.left, self.swapped) {
            _ if self.right == Right::Prepared => "gemm rhs packed before",
            (Left::Direct, false) => "gemm lhs in place",
            (Left::Along, false) => "gemm lhs packed along",
            (Left::Across, false) => "gemm lhs packed across",
            (Left::Turned, false) => "gemm lhs turned",
            (Left::Direct, true) => "gemm transposed, rhs in place",
            (Left::Along, true) => "gemm transposed, rhs packed along",
            (Left::Across, true) => "gemm transposed, rhs packed across",
            (Left::Turned, true) => "gemm transposed, rhs turned",
        }
    }

    /// Whether the right operand is read where it lies, or packed along with the few columns of a transposed product.
    pub(super) fn reads_in_place(&self) -> bool {
        self.right == Right::Direct || self.swapped && self.left == Left::Direct
    }

    pub(super) fn takes_packed(&self) -> bool {
        self.right == Right::Prepared
    }

    /// Panels of the packed right operand, and the bytes of each.
    pub(super) fn panels(&self) -> (usize, usize) {
        let width = MAX_VECTORS * self.isa.lanes();
        (self.n.div_ceil(width), self.units() * width * Element::F32.bytes())
    }

    /// Units of the reduction.
    fn units(&self) -> usize {
        self.k.div_ceil(self.unit.len())
    }

    /// Packs some panels of the right operand.
    ///
    /// # Safety
    /// The operand is valid for its span, `to` for the bytes of the panels.
    pub(super) unsafe fn pack(&self, rhs: *const u8, panels: Range<usize>, to: *mut u8) {
        let width = MAX_VECTORS * self.isa.lanes();
        let columns = panels.start * width..self.n.min(panels.end * width);
        let pack = PackPanels {
            unit: self.unit,
            to: to.cast(),
            room: self.units(),
            first: 0,
            lanes: self.isa.lanes(),
            from: Source { pointer: rhs, element: self.b.element }.at(columns.start * self.b.strides[2]),
            depth: self.k,
            depth_step: self.b.strides[1],
            columns: columns.len(),
            column_step: self.b.strides[2],
        };
        // SAFETY: by contract.
        unsafe { pack.run(self.isa) }
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
        for batch in 0..self.batch {
            let a = Source { pointer: a, element: self.a.element }.at(batch * self.a.strides[0]);
            let b = match self.right == Right::Prepared {
                true => Source { pointer: b, element: Element::F32 },
                false => Source { pointer: b, element: self.b.element }.at(batch * self.b.strides[0]),
            };
            let c = out.wrapping_add(batch * self.c.strides[0] * self.c.element.bytes());
            for row in (0..self.m).step_by(OUTER_ROWS) {
                for column in (0..self.n).step_by(COLUMNS) {
                    let block = Block {
                        rows: OUTER_ROWS.min(self.m - row),
                        columns: COLUMNS.min(self.n - column),
                        a: a.at(row * self.a.strides[1]),
                        b: b.at(column * if self.right == Right::Prepared { self.units() } else { self.b.strides[2] }),
                        c: c.wrapping_add(self.c_bytes(row, column)),
                        scratch,
                        write,
                    };
                    // SAFETY: the block lies within the operands and the result.
                    unsafe { self.run_block(&block) };
                }
            }
        }
    }

    fn c_bytes(&self, row: usize, column: usize) -> usize {
        (row * self.c.strides[1] + column * self.c.strides[2]) * self.c.element.bytes()
    }

    /// All of the reduction for a block of the result.
    unsafe fn run_block(&self, block: &Block) {
        let step = (self.depth * self.unit.len()).max(1);
        let packed_b: *mut u32 = block.scratch.wrapping_add(self.packed_b).cast();
        let sums = block.scratch.wrapping_add(self.sums);
        // A sum of nothing is still stored: at least one pass.
        for k in (0..self.k.max(1)).step_by(step) {
            let depth = step.min(self.k - k);
            // SAFETY: blocks and panels lie within the operands, the result and the scratch regions reserved for them.
            unsafe {
                if self.right == Right::Packed {
                    PackPanels {
                        unit: self.unit,
                        to: packed_b,
                        room: self.depth,
                        first: 0,
                        lanes: self.isa.lanes(),
                        from: block.b.at(k * self.b.strides[1]),
                        depth,
                        depth_step: self.b.strides[1],
                        columns: block.columns,
                        column_step: self.b.strides[2],
                    }
                    .run(self.isa);
                }
                let next = self.next_block(block, k + step, step);
                let panels = block.columns.div_ceil(MAX_VECTORS * self.isa.lanes());
                let parts = panels * block.rows.div_ceil(ROWS);
                for row in (0..block.rows).step_by(ROWS) {
                    let rows = ROWS.min(block.rows - row);
                    let left = self.left_block(block, row, rows, k, depth);
                    let runs = self.runs(left.1, depth);
                    for (p, panel) in column_panels(block.columns, self.isa.lanes()).enumerate() {
                        let next = next.part(row / ROWS * panels + p, parts);
                        let target = if self.gathers {
                            let offset = (row * block_pitch(self.n) + panel.first) * Element::F32.bytes();
                            let write = if k == 0 { WriteMode::Overwrite } else { WriteMode::Accumulate };
                            (sums.wrapping_add(offset), 1, Element::F32, write)
                        } else {
                            let write = if k == 0 { block.write } else { WriteMode::Accumulate };
                            let out = block.c.wrapping_add(self.c_bytes(row, panel.first));
                            (out, self.c.strides[2], self.c.element, write)
                        };
                        let (out, column_step, element, write) = target;
                        let (b, b_step, panel_after) = self.right_panel(block, packed_b, panel, k, depth);
                        let ahead = panel_after.map_or(next, |after| next.and(after));
                        Panel {
                            a: left.0,
                            rows: left.1,
                            taps: &runs.starts[..runs.count],
                            tap_len: runs.len,
                            b,
                            b_step,
                            target: Target {
                                out,
                                rows: &self.c_rows[..rows],
                                column_step,
                                columns: panel.columns,
                                element,
                                write,
                            },
                            ahead,
                        }
                        .run(self.isa, self.unit == Unit::Pair, panel.vectors);
                    }
                }
            }
        }
        if self.gathers {
            // SAFETY: the sums were just written, the block lies within the result.
            unsafe {
                Unpack {
                    from: sums.cast(),
                    pitch: block_pitch(self.n),
                    out: block.c,
                    element: self.c.element,
                    rows: block.rows,
                    row_step: self.c.strides[1],
                    columns: block.columns,
                    column_step: self.c.strides[2],
                    write: block.write,
                }
                .run(self.isa);
            }
        }
    }

    /// Where a panel of the right operand begins, its units from one step to the next, and what of a prepared one, which comes
    /// from far away, is wanted after it.
    fn right_panel(
        &self,
        block: &Block,
        packed: *const u32,
        panel: ColumnPanel,
        k: usize,
        depth: usize,
    ) -> (*const u32, usize, Option<(*const u8, usize)>) {
        match self.right {
            Right::Prepared => {
                let done = k / self.unit.len() * panel.width;
                let b = block.b.pointer.cast::<u32>().wrapping_add(panel.first * self.units() + done);
                let after = b.wrapping_add(panel.width * self.units()).cast();
                let bytes = depth.div_ceil(self.unit.len()) * panel.width * Element::F32.bytes();
                (b, panel.width, (self.m > FEW_ROWS).then_some((after, bytes)))
            }
            Right::Packed => (packed.wrapping_add(panel.first * self.depth), panel.width, None),
            Right::Direct => {
                let [_, row, _] = self.b.strides;
                (block.b.at(k * row + panel.first).pointer.cast(), row, None)
            }
        }
    }

    /// The reduction of a block as runs, of one length, for the inner kernel to fetch some of what comes next after each.
    fn runs(&self, rows: Rows<'_>, depth: usize) -> Runs {
        let units = depth.div_ceil(self.unit.len());
        let step = match rows {
            Rows::At(_) => 1,
            Rows::Adjacent { step } => step,
        };
        // Tile registers fetch in their own time.
        let is_tiled = self.isa == Isa::Amx && self.unit == Unit::Pair;
        let visits = self.m >= RUN_ROWS && !is_tiled && units > 0;
        let len = RUN.rev().find(|len| visits && units.is_multiple_of(*len)).unwrap_or(units);
        let count = if units > 0 { units / len } else { 1 };
        Runs { starts: std::array::from_fn(|i| i * len * step), count, len }
    }

    /// What of the operands is packed for the `depth` of the reduction from `k` on, where it lies together.
    fn next_block(&self, block: &Block, k: usize, depth: usize) -> Ahead {
        let depth = depth.min(self.k.saturating_sub(k));
        let stretch = |operand: GemmOperand, from: Source, [across, along]: [usize; 2], width: usize| {
            let bytes = depth * along * operand.element.bytes();
            match across == 1 && along <= 2 * width {
                true => (from.at(k * along).pointer, bytes),
                false => (std::ptr::null(), 0),
            }
        };
        let ([_, row, left_depth], [_, right_depth, column]) = (self.a.strides, self.b.strides);
        let left = match self.left {
            Left::Across | Left::Turned => stretch(self.a, block.a, [row, left_depth], block.rows),
            Left::Direct | Left::Along => (std::ptr::null(), 0),
        };
        let right = match self.right {
            Right::Direct | Right::Prepared => (std::ptr::null(), 0),
            Right::Packed => stretch(self.b, block.b, [column, right_depth], block.columns),
        };
        Ahead::new([left, right])
    }

    /// A block of the left operand as the inner kernel wants it.
    unsafe fn left_block(
        &self,
        block: &Block,
        row: usize,
        rows: usize,
        k: usize,
        depth: usize,
    ) -> (*const u32, Rows<'_>) {
        let packed: *mut u32 = block.scratch.wrapping_add(self.packed_a).cast();
        let from = block.a.at(row * self.a.strides[1] + k * self.a.strides[2]);
        // SAFETY: the block lies within the operand, and the scratch region holds a block and the slack.
        unsafe {
            match self.left {
                Left::Direct => (from.pointer.cast(), Rows::At(&self.a_rows[..rows])),
                Left::Along => {
                    PackAlong {
                        unit: self.unit,
                        to: packed,
                        pitch: self.depth,
                        from,
                        rows,
                        row_step: self.a.strides[1],
                        depth,
                        depth_step: self.a.strides[2],
                    }
                    .run(self.isa);
                    (packed, Rows::At(&self.a_rows[..rows]))
                }
                Left::Across => {
                    PackAcross {
                        unit: self.unit,
                        to: packed,
                        pitch: rows,
                        padded: rows,
                        from,
                        depth,
                        depth_step: self.a.strides[2],
                        width: rows,
                        width_step: self.a.strides[1],
                    }
                    .run(self.isa);
                    (packed, Rows::Adjacent { step: rows })
                }
                Left::Turned => {
                    let step = self.a.strides[2];
                    let turned = |low: Source, high, lines, to| PackTurned {
                        unit: self.unit,
                        to,
                        pitch: self.depth,
                        low,
                        high,
                        lines,
                        line_step: 2 * step.cast_signed(),
                        width: rows,
                        width_step: 1,
                    };
                    turned(from, Some(from.at(step)), depth / 2, packed).run(self.isa);
                    if depth % 2 == 1 {
                        turned(from.at((depth - 1) * step), None, 1, packed.add(depth / 2)).run(self.isa);
                    }
                    (packed, Rows::At(&self.a_rows[..rows]))
                }
            }
        }
    }
}

/// Runs of a block's reduction: where they start, as offsets in a row of the left operand, and the units of each.
struct Runs {
    starts: [usize; DEPTH / *RUN.start()],
    count: usize,
    len: usize,
}

/// A block of the result and the operands' places that belong to it.
struct Block {
    rows: usize,
    columns: usize,
    a: Source,
    b: Source,
    c: *mut u8,
    scratch: *mut u8,
    write: WriteMode,
}

/// Elements from one row of gathered sums to the next.
fn block_pitch(n: usize) -> usize {
    n.min(COLUMNS)
}

/// How the left operand can be read. In-place bf16 pairs must not straddle rows, blocks or batches.
fn left(a: GemmOperand, k: usize, unit: Unit, isa: Isa) -> Left {
    let [batch, row, depth] = a.strides;
    let whole = [batch, row, k].into_iter().all(|elements| elements.is_multiple_of(unit.len()));
    if depth == 1 && unit.is_stored_as(a.element) && whole {
        Left::Direct
    } else if row == 1 && depth != 1 {
        if isa == Isa::Amx && unit == Unit::Pair { Left::Turned } else { Left::Across }
    } else {
        Left::Along
    }
}

/// Whether the right operand is read where it lies: whole vectors of columns, of units already. Its lines, which lie apart,
/// then come from the second-level cache for each tile of rows, so that for many rows it is packed for the first-level one;
/// and if they lie further apart than a page, too many of them share a place in either.
fn is_read_in_place(spec: &GemmSpec, unit: Unit, isa: Isa) -> bool {
    let GemmSpec { m, n, rhs, .. } = spec;
    let [_, row, column] = rhs.strides;
    let is_ready = column == 1 && unit == Unit::F32 && rhs.element == Element::F32 && n.is_multiple_of(isa.lanes());
    is_ready && *m <= ROWS && row <= IN_PLACE_STEP
}

/// A rough price of packing and storing, to decide which operand is the left one.
fn estimate(spec: &GemmSpec, unit: Unit, isa: Isa) -> usize {
    const STREAMED: usize = 1;
    const STRIDED: usize = 4;
    let price = |stride: usize| if stride == 1 { STREAMED } else { STRIDED };
    let GemmSpec { m, n, k, lhs, rhs, out, .. } = spec;
    let right = if is_read_in_place(spec, unit, isa) { 0 } else { price(rhs.strides[2]) };
    let left = match left(*lhs, *k, unit, isa) {
        Left::Direct => 0,
        Left::Across | Left::Turned => STREAMED,
        Left::Along => price(lhs.strides[2]),
    };
    let blocks = k.div_ceil(DEPTH * unit.len()).max(1);
    // Columns that do not fill a vector are multiplied in vain.
    let wasted = (n.next_multiple_of(16) - n) * m * k / 32;
    m * k * left * n.div_ceil(COLUMNS)
        + k * n * right * m.div_ceil(OUTER_ROWS)
        + m * n * (price(out.strides[2]) + blocks - 1)
        + wasted
}
