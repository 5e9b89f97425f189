//! Attributes of operations, by the specification's names.

use crate::sharding::TensorSharding;

/// The precision of an operand of a contraction (spec: `precision_config`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Precision {
    /// The device's choice: bf16 multiplies on a tensor processor, f32 on a CPU.
    #[default]
    Default,
    /// At least three bf16 passes; here f32.
    High,
    /// f32.
    Highest,
}

/// `compare`'s direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Equal.
    Eq,
    /// Not equal.
    Ne,
    /// Greater or equal.
    Ge,
    /// Greater.
    Gt,
    /// Less or equal.
    Le,
    /// Less.
    Lt,
}

/// `compare`'s type; `None` on the operation means: chosen by the element type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CompareType {
    /// Floating point, NaN unordered.
    Float,
    /// Floating point, with a total order.
    TotalOrder,
    /// Signed integers.
    Signed,
    /// Unsigned integers and booleans.
    Unsigned,
}

/// One dimension of a window, for convolution and `reduce_window`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WindowDim {
    /// Window size.
    pub size: usize,
    /// Distance between the starts of neighboring windows, in elements of the padded input.
    pub stride: usize,
    /// Padding before the first element; a negative number removes elements.
    pub pad_low: i64,
    /// Padding after the last element; a negative number removes elements.
    pub pad_high: i64,
    /// Distance between neighboring elements of the dilated input; 1 is no dilation.
    pub base_dilation: usize,
    /// Distance between neighboring elements of the window; 1 is no dilation.
    pub window_dilation: usize,
    /// True if the kernel is reversed along this dimension (convolution only).
    pub reversal: bool,
}

impl WindowDim {
    /// A window of `size` elements: stride 1, no padding, no dilation, no reversal.
    pub fn new(size: usize) -> Self {
        Self { size, stride: 1, pad_low: 0, pad_high: 0, base_dilation: 1, window_dilation: 1, reversal: false }
    }

    /// The size of the result along this dimension for an input of size `input`; 0 if the window does not
    /// fit.
    pub fn output_size(&self, input: usize) -> usize {
        let dilate = |n: usize, by: usize| if n == 0 { 0 } else { (n - 1) * by + 1 };
        let padded = dilate(input, self.base_dilation) as i64 + self.pad_low + self.pad_high;
        let window = dilate(self.size, self.window_dilation) as i64;
        if padded < window || padded <= 0 { 0 } else { ((padded - window) as usize) / self.stride + 1 }
    }
}

/// The roles of the dimensions of a convolution's operands and result (spec: `dimension_numbers`, in text
/// `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ConvDimensionNumbers {
    /// Batch dimension of the input.
    pub input_batch: usize,
    /// Feature dimension of the input.
    pub input_feature: usize,
    /// Spatial dimensions of the input.
    pub input_spatial: Vec<usize>,
    /// Input-feature dimension of the kernel.
    pub kernel_input_feature: usize,
    /// Output-feature dimension of the kernel.
    pub kernel_output_feature: usize,
    /// Spatial dimensions of the kernel.
    pub kernel_spatial: Vec<usize>,
    /// Batch dimension of the output.
    pub output_batch: usize,
    /// Feature dimension of the output.
    pub output_feature: usize,
    /// Spatial dimensions of the output.
    pub output_spatial: Vec<usize>,
}

impl ConvDimensionNumbers {
    /// Images with channels last (NHWC): inputs and results `[n, h, w, c]`, kernels `[kh, kw, c, k]`, in text
    /// `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`.
    pub fn nhwc() -> Self {
        Self {
            input_batch: 0,
            input_feature: 3,
            input_spatial: vec![1, 2],
            kernel_input_feature: 2,
            kernel_output_feature: 3,
            kernel_spatial: vec![0, 1],
            output_batch: 0,
            output_feature: 3,
            output_spatial: vec![1, 2],
        }
    }
}

/// `convolution`'s attributes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Convolution {
    /// The roles of the dimensions.
    pub dims: ConvDimensionNumbers,
    /// One window dimension per spatial dimension.
    pub window: Vec<WindowDim>,
    /// Number of groups that the features are split into.
    pub feature_group_count: usize,
    /// Number of groups that the batch is split into.
    pub batch_group_count: usize,
    /// Precision of input and kernel.
    pub precision: [Precision; 2],
}

/// `dot_general`'s attributes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct DotGeneral {
    /// Batch dimensions of the left operand.
    pub lhs_batch: Vec<usize>,
    /// Batch dimensions of the right operand.
    pub rhs_batch: Vec<usize>,
    /// Contracting dimensions of the left operand.
    pub lhs_contracting: Vec<usize>,
    /// Contracting dimensions of the right operand.
    pub rhs_contracting: Vec<usize>,
    /// Precision of the left and the right operand.
    pub precision: [Precision; 2],
}

