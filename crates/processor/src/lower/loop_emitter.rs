//! A group of element-wise nodes and reductions as one fused loop.

use std::collections::{HashMap, HashSet};

use stablehlo::{ElementType, OpKind};

use super::{EmitKind, Lowering, Unit, View};
use crate::elementwise::{BytecodeBuilder, FusedLoop, Load, LoadMode, ReduceOut, ReduceShape, Reg, RegType, Store};
use crate::error::{Error, Result};
use crate::ir::ValueId;
use crate::plan::partitioning::{PARALLEL_LOOP_ELEMENTS, PARTITIONS};
use crate::plan::step::{Step, StepKind};

/// Register memory of a loop: well inside the first cache.
const TILE_BYTES: usize = 24 * 1024;
const SMALLEST_TILE: usize = 512;
const LARGEST_TILE: usize = 4096;
/// Elements that loops over tiles go through at a time.
const VECTORS: usize = 64;

/// Builds the step; `stored` are the results that others need.
pub(crate) fn fuse(lower: &Lowering<'_>, members: &[&Unit], stored: &HashSet<ValueId>) -> Result<Step> {
    let first = members[0];
    let total = match first.emit {
        EmitKind::Reduce(_) => lower.types.of(first.node.operands[0]).num_elements(),
        _ => lower.types.of(first.node.results[0]).num_elements(),
    };
    let (loads, reads) = (Vec::new(), Vec::new());
    let mut fuser = LoopEmitter { lower, total, period: 1, builder: BytecodeBuilder::default(), loads, reads };
    let mut regs: HashMap<ValueId, Reg> = HashMap::new();
    let (mut stores, mut reduces, mut writes) = (Vec::new(), Vec::new(), Vec::new());
    let mut names = Vec::new();
    let mut kept = Vec::new();
    for item in members {
        let node = &item.node;
        let result = node.results[0];
        let ty = lower.types.of(result);
        let place = |e: Error| e.at(node.label());
        if let EmitKind::Reduce(kind) = item.emit {
            let Some(OpKind::Reduce { dims }) = node.op() else { unreachable!("only reductions are of that way") };
            let input = lower.types.of(node.operands[0]);
            let reg = fuser.operand(node.operands[0], &regs).map_err(place)?;
            let reg = fuser.builder.converted(reg, RegType::accumulator_of(ty.element)?);
            let init = fuser.pinned(node.operands[1]).map_err(place)?;
            let shape = ReduceShape::new(&input.dims, dims).expect("lowering put the reduced dimensions together");
            fuser.suit(shape.inner);
            let write = writes.len();
            let accumulates = lower.batch_reductions.contains(&result);
            reduces.push(ReduceOut { reg, kind, shape, element: ty.element, init, write, accumulates });
            writes.push(result);
            kept.push(reg);
            names.push("reduce");
            continue;
        }
        let Some(kind) = node.op() else { unreachable!("only operations are element-wise") };
        let inputs = node.operands.iter().map(|o| fuser.operand(*o, &regs)).collect::<Result<Vec<_>>>();
        let operand = node.operands.first().map(|o| lower.types.of(*o));
        // Predicates come first in a selection; its class is that of the result.
        let reg = fuser.builder.emit(kind, &inputs.map_err(place)?, operand, ty).map_err(place)?;
        regs.insert(result, reg);
        let copies = *kind == OpKind::Convert && operand == Some(ty);
        names.push(if copies { "copy" } else { node.kind.name() });
        if stored.contains(&result) {
            stores.push(Store { reg, element: ty.element, write: writes.len() });
            writes.push(result);
            kept.push(reg);
        }
    }
    let LoopEmitter { builder, loads, reads, period, .. } = fuser;
    let operations = builder.len() as u64;
    let program = builder.build(&kept);
    let bytes: usize = program.slot_element_bytes.iter().sum();
    let target = (TILE_BYTES / bytes.max(1)).clamp(SMALLEST_TILE, LARGEST_TILE);
    // Whole vectors, some at a time: what is left over of a tile goes element by element.
    let even = [VECTORS, 1].map(|n| multiple(period, n)).into_iter().find(|step| *step <= target).unwrap_or(period);
    let tile = (target / even).max(1) * even;
    let tile = tile.min(total).max(1);
    // Not inside regions: there the blocks are what threads take.
    let large = total >= PARALLEL_LOOP_ELEMENTS && lower.variant_values.is_none();
    let partitions = if large { (PARTITIONS / lower.replicas).max(1) } else { 1 };
    let in_place = in_place(lower, &loads, &reads, &stores, &writes);
    let kind = StepKind::Loop(Box::new(FusedLoop { total, tile, program, loads, stores, reduces, partitions }));
    let flops = operations * total as u64;
    Ok(Step { in_place, flops, ..Step::new(summary(&names), reads, writes, kind) })
}

