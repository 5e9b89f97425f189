//! The role of a contraction in training: set once, when a program becomes a graph.

use stablehlo::OpKind;
use stablehlo::ops::{Convolution, DotGeneral};

/// What a dot or a convolution computes in a training step. In inference all are [`Forward`](Self::Forward).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ContractionRole {
    /// A layer's result: the batch is a dimension of the result.
    Forward,
    /// The gradient of a layer's input: a convolution of a dilated or padded result's gradient with transposed filters.
    BackwardData,
    /// The gradient of a layer's weights: the batch is what is summed over.
    BackwardWeights,
}

impl ContractionRole {
    /// The role of an operation; none if it is no contraction.
    pub(crate) fn of(kind: &OpKind) -> Option<Self> {
        match kind {
            OpKind::Convolution(attrs) => Some(Self::of_convolution(attrs)),
            OpKind::DotGeneral(attrs) => Some(Self::of_dot(attrs)),
            _ => None,
        }
    }

    /// Gradients of filters take the batch for features: dimension 0 of both operands is contracted. Gradients of inputs dilate
    /// their input by the layer's strides, or reverse the filters, or read them with input and output features exchanged.
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

    /// In dumps of plans.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Forward => "forward",
            Self::BackwardData => "backward data",
            Self::BackwardWeights => "backward weights",
        }
    }
}
