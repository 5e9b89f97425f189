//! The specification of a convolution, as StableHLO's `convolution`, with an element stride for every logical
//! index.

use crate::element::{Element, MathMode};
use crate::error::{KernelError, span_bytes};

/// The name errors carry.
pub(super) const KERNEL: &str = "convolution";

/// The type and the strides of the left operand, the right operand (the filters) or the result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConvOperand {
    /// Storage type.
    pub element: Element,
    /// Element stride of the left operand's batch, the filters' input feature, or the result's batch.
    pub batch_or_in: usize,
    /// Element stride of the left operand's feature, the filters' output feature, or the result's feature.
    pub feature_or_out: usize,
    /// Element strides of the spatial dimensions, in the order of [`ConvSpec::spatial`].
    pub spatial: Vec<usize>,
}

impl ConvOperand {
    /// Picks the strides of an array's dimensions by number, as StableHLO's `conv_dimension_numbers` give
    /// them: `batch_or_in` and `feature_or_out` as in the fields, then the spatial dimensions.
    ///
    /// # Panics
    /// If a dimension is not below `strides.len()`.
    pub fn new(
        element: Element,
        strides: &[usize],
        batch_or_in: usize,
        feature_or_out: usize,
        spatial: &[usize],
    ) -> ConvOperand {
        ConvOperand {
            element,
            batch_or_in: strides[batch_or_in],
            feature_or_out: strides[feature_or_out],
            spatial: spatial.iter().map(|&dimension| strides[dimension]).collect(),
        }
    }
}

/// One spatial dimension.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SpatialDim {
    /// Elements of the left operand.
    pub input: usize,
    /// Elements of the window.
    pub kernel: usize,
    /// Elements of the result. Windows that reach past the input see zeros, so that the high padding is
    /// implied.
    pub output: usize,
    /// Dilated elements from one window to the next; at least 1.
    pub stride: usize,
    /// Zeros before the dilated input; negative values cut it.
    pub pad_low: isize,
    /// Distance of the input's elements in the dilated input; at least 1 (no dilation).
    pub lhs_dilation: usize,
    /// Distance of the window's elements; at least 1 (no dilation).
    pub rhs_dilation: usize,
    /// True if the window is read backwards.
    pub reversed: bool,
}

/// A convolution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConvSpec {
    /// Batch of the left operand.
    pub batch: usize,
    /// Features of the left operand; the filters have `in_features / feature_groups`.
    pub in_features: usize,
    /// Features of the filters and of the result.
    pub out_features: usize,
    /// Groups that the features are divided into.
    pub feature_groups: usize,
    /// Groups that the batch is divided into; the result has `batch / batch_groups`.
    pub batch_groups: usize,
    /// The spatial dimensions; without any it is a matrix product.
    pub spatial: Vec<SpatialDim>,
    /// The left operand.
    pub lhs: ConvOperand,
    /// The filters.
    pub rhs: ConvOperand,
    /// The result; its elements must not overlap.
    pub out: ConvOperand,
    /// The precision in which f32 and bf16 elements are multiplied; other types are multiplied as they are.
    pub math_mode: MathMode,
    /// Allows f32 sums of products to be rearranged to save multiplications (Winograd's algorithm), which
    /// rounds more.
    pub allow_reassociation: bool,
}

