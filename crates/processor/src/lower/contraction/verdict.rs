//! The verdicts of strategies on a contraction.

use kernels::{ConvSpec, GemmSpec};
use stablehlo::TensorType;

use crate::error::Result;
use crate::ops::contraction::{ContractionPlan, ContractionSlice};

/// The kernels' specification of a contraction.
#[derive(Clone, Debug)]
pub(crate) enum ContractionSpec {
    Gemm(GemmSpec),
    Conv(ConvSpec),
}

/// The decision of a strategy.
pub(crate) enum Verdict {
    Accepted(Emission),
    /// The reason against the strategy.
    Refused(String),
}

/// The slices and steps of a contraction.
pub(crate) struct Emission {
    /// Parts of the contraction that threads compute independently, each with a result of its own.
    pub(crate) slices: Vec<ContractionSlice>,
    /// The plan that packs the right operand, if a step before does that.
    pub(crate) prepack: Option<ContractionPlan>,
    /// The step that combines the slices' results.
    pub(crate) combine: Combine,
    /// Slices, sizes and packing, for plans.
    pub(crate) cost: String,
}

/// The way to compute the result of a contraction from its slices' results.
pub(crate) enum Combine {
    /// None: they are adjacent stretches of the result.
    None,
    /// They are partial sums in f32, which are added.
    Add,
    /// They are slices of that type, which are concatenated along a dimension.
    Concatenate { slice: TensorType, dimension: usize },
}

/// A refusal with its reason.
pub(crate) fn refuse(reason: impl Into<String>) -> Result<Verdict> {
    Ok(Verdict::Refused(reason.into()))
}

impl ContractionSpec {
    /// Multiplications (and additions) of the contraction, saturating.
    pub(crate) fn macs(&self) -> usize {
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