/// The least common multiple.
fn multiple(a: usize, b: usize) -> usize {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    a / x * b
}

/// Names of operations with their counts, in order of first appearance.
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

/// Reads that a result may lie over: read index by index, of the same size.
fn in_place(
    lower: &Lowering<'_>,
    loads: &[Load],
    reads: &[ValueId],
    stores: &[Store],
    writes: &[ValueId],
) -> Vec<(usize, usize)> {
    let size = |id: ValueId| lower.types.of(id).size_in_bytes();
    let mut pairs = Vec::new();
    for (r, id) in reads.iter().enumerate() {
        let here = |l: &&Load| l.read == r && !matches!(l.mode, LoadMode::Constant(_));
        let by_index = |l: &Load| matches!(l.mode, LoadMode::Direct | LoadMode::Linear) && l.offset == 0;
        if !loads.iter().filter(here).all(by_index) {
            continue;
        }
        let element = lower.types.of(*id).element.bytes();
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
    lower: &'l Lowering<'l>,
    total: usize,
    /// Tiles are a multiple of it.
    period: usize,
    builder: BytecodeBuilder,
    loads: Vec<Load>,
    reads: Vec<ValueId>,
}

impl LoopEmitter<'_> {
    /// Makes tiles a multiple of `n` where they can be; tells whether they are.
    fn suit(&mut self, n: usize) -> bool {
        if n == 0 {
            return false;
        }
        let both = multiple(self.period, n);
        let fits = both <= LARGEST_TILE / 2;
        if fits {
            self.period = both;
        }
        fits
    }

    /// The register of an operand: a member's result, or a load.
    fn operand(&mut self, id: ValueId, regs: &HashMap<ValueId, Reg>) -> Result<Reg> {
        if self.lower.known.splats.contains_key(&id) {
            return self.pinned(id);
        }
        if let Some(reg) = self.lower.as_contiguous(id).and_then(|base| regs.get(&base)) {
            return Ok(*reg);
        }
        let element = self.lower.types.of(id).element;
        let view = self.lower.view(id);
        let count = view.dims.iter().product::<usize>();
        let dims = view.collapsed();
        if self.total > 1 && (count == 1 || dims.iter().all(|(_, s)| *s == 0)) {
            return self.pinned(id);
        }
        let raw = element != ElementType::F16;
        let mode = match &dims[..] {
            [] | [(_, 1)] if raw => LoadMode::Direct,
            [] | [(_, 1)] => LoadMode::Linear,
            [(_, 0), inner @ ..] if self.suit(inner.iter().map(|(d, _)| d).product()) => LoadMode::Periodic(dims),
            _ => LoadMode::Strided(dims),
        };
        self.load(element, mode, &view)
    }

    /// An operand of which one element is wanted, loaded once.
    fn pinned(&mut self, id: ValueId) -> Result<Reg> {
        let element = self.lower.types.of(id).element;
        match self.lower.known.splats.get(&id) {
            Some(one) => {
                let mode = LoadMode::Constant(one.bytes().to_vec());
                self.load(element, mode, &View::dense(id, &[]))
            }
            None => self.load(element, LoadMode::Broadcast, &self.lower.view(id)),
        }
    }

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
        let offset = usize::try_from(view.offset).map_err(|_| Error::program("a view begins before its memory"))?;
        let offset = if constant { 0 } else { offset };
        let same = |l: &&Load| l.element == element && l.mode == mode && l.read == read && l.offset == offset;
        if let Some(load) = self.loads.iter().find(same) {
            return Ok(load.reg);
        }
        let reg = self.builder.input(element, mode.is_loop_invariant())?;
        match mode {
            LoadMode::Direct => self.builder.set_in_memory(reg),
            LoadMode::Broadcast | LoadMode::Constant(_) => self.builder.set_broadcast(reg),
            _ => {}
        }
        self.loads.push(Load { reg, element, mode, read, offset });
        Ok(reg)
    }
}