impl ConvSpec {
    /// The convolution that computes some rows of the result (positions of the first spatial dimension), and
    /// the element of the left operand that it begins with. `None` if these rows do not need a range of the
    /// left operand's rows.
    ///
    /// ```
    /// use kernels::*;
    /// let dim = SpatialDim {
    ///     input: 8, kernel: 3, output: 8, stride: 1, pad_low: 1, lhs_dilation: 1, rhs_dilation: 1, reversed: false,
    /// };
    /// let operand =
    ///     || ConvOperand { element: Element::F32, batch_or_in: 0, feature_or_out: 0, spatial: vec![1] };
    /// let spec = ConvSpec {
    ///     batch: 1, in_features: 1, out_features: 1, feature_groups: 1, batch_groups: 1, spatial: vec![dim],
    ///     lhs: operand(), rhs: operand(), out: operand(), math_mode: MathMode::F32, allow_reassociation: false,
    /// };
    /// let (slice, first) = spec.slice_rows(4..8).unwrap();
    /// assert_eq!((first, slice.spatial[0].input, slice.spatial[0].pad_low), (3, 5, 0));
    /// ```
    pub fn slice_rows(&self, rows: std::ops::Range<usize>) -> Option<(ConvSpec, usize)> {
        let mut slice = self.clone();
        let dim = slice.spatial.first_mut()?;
        if dim.lhs_dilation != 1 {
            return None;
        }
        let begin = (rows.start * dim.stride).cast_signed() - dim.pad_low;
        let reach = (rows.len().checked_sub(1)? * dim.stride + (dim.kernel - 1) * dim.rhs_dilation + 1).cast_signed();
        let first = begin.clamp(0, dim.input.cast_signed());
        let end = (begin + reach).clamp(first, dim.input.cast_signed());
        dim.input = (end - first).cast_unsigned();
        dim.output = rows.len();
        dim.pad_low = first - begin;
        let first = first.cast_unsigned() * self.lhs.spatial[0];
        (dim.input > 0).then_some((slice, first))
    }

    pub(super) fn elements(&self) -> [Element; 3] {
        [self.lhs.element, self.rhs.element, self.out.element]
    }

    /// Number of groups; at most one kind of group is more than one.
    pub(super) fn groups(&self) -> usize {
        self.feature_groups * self.batch_groups
    }

    /// Batch of the result.
    pub(super) fn out_batch(&self) -> usize {
        self.batch / self.batch_groups
    }

    /// Input features of a filter.
    pub(super) fn group_in_features(&self) -> usize {
        self.in_features / self.feature_groups
    }

    /// Output features of a group.
    pub(super) fn group_out_features(&self) -> usize {
        self.out_features / self.groups()
    }

    /// Element offsets of a group in the left operand, the filters and the result.
    pub(super) fn group_offsets(&self, group: usize) -> [usize; 3] {
        let features = group * self.group_out_features();
        let lhs = if self.batch_groups > 1 {
            group * self.out_batch() * self.lhs.batch_or_in
        } else {
            group * self.group_in_features() * self.lhs.feature_or_out
        };
        [lhs, features * self.rhs.feature_or_out, features * self.out.feature_or_out]
    }

    /// Checks the numbers against each other. Returns the bytes that the operands and the result span.
    pub(super) fn check(&self) -> Result<[usize; 3], KernelError> {
        let bad = |reason: String| Err(KernelError::BadSpec { kernel: KERNEL, reason });
        let &ConvSpec { batch, in_features, out_features, feature_groups, batch_groups, .. } = self;
        if feature_groups == 0 || batch_groups == 0 || (feature_groups > 1 && batch_groups > 1) {
            return bad(format!(
                "feature_group_count {feature_groups} and batch_group_count {batch_groups} must be positive, one of them 1"
            ));
        }
        if !in_features.is_multiple_of(feature_groups) || !out_features.is_multiple_of(feature_groups) {
            return bad(format!(
                "{in_features} input and {out_features} output features do not divide into {feature_groups} groups"
            ));
        }
        if !batch.is_multiple_of(batch_groups) || !out_features.is_multiple_of(batch_groups) {
            return bad(format!(
                "a batch of {batch} and {out_features} output features do not divide into {batch_groups} groups"
            ));
        }
        for (name, operand) in [("lhs", &self.lhs), ("rhs", &self.rhs), ("out", &self.out)] {
            if operand.spatial.len() != self.spatial.len() {
                let (has, needs) = (operand.spatial.len(), self.spatial.len());
                return bad(format!("{name} has {has} spatial strides, the window {needs} dimensions"));
            }
        }
        for (i, dim) in self.spatial.iter().enumerate() {
            if dim.stride == 0 || dim.lhs_dilation == 0 || dim.rhs_dilation == 0 {
                return bad(format!("spatial dimension {i}: strides and dilations must be at least 1, got {dim:?}"));
            }
        }
        if self.padded_units().is_none() {
            return bad(format!("the padded input does not fit the address space: {:?}", self.spatial));
        }
        let span = |operand: &ConvOperand, sizes: [usize; 2], size: fn(&SpatialDim) -> usize| {
            let outer = [(sizes[0], operand.batch_or_in), (sizes[1], operand.feature_or_out)];
            let spatial = self.spatial.iter().map(size).zip(operand.spatial.iter().copied());
            span_bytes(outer.into_iter().chain(spatial), operand.element).ok_or_else(|| KernelError::BadSpec {
                kernel: KERNEL,
                reason: "an operand does not fit the address space".into(),
            })
        };
        Ok([
            span(&self.lhs, [batch, in_features], |dim| dim.input)?,
            span(&self.rhs, [self.group_in_features(), out_features], |dim| dim.kernel)?,
            span(&self.out, [self.out_batch(), out_features], |dim| dim.output)?,
        ])
    }

