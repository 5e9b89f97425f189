//! Loop emitter: compiles a group of element-wise units and reductions to one fused loop.
//!
//! The loop interprets a bytecode over tiles of elements. This file chooses how each operand is loaded, which
//! results are stored, the size of the tiles, and the number of partitions that threads share.

use std::collections::{HashMap, HashSet};

use stablehlo::{ElementType, OpKind};

use super::lowering::{EmitKind, Lowering, Unit};
use super::views::View;
use crate::elementwise::{BytecodeBuilder, FusedLoop, Load, LoadMode, ReduceOut, ReduceShape, Reg, RegType, Store};
use crate::error::{Error, Result};
use crate::ir::ValueId;
use crate::plan::partitioning::{PARALLEL_LOOP_ELEMENTS, PARTITIONS};
use crate::plan::step::{Step, StepKind};
use kernels::Machine;

/// The registers of a loop together: half of the first-level cache, the other half of which is for the
/// operands in memory.
const REGISTER_FILE_BYTES: usize = Machine::REFERENCE.l1d_bytes / 2;
/// Elements of a tile at least, so that dispatching an instruction costs little per element.
const MIN_TILE_ELEMENTS: usize = 1024;
/// Elements of a tile at least that is a line of an operand, or a part of one.
pub(super) const MIN_ROW_PART: usize = 256;
/// Elements of a tile at most.
const MAX_TILE_ELEMENTS: usize = 4096;
/// Elements that an instruction processes at a time: several vectors of any instruction set.
const TILE_STEP_ELEMENTS: usize = 64;

/// Emits the step of a group; `stored` are the results that other steps read.
///
/// # Errors
/// An element type or operation that loops do not compute on, with the operation's location.
pub(crate) fn emit_loop(lowering: &Lowering<'_>, members: &[&Unit], stored: &HashSet<ValueId>) -> Result<Step> {
    let first = members[0];
    let total = match first.emit {
        EmitKind::Reduce(_) => lowering.types.of(first.node.operands[0]).num_elements(),
        _ => lowering.types.of(first.node.results[0]).num_elements(),
    };
    let (loads, reads) = (Vec::new(), Vec::new());
    let mut emitter =
        LoopEmitter { lowering, total, tile_multiple: 1, builder: BytecodeBuilder::default(), loads, reads };
    let mut regs: HashMap<ValueId, Reg> = HashMap::new();
    let (mut stores, mut reduces, mut writes) = (Vec::new(), Vec::new(), Vec::new());
    let mut names = Vec::new();
    let mut live_out = Vec::new();
    for unit in members {
        let node = &unit.node;
        let result = node.results[0];
        let ty = lowering.types.of(result);
        let with_label = |e: Error| e.at(node.label());
        if let EmitKind::Reduce(kind) = unit.emit {
            let Some(OpKind::Reduce { dims }) = node.op() else { unreachable!("a reduction unit is a reduce") };
            let input = lowering.types.of(node.operands[0]);
            let reg = emitter.operand(node.operands[0], &regs).map_err(with_label)?;
            let reg = emitter.builder.converted(reg, RegType::accumulator_of(ty.element)?);
            let init = emitter.loop_invariant_load(node.operands[1]).map_err(with_label)?;
            let shape =
                ReduceShape::new(&input.dims, dims).expect("reduced dimensions are adjacent after classification");
            emitter.align_tile_to(shape.inner);
            let write = writes.len();
            let accumulates = lowering.batch_reductions.contains(&result);
            reduces.push(ReduceOut { reg, kind, shape, element: ty.element, init, write, accumulates });
            writes.push(result);
            live_out.push(reg);
            names.push("reduce");
            continue;
        }
        let Some(kind) = node.op() else { unreachable!("only operations are element-wise") };
        let inputs = node.operands.iter().map(|o| emitter.operand(*o, &regs)).collect::<Result<Vec<_>>>();
        let operand = node.operands.first().map(|o| lowering.types.of(*o));
        // The first operand of a select is its mask, whose type is not that of the result.
        let reg = emitter.builder.emit(kind, &inputs.map_err(with_label)?, operand, ty).map_err(with_label)?;
        regs.insert(result, reg);
        let copies = *kind == OpKind::Convert && operand == Some(ty);
        names.push(if copies { "copy" } else { node.kind.name() });
        if stored.contains(&result) {
            stores.push(Store { reg, element: ty.element, write: writes.len() });
            writes.push(result);
            live_out.push(reg);
        }
    }
    let row_tiles = emitter.load_rows();
    let LoopEmitter { builder, loads, reads, tile_multiple, .. } = emitter;
    let operations = builder.len() as u64;
    let program = builder.build(&live_out);
    let bytes: usize = program.slot_element_bytes.iter().sum();
    let target = (REGISTER_FILE_BYTES / bytes.max(1)).clamp(MIN_TILE_ELEMENTS, MAX_TILE_ELEMENTS);
    // A multiple of the step if the target allows it: the remainder of a tile is processed element by
    // element.
    let step = [TILE_STEP_ELEMENTS, 1].map(|n| least_common_multiple(tile_multiple, n));
    let step = step.into_iter().find(|step| *step <= target).unwrap_or(tile_multiple);
    let tile = (target / step).max(1) * step;
    // Sums depend on the tiles, so that only loops without reductions take other ones.
    let line = if reduces.is_empty() { line_elements(&loads) } else { None };
    let tile = line.filter(|line| line.is_multiple_of(tile_multiple)).unwrap_or(tile);
    // The largest part of a row that fits, or the smallest.
    let tile = match &row_tiles[..] {
        [] => tile,
        [.., smallest] => row_tiles.iter().copied().find(|part| *part <= target).unwrap_or(*smallest),
    };
    let tile = tile.min(total).max(1);
    // The body of a batch loop is not partitioned, because threads share its blocks.
    let is_large = total >= PARALLEL_LOOP_ELEMENTS && !lowering.is_in_batch_loop();
    let partitions = if is_large { (PARTITIONS / lowering.replicas).max(1) } else { 1 };
    let in_place = in_place_pairs(lowering, &loads, &reads, &stores, &writes);
    let kind = StepKind::Loop(Box::new(FusedLoop { total, tile, program, loads, stores, reduces, partitions }));
    let flops = operations * total as u64;
    Ok(Step { in_place, flops, ..Step::new(summary(&names), reads, writes, kind) })
}

