//! Arguments of a convolution's run besides its operands.

use crate::element::WriteMode;
use crate::epilogue::Epilogue;

/// The content of scratch memory that a run leaves for the run of the next slice of a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScratchReuse {
    /// Nothing of use.
    None,
    /// The packed right operand, and the borders of padded copies.
    PackedFilters,
    /// Sums over the slices so far.
    Accumulators,
}

/// The position of a run among the runs for the slices of one batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BatchSlice {
    /// True for the first slice: scratch memory holds nothing of use yet.
    pub first: bool,
    /// True for the last slice.
    pub last: bool,
}

impl BatchSlice {
    /// The whole batch in one run.
    pub const WHOLE: BatchSlice = BatchSlice { first: true, last: true };
}

/// The arguments of the run of a slice of a batch.
#[derive(Debug, Clone, Copy)]
pub struct RunArgs<'a> {
    /// The way in which the result is written.
    pub write: WriteMode,
    /// The position of the slice.
    pub slice: BatchSlice,
    /// Applied to the results in the end; only for a result that overwrites and is dense, with its features
    /// last.
    pub epilogue: Option<Epilogue<'a>>,
}
