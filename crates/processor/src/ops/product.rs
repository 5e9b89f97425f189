//! `dot_general` and `convolution`: plans of the kernels over operands as they lie.

use crate::Result;
use crate::kernels::{ConvPlan, GemmPlan, Kept, KernelError, Part, Write};
use crate::step::{Io, Kernel};
use crate::{Error, ErrorKind};

/// A product of two operands; reads are left and right, writes the result and the workspace.
#[derive(Debug)]
pub(crate) struct Product {
    pub(crate) plan: Plan,
    /// Bytes into the memory of the left and the right operand.
    pub(crate) offsets: [usize; 2],
    /// Whether the result gathers over all blocks of rows.
    pub(crate) gathers: bool,
    /// Whether the workspace is its own from the first block of rows to the last.
    pub(crate) keeps: bool,
    pub(crate) shares: Shares,
}

/// A product as several of the same plan, each with its own part of the result, that threads may take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shares {
    pub(crate) count: usize,
    /// Bytes from one share to the next: of the left operand, of the right one, of the result.
    pub(crate) steps: [usize; 3],
}

impl Shares {
    /// The product as it is.
    pub(crate) const ONE: Self = Self { count: 1, steps: [0; 3] };
}

#[derive(Clone, Debug)]
pub(crate) enum Plan {
    Matrix(Box<GemmPlan>),
    Convolution(Box<ConvPlan>),
}

impl Plan {
    pub(crate) fn scratch_bytes(&self) -> usize {
        match self {
            Self::Matrix(plan) => plan.scratch_bytes(),
            Self::Convolution(plan) => plan.scratch_bytes(),
        }
    }

    /// Whether the right operand comes packed.
    pub(crate) fn takes_packed(&self) -> bool {
        match self {
            Self::Matrix(plan) => plan.takes_packed(),
            Self::Convolution(plan) => plan.takes_packed(),
        }
    }

    /// Panels of a packed right operand, and the bytes of each.
    pub(crate) fn packed_panels(&self) -> (usize, usize) {
        match self {
            Self::Matrix(plan) => plan.packed_panels(),
            Self::Convolution(plan) => plan.packed_panels(),
        }
    }

    /// What of its workspace is of use to the next block of rows.
    pub(crate) fn kept(&self) -> Kept {
        match self {
            Self::Matrix(_) => Kept::Nothing,
            Self::Convolution(plan) => plan.kept(),
        }
    }

    pub(crate) fn flops(&self) -> u64 {
        match self {
            Self::Matrix(plan) => plan.flops(),
            Self::Convolution(plan) => plan.flops(),
        }
    }

    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Matrix(plan) => plan.method_name(),
            Self::Convolution(plan) => plan.method_name(),
        }
    }
}

/// Packs the right operand of products that take it so.
#[derive(Debug)]
pub(crate) struct PackRight {
    pub(crate) plan: Plan,
    /// Bytes into the operand's memory.
    pub(crate) offset: usize,
}

/// Bytes that are worth a thread of their own to pack.
const PACKED_APART: usize = 256 * 1024;

impl Kernel for PackRight {
    fn run(&self, io: Io<'_>) -> Result<()> {
        let rhs = &io.reads[0][self.offset..];
        let (count, bytes) = self.plan.packed_panels();
        let together = PACKED_APART.div_ceil(bytes.max(1)).min(count.max(1));
        let panels = io.writes.into_iter().flat_map(|packed| packed.chunks_mut(bytes.max(1) * together));
        io.team.spread(panels.enumerate().collect(), |(i, packed)| {
            let panels = packed.chunks_mut(bytes.max(1)).enumerate();
            let mut pack = |(j, to): (usize, &mut [u8])| match &self.plan {
                Plan::Matrix(plan) => plan.pack(rhs, i * together + j, to),
                Plan::Convolution(plan) => plan.pack(rhs, i * together + j, to),
            };
            panels.into_iter().try_for_each(&mut pack).map_err(internal)
        })
    }
}

impl Kernel for Product {
    fn run(&self, io: Io<'_>) -> Result<()> {
        let [lhs, rhs] = [0, 1].map(|i| &io.reads[i][self.offsets[i]..]);
        let mut writes = io.writes.into_iter();
        let (out, scratch) = (writes.next().unwrap_or_default(), writes.next().unwrap_or_default());
        let part = if self.keeps { Part { first: io.visit.first, last: io.visit.last } } else { Part::ONLY };
        let adds = self.gathers && !self.keeps && !io.visit.first;
        let write = if adds { Write::Add } else { Write::Replace };
        let run = |lhs: &[u8], rhs: &[u8], out: &mut [u8], scratch: &mut [u8]| {
            match &self.plan {
                Plan::Matrix(plan) => plan.run(lhs, rhs, out, scratch, write),
                Plan::Convolution(plan) => plan.run_part(lhs, rhs, out, scratch, write, part),
            }
            .map_err(internal)
        };
        let Shares { count, steps } = self.shares;
        if count == 1 {
            return run(lhs, rhs, out, scratch);
        }
        let mut scratch = scratch.chunks_mut(self.plan.scratch_bytes().max(1));
        let shares = out.chunks_mut(steps[2]).map(|out| (out, scratch.next().unwrap_or_default()));
        io.team.spread(shares.enumerate().collect(), |(i, (out, scratch))| {
            run(&lhs[i * steps[0]..], &rhs[i * steps[1]..], out, scratch)
        })
    }
}

/// The plan was made for these very operands: an error now is a fault of the processor.
fn internal(e: KernelError) -> Error {
    Error::new(ErrorKind::Internal, e.to_string())
}