/// The length of the contiguous lines of all strided loads, if they have one and it is a good size of a tile:
/// then each tile is read in place ([`LoadMode::Strided`]).
fn line_elements(loads: &[Load]) -> Option<usize> {
    let mut lines = loads.iter().filter_map(|load| match &load.mode {
        LoadMode::Strided(dims) => dims.last(),
        _ => None,
    });
    let (line, step) = lines.next()?;
    let is_good = *step == 1 && (MIN_ROW_PART..=MAX_TILE_ELEMENTS).contains(line);
    (is_good && lines.all(|other| *other == (*line, 1))).then_some(*line)
}

/// The least common multiple of two positive numbers.
fn least_common_multiple(a: usize, b: usize) -> usize {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    a / x * b
}

/// The names of the operations with their counts, in order of first appearance.
fn summary(names: &[&str]) -> String {
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for name in names {
        match counts.iter_mut().find(|(n, _)| n == name) {
            Some((_, count)) => *count += 1,
            None => counts.push((name, 1)),
        }
    }
    let word = |(name, count): &(&str, usize)| if *count > 1 { format!("{name}*{count}") } else { name.to_string() };
    counts.iter().map(word).collect::<Vec<_>>().join("+")
}

/// Pairs of a read and a write that may share memory: the read is loaded element by element, and both have
/// the same size.
fn in_place_pairs(
    lowering: &Lowering<'_>,
    loads: &[Load],
    reads: &[ValueId],
    stores: &[Store],
    writes: &[ValueId],
) -> Vec<(usize, usize)> {
    let size = |id: ValueId| lowering.types.of(id).size_in_bytes();
    let mut pairs = Vec::new();
    for (r, id) in reads.iter().enumerate() {
        let here = |l: &&Load| l.read == r && !matches!(l.mode, LoadMode::Constant(_));
        let element = lowering.types.of(*id).element.bytes();
        let by_index = |l: &Load| {
            matches!(l.mode, LoadMode::Direct | LoadMode::Linear) && l.offset == 0 && l.element.bytes() == element
        };
        if !loads.iter().filter(here).all(by_index) {
            continue;
        }
        for store in stores {
            let result = writes[store.write];
            if size(result) == size(*id) && store.element.bytes() == element {
                pairs.push((r, store.write));
            }
        }
    }
    pairs
}

struct LoopEmitter<'l> {
    lowering: &'l Lowering<'l>,
    total: usize,
    /// The size of a tile is a multiple of this.
    tile_multiple: usize,
    builder: BytecodeBuilder,
    loads: Vec<Load>,
    reads: Vec<ValueId>,
}