    /// An upper limit of the units in all padded images together; `None` if they cannot be counted. Guards
    /// every later calculation with positions from overflow.
    fn padded_units(&self) -> Option<usize> {
        let mut units = self.batch.max(1).checked_mul(self.in_features.max(1))?.checked_mul(Element::F32.bytes())?;
        for dim in &self.spatial {
            let moved = dim.output.checked_mul(dim.stride)?;
            let window = dim.kernel.checked_mul(dim.rhs_dilation)?;
            let input = dim.input.checked_mul(dim.lhs_dilation)?;
            let positions = moved.checked_add(window)?.checked_add(input)?.checked_add(dim.pad_low.unsigned_abs())?;
            units = units.checked_mul(positions.max(1))?;
        }
        isize::try_from(units).ok().map(isize::cast_unsigned)
    }

    /// The same convolution with at least one spatial dimension, which the algorithms rely on.
    pub(super) fn with_spatial_dim(&self) -> ConvSpec {
        let mut spec = self.clone();
        if spec.spatial.is_empty() {
            spec.spatial.push(SpatialDim {
                input: 1,
                kernel: 1,
                output: 1,
                stride: 1,
                pad_low: 0,
                lhs_dilation: 1,
                rhs_dilation: 1,
                reversed: false,
            });
            for operand in [&mut spec.lhs, &mut spec.rhs, &mut spec.out] {
                operand.spatial.push(0);
            }
        }
        spec
    }
}

impl SpatialDim {
    /// Positions of the padded, dilated input that windows see.
    pub(super) fn padded_extent(&self) -> usize {
        if self.output == 0 || self.kernel == 0 {
            return 0;
        }
        (self.output - 1) * self.stride + (self.kernel - 1) * self.rhs_dilation + 1
    }

    /// The input element at a padded position; `None` for a zero of the padding or of the dilation.
    pub(super) fn input_at(&self, position: usize) -> Option<usize> {
        let dilated = position.checked_add_signed(self.pad_low.checked_neg()?)?;
        let index = dilated / self.lhs_dilation;
        (dilated.is_multiple_of(self.lhs_dilation) && index < self.input).then_some(index)
    }

    /// The position within the window of the filter element `index`, in padded positions.
    pub(super) fn tap(&self, index: usize) -> usize {
        let index = if self.reversed { self.kernel - 1 - index } else { index };
        index * self.rhs_dilation
    }
}

/// Bytes from one image to the next if an image, with dimensions of these `(size, stride)` pairs in elements,
/// is contiguous enough to be prefetched; zero if images interleave.
pub(super) fn image_pitch(step: usize, dims: impl IntoIterator<Item = (usize, usize)>, element: Element) -> usize {
    let last: usize = dims.into_iter().map(|(size, stride)| size.saturating_sub(1) * stride).sum();
    if last < step { step * element.bytes() } else { 0 }
}

/// All index vectors below `sizes`, the last index running fastest.
pub(super) fn indices(sizes: &[usize]) -> impl Iterator<Item = Vec<usize>> {
    let total = sizes.iter().product();
    (0..total).map(move |mut flat: usize| {
        let mut index = vec![0; sizes.len()];
        for (i, &size) in index.iter_mut().zip(sizes).rev() {
            *i = flat % size;
            flat /= size;
        }
        index
    })
}

/// The offset of an index vector.
pub(super) fn dot(index: &[usize], strides: &[usize]) -> usize {
    index.iter().zip(strides).map(|(i, stride)| i * stride).sum()
}
