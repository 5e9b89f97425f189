//! The strategies for contractions: one ordered table, as oneDNN's lists of implementations. Each entry has its own check of
//! what it accepts; the first that accepts a contraction emits it. The verdicts stay with the step, for
//! [`explain`](crate::explain).

use kernels::{ConvSpec, GemmSpec};
use stablehlo::TensorType;

use super::{direct, prepacked_rhs, split_channels, split_height, split_k, split_n};
use crate::error::{Error, Result};
use crate::ir::Node;
use crate::lower::Lowering;
use crate::ops::contraction::{ContractionPlan, ContractionSlice};

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
    Strategy { name: "direct", summary: "one kernel, or one for each partition of the rows", select: direct::select },
];

/// One way to emit a contraction.
pub(crate) struct Strategy {
    /// As in plans and [`CompileOptions::disabled_passes`](crate::CompileOptions::disabled_passes).
    pub(crate) name: &'static str,
    /// One line.
    pub(crate) summary: &'static str,
    /// Decides whether the strategy takes a contraction.
    select: fn(&Lowering<'_>, &Node, &ContractionSpec) -> Result<Verdict>,
}

/// A contraction as the kernels take it.
#[derive(Clone, Debug)]
pub(crate) enum ContractionSpec {
    Gemm(GemmSpec),
    Conv(ConvSpec),
}

/// What a strategy decided.
pub(crate) enum Verdict {
    Accepted(Emission),
    /// With the reason.
    Refused(String),
}

/// How a contraction is emitted.
pub(crate) struct Emission {
    /// Each computes its own stretch of the result; threads share them.
    pub(crate) slices: Vec<ContractionSlice>,
    /// Packs the right operand in a step before.
    pub(crate) prepack: Option<ContractionPlan>,
    /// What makes the result of the slices' results.
    pub(crate) join: Join,
    /// What the choice costs and gains, for plans.
    pub(crate) cost: String,
}

/// What makes the result of a contraction of its slices' results.
pub(crate) enum Join {
    /// They are adjacent stretches of the result.
    None,
    /// They are partial sums in f32.
    Add,
    /// They are slices of that type along one dimension.
    Concatenate { slice: TensorType, dimension: usize },
}

/// A refusal with its reason.
pub(crate) fn refuse(reason: impl Into<String>) -> Result<Verdict> {
    Ok(Verdict::Refused(reason.into()))
}

impl ContractionSpec {
    /// Multiplications, or `usize::MAX` where they are more.
    pub(crate) fn multiplications(&self) -> usize {
        match self {
            Self::Gemm(spec) => [spec.m, spec.n, spec.k].into_iter().fold(spec.batch, usize::saturating_mul),
            Self::Conv(spec) => {
                let positions = spec.spatial.iter().map(|dim| dim.kernel * dim.output);
                let features = spec.in_features / spec.feature_groups.max(1) * spec.out_features;
                positions.fold(spec.batch, usize::saturating_mul).saturating_mul(features)
            }
        }
    }
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
