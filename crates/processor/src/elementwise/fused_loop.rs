//! Fused loops: bytecode that runs over whole tensors tile by tile, with reductions of its registers.
//!
//! For each tile, operands are loaded (or read directly from memory), the program runs on registers, and
//! results are stored. A result may share the memory of an operand that is read element by element, since all
//! loads of a tile come before its stores.

use stablehlo::ElementType;

use super::bytecode::{Bytecode, Reg};
use super::load_store::StridedDim;
use super::reduce::{ReduceKind, ReduceShape};

/// The way a register gets its tile.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum LoadMode {
    /// The tile is the operand's memory: contiguous, of the register's own type.
    Direct,
    /// Contiguous elements, converted.
    Linear,
    /// A single element, broadcast to all tiles.
    Broadcast,
    /// Elements at any strides. A tile that is contiguous and needs no conversion is the operand's memory.
    Strided(Vec<StridedDim>),
    /// Elements at any strides, of which the innermost is zero for a number of elements that tiles divide:
    /// each tile has a single element, which is broadcast to it.
    Row(Vec<StridedDim>),
    /// Elements that repeat with a period that divides the tile. The outermost dimension has stride zero.
    Periodic(Vec<StridedDim>),
    /// A single element known at compile time, as bytes.
    Constant(Vec<u8>),
}

impl LoadMode {
    /// Returns true if the register is the same for all tiles, so that it is loaded once, before the loop.
    pub(crate) fn is_loop_invariant(&self) -> bool {
        matches!(self, Self::Broadcast | Self::Periodic(_) | Self::Constant(_))
    }
}

/// An operand.
#[derive(Debug)]
pub(crate) struct Load {
    pub(crate) reg: Reg,
    pub(crate) element: ElementType,
    pub(crate) mode: LoadMode,
    /// The position of the operand among the step's reads; `usize::MAX` for constants.
    pub(crate) read: usize,
    /// The first element, counted from the start of the operand's memory.
    pub(crate) offset: usize,
}

/// An element-wise result.
#[derive(Debug)]
pub(crate) struct Store {
    pub(crate) reg: Reg,
    pub(crate) element: ElementType,
    /// The position of the result among the step's writes.
    pub(crate) write: usize,
}

/// A result that is a reduction.
#[derive(Debug)]
pub(crate) struct ReduceOut {
    pub(crate) reg: Reg,
    pub(crate) kind: ReduceKind,
    pub(crate) shape: ReduceShape,
    pub(crate) element: ElementType,
    /// The register of the initial value.
    pub(crate) init: Reg,
    /// The position of the result among the step's writes.
    pub(crate) write: usize,
    /// The reduction goes over all blocks of rows of a batch loop; otherwise it ends with each run of the
    /// step.
    pub(crate) accumulates: bool,
}

/// A loop over `total` elements.
#[derive(Debug)]
pub(crate) struct FusedLoop {
    pub(crate) total: usize,
    /// Elements of a tile.
    pub(crate) tile: usize,
    pub(crate) program: Bytecode,
    pub(crate) loads: Vec<Load>,
    pub(crate) stores: Vec<Store>,
    pub(crate) reduces: Vec<ReduceOut>,
    /// Ranges of elements that threads may work on independently; with one, the running thread does all the
    /// work.
    pub(crate) partitions: usize,
}

impl FusedLoop {
    /// Lines for the text of a plan: elements, tile, partitions, registers, reductions.
    pub(crate) fn describe(&self) -> Vec<String> {
        let Self { total, tile, partitions, program, reduces, .. } = self;
        let registers = program.slot_element_bytes.len();
        let bytes: usize = program.slot_element_bytes.iter().sum::<usize>() * tile;
        let count = program.instrs.len();
        let mut lines = vec![format!(
            "{total} elements in tiles of {tile}, {partitions} partitions; {count} instructions on {registers} registers ({bytes} B)"
        )];
        for reduce in reduces {
            let ReduceShape { kept, reduced, inner } = reduce.shape;
            lines.push(format!("reduces {kept} x [{reduced}] x {inner} by {:?}", reduce.kind));
        }
        lines
    }
}