/// `gather`'s attributes (spec: `gather`).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Gather {
    /// Dimensions of the result that are offsets within a slice.
    pub offset_dims: Vec<usize>,
    /// Operand dimensions that the result's offset dimensions leave out.
    pub collapsed_slice_dims: Vec<usize>,
    /// Batching dimensions of the operand, paired with `start_indices_batching_dims`.
    pub operand_batching_dims: Vec<usize>,
    /// Batching dimensions of the start indices, paired with `operand_batching_dims`.
    pub start_indices_batching_dims: Vec<usize>,
    /// The operand dimension that each component of an index vector indexes.
    pub start_index_map: Vec<usize>,
    /// The dimension of the start indices that holds the index vectors.
    pub index_vector_dim: usize,
    /// Size of a slice in each dimension of the operand.
    pub slice_sizes: Vec<usize>,
    /// A promise of the caller that the indices are sorted.
    pub indices_are_sorted: bool,
}

/// `scatter`'s attributes (spec: `scatter`).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Scatter {
    /// Dimensions of the updates that are offsets within a window.
    pub update_window_dims: Vec<usize>,
    /// Input dimensions that the updates' window dimensions leave out.
    pub inserted_window_dims: Vec<usize>,
    /// Batching dimensions of the input, paired with `scatter_indices_batching_dims`.
    pub input_batching_dims: Vec<usize>,
    /// Batching dimensions of the scatter indices, paired with `input_batching_dims`.
    pub scatter_indices_batching_dims: Vec<usize>,
    /// The input dimension that each component of an index vector indexes.
    pub scatter_dims_to_operand_dims: Vec<usize>,
    /// The dimension of the scatter indices that holds the index vectors.
    pub index_vector_dim: usize,
    /// A promise of the caller that the indices are sorted.
    pub indices_are_sorted: bool,
    /// A promise of the caller that no two updates write the same element.
    pub unique_indices: bool,
}

/// Who communicates in a collective: `all_reduce`'s attributes, and those of other collectives.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Collective {
    /// Groups of replicas (or devices) that communicate among themselves; empty: all replicas are one group.
    pub replica_groups: Vec<Vec<i64>>,
    /// `channel_handle`'s handle; `None` if the attribute is absent.
    pub channel_id: Option<i64>,
    /// True if the groups name devices rather than replicas.
    pub use_global_device_ids: bool,
}

/// `sdy.manual_computation`'s attributes (openxla/shardy, `shardy/dialect/sdy/ir/ops.td`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ManualComputation {
    /// How each operand is divided among the instances of the region.
    pub in_shardings: Vec<TensorSharding>,
    /// How each result is divided.
    pub out_shardings: Vec<TensorSharding>,
    /// The axes of the mesh that the region divides by itself: it runs once for each of their positions.
    pub manual_axes: Vec<String>,
}

/// `rng_bit_generator`'s algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RngAlgorithm {
    /// The device's choice; here Philox 4x32-10.
    Default,
    /// Threefry 2x32-20 (Salmon et al., SC 2011); state `ui64[2]`.
    ThreeFry,
    /// Philox 4x32-10 (Salmon et al., SC 2011); state `ui64[2]` or `ui64[3]`.
    Philox,
}

/// `fft`'s type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FftType {
    /// Forward, complex to complex.
    Fft,
    /// Inverse, complex to complex.
    Ifft,
    /// Forward, real to complex: the half of the result that is not redundant.
    Rfft,
    /// Inverse of [`FftType::Rfft`], complex to real.
    Irfft,
}

impl FftType {
    /// Every type, with its name in StableHLO text.
    pub const NAMED: [(&'static str, FftType); 4] =
        [("FFT", FftType::Fft), ("IFFT", FftType::Ifft), ("RFFT", FftType::Rfft), ("IRFFT", FftType::Irfft)];

    /// The name in StableHLO text.
    pub fn name(self) -> &'static str {
        Self::NAMED.iter().find(|(_, ty)| *ty == self).map_or("", |(name, _)| name)
    }
}

/// The matrix that `triangular_solve` solves with, made of the given one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Transpose {
    /// The matrix itself.
    #[default]
    NoTranspose,
    /// Its transpose.
    Transpose,
    /// Its conjugate transpose.
    Adjoint,
}

impl Transpose {
    /// Every choice, with its name in StableHLO text.
    pub const NAMED: [(&'static str, Transpose); 3] = [
        ("NO_TRANSPOSE", Transpose::NoTranspose),
        ("TRANSPOSE", Transpose::Transpose),
        ("ADJOINT", Transpose::Adjoint),
    ];

    /// The name in StableHLO text.
    pub fn name(self) -> &'static str {
        Self::NAMED.iter().find(|(_, t)| *t == self).map_or("", |(name, _)| name)
    }
}

/// `triangular_solve`'s attributes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TriangularSolve {
    /// True: solves `op(a) x = b`; false: `x op(a) = b`.
    pub left_side: bool,
    /// True if `a` is lower triangular; its other triangle is not read.
    pub lower: bool,
    /// True if the diagonal of `a` counts as ones.
    pub unit_diagonal: bool,
    /// `op`.
    pub transpose_a: Transpose,
}
