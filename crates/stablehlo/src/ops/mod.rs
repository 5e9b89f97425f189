//! The operations: their kinds and attributes, and the one table that lists them.

mod attrs;
mod table;

pub use attrs::*;
pub use table::{Differentiable, ElementClasses, Group, OPS, OpDef, find};

use crate::literal::Literal;

/// A list of simple operations of one shape: the variants and their text names.
macro_rules! named {
    ($(#[$doc:meta])* $enum:ident { $($variant:ident $name:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $enum { $(#[doc = concat!("`stablehlo.", $name, "`")] $variant,)* }

        impl $enum {
            /// All of them.
            pub const ALL: &'static [$enum] = &[$($enum::$variant,)*];

            /// The operation's name without the dialect.
            pub const fn name(self) -> &'static str {
                match self { $($enum::$variant => $name,)* }
            }
        }
    };
}

named! {
    /// Element-wise operations of one operand.
    Unary {
        Abs "abs", Cbrt "cbrt", Ceil "ceil", Cosine "cosine", CountLeadingZeros "count_leading_zeros",
        Exponential "exponential", ExponentialMinusOne "exponential_minus_one", Floor "floor", IsFinite "is_finite",
        Log "log", LogPlusOne "log_plus_one", Logistic "logistic", Negate "negate", Not "not",
        PopulationCount "popcnt", RoundNearestAfz "round_nearest_afz", RoundNearestEven "round_nearest_even",
        Rsqrt "rsqrt", Sign "sign", Sine "sine", Sqrt "sqrt", Tan "tan", Tanh "tanh",
    }
}

named! {
    /// Element-wise operations of two operands of one type.
    Binary {
        Add "add", And "and", Atan2 "atan2", Divide "divide", Maximum "maximum", Minimum "minimum",
        Multiply "multiply", Or "or", Power "power", Remainder "remainder", ShiftLeft "shift_left",
        ShiftRightArithmetic "shift_right_arithmetic", ShiftRightLogical "shift_right_logical",
        Subtract "subtract", Xor "xor",
    }
}

/// An operation with its attributes. Operands, results and regions stand on [`Op`](crate::Op).
#[derive(Clone, Debug, PartialEq)]
pub enum OpKind {
    /// An element-wise operation of one operand.
    Unary(Unary),
    /// An element-wise operation of two operands.
    Binary(Binary),
    /// `compare`: result `i1`.
    Compare {
        /// Which comparison.
        direction: Direction,
        /// How; none: by the element type.
        compare_type: Option<CompareType>,
    },
    /// `select`: predicate (of the shape, or a scalar), on true, on false.
    Select,
    /// `clamp`: min, operand, max; min and max may be scalars.
    Clamp,
    /// `convert`: to the element type of the result.
    Convert,
    /// `bitcast_convert`: the same bits as another element type.
    BitcastConvert,
    /// `reduce_precision`: rounds to a format of so many bits, and back.
    ReducePrecision {
        /// Bits of the exponent.
        exponent_bits: u32,
        /// Bits of the mantissa.
        mantissa_bits: u32,
    },
    /// `constant`.
    Constant(Literal),
    /// `iota`: the index along a dimension.
    Iota {
        /// Which.
        dimension: usize,
    },
    /// `broadcast_in_dim`: dimension `i` of the operand becomes `dims[i]` of the result.
    BroadcastInDim {
        /// A result dimension for each operand dimension.
        dims: Vec<usize>,
    },
    /// `reshape`: the same elements in row-major order.
    Reshape,
    /// `transpose`: dimension `i` of the result is `permutation[i]` of the operand.
    Transpose {
        /// The permutation.
        permutation: Vec<usize>,
    },
    /// `reverse`.
    Reverse {
        /// Dimensions read backwards.
        dims: Vec<usize>,
    },
    /// `slice`.
    Slice {
        /// First index, a dimension each.
        start: Vec<usize>,
        /// Index past the last.
        limit: Vec<usize>,
        /// Step.
        stride: Vec<usize>,
    },
    /// `pad`: operand, padding value.
    Pad {
        /// Padding before; negative cuts off.
        low: Vec<i64>,
        /// Padding after; negative cuts off.
        high: Vec<i64>,
        /// Padding between elements.
        interior: Vec<usize>,
    },
    /// `concatenate`.
    Concatenate {
        /// Along which dimension.
        dimension: usize,
    },
    /// `dynamic_slice`: operand, then a scalar start index a dimension (clamped so that the slice lies inside).
    DynamicSlice {
        /// Size of the slice.
        sizes: Vec<usize>,
    },
    /// `dynamic_update_slice`: operand, update, then a scalar start index a dimension (clamped likewise).
    DynamicUpdateSlice,
    /// `gather`: operand, start indices.
    Gather(Gather),
    /// `scatter`: inputs, indices, updates; region: how an update joins what is there.
    Scatter(Scatter),
    /// `dot_general`.
    DotGeneral(DotGeneral),
    /// `convolution`: input, kernel.
    Convolution(Convolution),
    /// `reduce`: inputs, then as many initial values; region: the reduction of two scalars (or of two tuples).
    Reduce {
        /// Dimensions that go.
        dims: Vec<usize>,
    },
    /// `reduce_window`: inputs, then initial values; region as for `reduce`.
    ReduceWindow {
        /// A window dimension for each dimension of the input.
        window: Vec<WindowDim>,
    },
    /// `select_and_scatter`: operand, source, initial value; regions: select (a comparison), scatter (a sum).
    SelectAndScatter {
        /// A window dimension for each dimension of the operand (no dilations, no reversal).
        window: Vec<WindowDim>,
    },
    /// `sort`: any number of operands of one shape; region: whether the left comes before the right.
    Sort {
        /// Along which dimension.
        dimension: usize,
        /// Whether equals keep their order.
        is_stable: bool,
    },
    /// `rng_bit_generator`: state; results: new state, bits.
    RngBitGenerator {
        /// Which generator.
        algorithm: RngAlgorithm,
    },
    /// `optimization_barrier`.
    OptimizationBarrier,
    /// `while`: initial values; regions: condition, body.
    While,
    /// `if`: predicate; regions: true branch, false branch (no parameters; they use values from around).
    If,
    /// `case`: index (i32); regions: the branches.
    Case,
    /// `func.call`.
    Call {
        /// The function's name.
        callee: String,
    },
    /// `all_reduce`: operands; region: the reduction.
    AllReduce(AllReduce),
    /// `replica_id`: a `ui32`.
    ReplicaId,
    /// `partition_id`: a `ui32`.
    PartitionId,
    /// `custom_call`: known to a device by its name only.
    CustomCall {
        /// The name.
        target: String,
        /// `backend_config`, as text.
        backend_config: String,
        /// Whether it does more than make results.
        has_side_effect: bool,
    },
}
