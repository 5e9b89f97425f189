//! The strategies for contractions: one ordered table, like oneDNN's implementation lists. Each entry decides
//! for itself whether it accepts a contraction, and the first that accepts it emits it. The notes of the step
//! keep all verdicts, for [`explain`](crate::explain).
//!
//! A strategy decides by the program and the reference machine alone, so that results are the same on any
//! number of threads.

use super::verdict::{ContractionSpec, Emission, Verdict};
use super::{prepacked_rhs, split_channels, split_height, split_k, split_n, unsplit};
use crate::error::{Error, Result};
use crate::ir::Node;
use crate::lower::lowering::Lowering;

/// The strategies in the order in which they are tried.
pub(crate) const STRATEGIES: &[Strategy] = &[
    Strategy {
        name: "split_n",
        summary: "columns of a one-row product (GEMV), for threads to share",
        select: split_n::select,
    },
    Strategy {
        name: "split_height",
        summary: "rows of the one image of a convolution, for threads to share",
        select: split_height::select,
    },
    Strategy { name: "split_k", summary: "stretches of a long sum, added up at the end", select: split_k::select },
    Strategy {
        name: "split_channels",
        summary: "input channels of a convolution's weight gradient, concatenated at the end",
        select: split_channels::select,
    },
    Strategy {
        name: "prepacked_rhs",
        summary: "the right operand packed by a step of its own, for all that multiply by it",
        select: prepacked_rhs::select,
    },
    Strategy { name: "unsplit", summary: "one kernel, or one for each partition of the rows", select: unsplit::select },
];

/// One way to emit a contraction.
pub(crate) struct Strategy {
    /// The name in plans and in [`CompileOptions::disabled_passes`](crate::CompileOptions::disabled_passes).
    pub(crate) name: &'static str,
    /// One line.
    pub(crate) summary: &'static str,
    /// Accepts a contraction, or refuses it with the reason.
    select: fn(&Lowering<'_>, &Node, &ContractionSpec) -> Result<Verdict>,
}

/// The strategy that takes a contraction.
pub(crate) struct Selection {
    pub(crate) strategy: &'static Strategy,
    pub(crate) emission: Emission,
    /// The strategies that were tried before, with their reasons.
    pub(crate) refusals: Vec<(&'static str, String)>,
}

/// Selects the first strategy that accepts a contraction.
pub(crate) fn select(lowering: &Lowering<'_>, node: &Node, spec: &ContractionSpec) -> Result<Selection> {
    let mut refusals = Vec::new();
    let (last, others) = STRATEGIES.split_last().expect("the table has entries");
    for strategy in others {
        if !lowering.options.is_enabled(strategy.name) {
            refusals.push((strategy.name, "disabled".to_string()));
            continue;
        }
        match (strategy.select)(lowering, node, spec)? {
            Verdict::Accepted(emission) => return Ok(Selection { strategy, emission, refusals }),
            Verdict::Refused(reason) => refusals.push((strategy.name, reason)),
        }
    }
    match (last.select)(lowering, node, spec)? {
        Verdict::Accepted(emission) => Ok(Selection { strategy: last, emission, refusals }),
        Verdict::Refused(reason) => Err(Error::unsupported(reason)),
    }
}
