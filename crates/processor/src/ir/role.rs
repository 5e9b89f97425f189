//! The role of a contraction in training, which call inlining records once for all later passes.
//!
//! Roles are oneDNN's propagation kinds: forward, backward data, backward weights.

use stablehlo::OpKind;
use stablehlo::ops::{Convolution, DotGeneral};

/// The role of a dot or a convolution in a training step, as far as its dimension numbers tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ContractionRole {
    /// A layer's result: the batch is a dimension of the result.
    Forward,
    /// The gradient of a layer's input: a convolution of a dilated or padded result's gradient with
    /// transposed filters.
    BackwardData,
    /// The gradient of a layer's weights: the batch is contracted.
    BackwardWeights,
}

impl ContractionRole {
    /// The role of an operation; none if it is not a contraction.
    pub(crate) fn of(kind: &OpKind) -> Option<Self> {
        match kind {
            OpKind::Convolution(attrs) => Some(Self::of_convolution(attrs)),
            OpKind::DotGeneral(attrs) => Some(Self::of_dot(attrs)),
            _ => None,
        }
    }

    /// The gradient of filters has the batch as its features: dimension 0 of both operands is contracted. The
    /// gradient of an input dilates its input by the layer's strides, reverses the filters, or reads them
    /// with input and output features swapped.
    fn of_convolution(attrs: &Convolution) -> Self {
        let d = &attrs.dims;
        if d.input_feature == 0 && d.kernel_input_feature == 0 && attrs.feature_group_count == 1 {
            return Self::BackwardWeights;
        }
        let dilates = attrs.window.iter().any(|w| w.base_dilation > 1 || w.reversal);
        if dilates || d.kernel_input_feature > d.kernel_output_feature { Self::BackwardData } else { Self::Forward }
    }

    fn of_dot(attrs: &DotGeneral) -> Self {
        let contracts_rows = |dims: &[usize]| dims.contains(&0);
        if contracts_rows(&attrs.lhs_contracting) && contracts_rows(&attrs.rhs_contracting) {
            return Self::BackwardWeights;
        }
        // `dy . w^T`: the weights' last dimension is contracted, which for a layer's result is the first one.
        let weights_transposed = attrs.lhs_batch.is_empty() && !attrs.rhs_contracting.contains(&0);
        if weights_transposed { Self::BackwardData } else { Self::Forward }
    }

    /// The name in plans.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Forward => "forward",
            Self::BackwardData => "backward data",
            Self::BackwardWeights => "backward weights",
        }
    }
}