impl LoopEmitter<'_> {
    /// Makes the size of a tile a multiple of `n`. Returns false, and changes nothing, if tiles would be too
    /// large.
    fn align_tile_to(&mut self, n: usize) -> bool {
        if n == 0 {
            return false;
        }
        let multiple = least_common_multiple(self.tile_multiple, n);
        let fits = multiple <= MAX_TILE_ELEMENTS / 2;
        if fits {
            self.tile_multiple = multiple;
        }
        fits
    }

    /// Loads operands that are the same for all elements of a row once for each tile, if all of them have
    /// rows of the same length, and tiles can be whole parts of it. Returns the sizes of such tiles, the
    /// largest first; none if there are no such operands.
    fn load_rows(&mut self) -> Vec<usize> {
        let row = |load: &Load| match &load.mode {
            LoadMode::Strided(dims) => dims.last().and_then(|(row, stride)| (*stride == 0).then_some(*row)),
            _ => None,
        };
        let Some(length) = self.loads.iter().find_map(row) else { return Vec::new() };
        let is_tile = |part: &usize| {
            part.is_multiple_of(self.tile_multiple)
                && part.is_multiple_of(TILE_STEP_ELEMENTS)
                && (MIN_ROW_PART..=MAX_TILE_ELEMENTS).contains(part)
        };
        let parts: Vec<usize> =
            (1..=length).take_while(|n| length / n >= MIN_ROW_PART).filter(|n| length % n == 0).collect();
        let tiles: Vec<usize> = parts.iter().map(|n| length / n).filter(is_tile).collect();
        if tiles.is_empty() || !self.loads.iter().filter_map(row).all(|other| other == length) {
            return Vec::new();
        }
        for load in &mut self.loads {
            if row(load).is_some()
                && let LoadMode::Strided(dims) = &load.mode
            {
                load.mode = LoadMode::Row(dims.clone());
                self.builder.set_broadcast(load.reg);
            }
        }
        tiles
    }

    /// The register of an operand: the result of another member, or a load.
    fn operand(&mut self, id: ValueId, regs: &HashMap<ValueId, Reg>) -> Result<Reg> {
        if self.lowering.facts.splats.contains_key(&id) {
            return self.loop_invariant_load(id);
        }
        if let Some(reg) = self.lowering.as_contiguous(id).and_then(|base| regs.get(&base)) {
            return Ok(*reg);
        }
        let element = self.lowering.types.of(id).element;
        let view = self.lowering.view(id);
        let count = view.dims.iter().product::<usize>();
        let dims = view.collapsed();
        if self.total > 1 && (count == 1 || dims.iter().all(|(_, s)| *s == 0)) {
            return self.loop_invariant_load(id);
        }
        let raw = element != ElementType::F16;
        let mode = match &dims[..] {
            [] | [(_, 1)] if raw => LoadMode::Direct,
            [] | [(_, 1)] => LoadMode::Linear,
            [(_, 0), inner @ ..] if self.align_tile_to(inner.iter().map(|(d, _)| d).product()) => {
                LoadMode::Periodic(dims)
            }
            _ => LoadMode::Strided(dims),
        };
        self.load(element, mode, &view)
    }

    /// Loads an operand that is the same for all elements of the loop, once.
    fn loop_invariant_load(&mut self, id: ValueId) -> Result<Reg> {
        let element = self.lowering.types.of(id).element;
        match self.lowering.facts.splats.get(&id) {
            Some(element_value) => {
                let mode = LoadMode::Constant(element_value.bytes().to_vec());
                self.load(element, mode, &View::dense(id, &[]))
            }
            None => self.load(element, LoadMode::Broadcast, &self.lowering.view(id)),
        }
    }

    /// Adds a load, unless the loop has the same one already, and returns its register.
    fn load(&mut self, element: ElementType, mode: LoadMode, view: &View) -> Result<Reg> {
        let constant = matches!(mode, LoadMode::Constant(_));
        let read = match self.reads.iter().position(|r| *r == view.base) {
            _ if constant => usize::MAX,
            Some(at) => at,
            None => {
                self.reads.push(view.base);
                self.reads.len() - 1
            }
        };
        let offset =
            usize::try_from(view.offset).map_err(|_| Error::program("an operand's view begins before its memory"))?;
        let offset = if constant { 0 } else { offset };
        let same = |l: &&Load| l.element == element && l.mode == mode && l.read == read && l.offset == offset;
        if let Some(load) = self.loads.iter().find(same) {
            return Ok(load.reg);
        }
        let reg = self.builder.input(element, mode.is_loop_invariant())?;
        if let (ElementType::F32, LoadMode::Constant(bytes)) = (element, &mode)
            && let Ok(bytes) = bytes[..].try_into()
        {
            self.builder.set_constant(reg, f32::from_ne_bytes(bytes));
        }
        match mode {
            LoadMode::Direct => self.builder.set_in_memory(reg),
            LoadMode::Broadcast | LoadMode::Constant(_) => self.builder.set_broadcast(reg),
            _ => {}
        }
        self.loads.push(Load { reg, element, mode, read, offset });
        Ok(reg)
    }
}
