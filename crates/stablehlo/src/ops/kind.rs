//! The kinds of operations, with their attributes.

use super::attrs::{
    Collective, CompareType, Convolution, Direction, DotGeneral, FftType, Gather, ManualComputation, RngAlgorithm,
    Scatter, TriangularSolve, WindowDim,
};
use crate::literal::Literal;
use crate::sharding::TensorSharding;

/// Declares an enum of operations that have no attributes: the variants and their mnemonics.
macro_rules! named {
    ($(#[$doc:meta])* $enum:ident { $($variant:ident $name:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $enum { $(#[doc = concat!("`stablehlo.", $name, "`")] $variant,)* }

        impl $enum {
            /// Every operation of this enum.
            pub const ALL: &'static [$enum] = &[$($enum::$variant,)*];

            /// The operation's mnemonic: its name without the dialect.
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
    /// Element-wise operations of two operands that have the same type.
    Binary {
        Add "add", And "and", Atan2 "atan2", Divide "divide", Maximum "maximum", Minimum "minimum",
        Multiply "multiply", Or "or", Power "power", Remainder "remainder", ShiftLeft "shift_left",
        ShiftRightArithmetic "shift_right_arithmetic", ShiftRightLogical "shift_right_logical",
        Subtract "subtract", Xor "xor",
    }
}

/// The kind of an operation, with its attributes. [`Op`](crate::Op) adds operands, results and regions.
#[derive(Clone, Debug, PartialEq)]
pub enum OpKind {
    /// An element-wise operation of one operand.
    Unary(Unary),
    /// An element-wise operation of two operands of the same type.
    Binary(Binary),
    /// `compare`: result `i1`.
    Compare {
        /// The comparison.
        direction: Direction,
        /// The type of comparison; `None`: by the element type.
        compare_type: Option<CompareType>,
    },
    /// `select`: predicate (a scalar, or of the other operands' shape), on true, on false.
    Select,
    /// `clamp`: min, operand, max; min and max may be scalars.
    Clamp,
    /// `complex`: real parts and imaginary parts, of the same type, to complex numbers.
    Complex,
    /// `real`: the real parts of complex numbers; real numbers are their own real parts.
    Real,
    /// `imag`: the imaginary parts of complex numbers; zero for real numbers.
    Imag,
    /// `convert`: to the element type of the result.
    Convert,
    /// `bitcast_convert`: the same bits, read as another element type.
    BitcastConvert,
    /// `reduce_precision`: rounds to a narrower floating-point format and converts back.
    ReducePrecision {
        /// Number of exponent bits of the narrower format.
        exponent_bits: u32,
        /// Number of mantissa bits of the narrower format.
        mantissa_bits: u32,
    },
    /// `constant`.
    Constant(Literal),
    /// `iota`: each element is its index along a dimension.
    Iota {
        /// The dimension.
        dimension: usize,
    },
    /// `broadcast_in_dim`: dimension `i` of the operand becomes `dims[i]` of the result.
    BroadcastInDim {
        /// A result dimension for each operand dimension.
        dims: Vec<usize>,
    },
    /// `reshape`: the same elements in row-major order.
    Reshape,
    /// `transpose`: dimension `i` of the result is dimension `permutation[i]` of the operand.
    Transpose {
        /// A permutation of the operand's dimensions.
        permutation: Vec<usize>,
    },
    /// `reverse`: reverses the order of elements along dimensions.
    Reverse {
        /// The reversed dimensions.
        dims: Vec<usize>,
    },
    /// `slice`; each list has one entry per dimension.
    Slice {
        /// First index, inclusive.
        start: Vec<usize>,
        /// Last index, exclusive.
        limit: Vec<usize>,
        /// Step between indices, positive.
        stride: Vec<usize>,
    },
    /// `pad`: operand, padding value (a scalar). Each list has one entry per dimension, counted in elements.
    Pad {
        /// Padding before the first element; a negative number removes elements.
        low: Vec<i64>,
        /// Padding after the last element; a negative number removes elements.
        high: Vec<i64>,
        /// Padding between neighboring elements.
        interior: Vec<usize>,
    },
    /// `concatenate`.
    Concatenate {
        /// The dimension that is concatenated.
        dimension: usize,
    },
    /// `dynamic_slice`: operand, then one scalar start index per dimension. Start indices are clamped so that
    /// the slice is inside the operand.
    DynamicSlice {
        /// Size of the slice in each dimension.
        sizes: Vec<usize>,
    },
    /// `dynamic_update_slice`: operand, update, then one scalar start index per dimension, clamped as in
    /// `dynamic_slice`.
    DynamicUpdateSlice,
    /// `gather`: operand, start indices.
    Gather(Gather),
    /// `scatter`: inputs, indices, updates; region: combines the current element with an update.
    Scatter(Scatter),
    /// `dot_general`.
    DotGeneral(DotGeneral),
    /// `convolution`: input, kernel.
    Convolution(Convolution),
    /// `reduce`: inputs, then as many initial values; region: the reduction of two scalars (or of two
    /// tuples).
    Reduce {
        /// The reduced dimensions.
        dims: Vec<usize>,
    },
    /// `reduce_window`: inputs, then initial values; region as for `reduce`.
    ReduceWindow {
        /// One window dimension per dimension of the input.
        window: Vec<WindowDim>,
    },
    /// `select_and_scatter`: operand, source, initial value; regions: select (a comparison), scatter (a
    /// reduction).
    SelectAndScatter {
        /// One window dimension per dimension of the operand (no dilations, no reversal).
        window: Vec<WindowDim>,
    },
    /// `sort`: any number of operands of one shape; region: the comparator, true if left comes before right.
    Sort {
        /// The sorted dimension.
        dimension: usize,
        /// True if equal elements keep their order.
        is_stable: bool,
    },
    /// `fft` over the last dimensions.
    Fft {
        /// The direction, and which side is real.
        fft_type: FftType,
        /// `fft_length`: the size of each transformed dimension, of the real side where there is one.
        length: Vec<usize>,
    },
    /// `cholesky` of a batch of positive definite matrices. The other triangle of the result is zero.
    Cholesky {
        /// True: `a = l lᴴ`, and the result is `l`; false: `a = uᴴ u`, and the result is `u`.
        lower: bool,
    },
    /// `triangular_solve`: a batch of triangular matrices `a`, and right sides `b`.
    TriangularSolve(TriangularSolve),
    /// `rng_bit_generator`: state; results: new state, bits.
    RngBitGenerator {
        /// The generator.
        algorithm: RngAlgorithm,
    },
    /// `optimization_barrier`.
    OptimizationBarrier,
    /// `while`: initial values; regions: condition, body.
    While,
    /// `if`: predicate; regions: true branch, false branch (without parameters; they capture values).
    If,
    /// `case`: index (i32); regions: the branches (without parameters; they capture values).
    Case,
    /// `func.call`.
    Call {
        /// The function's name.
        callee: String,
    },
    /// `composite`: an operation that other operations define, such as `chlo.erf`. It computes what its
    /// decomposition computes.
    Composite {
        /// The name of the operation, with its dialect.
        name: String,
        /// `composite_attributes`: the text of a dictionary; empty without attributes.
        attributes: String,
        /// The function that computes the operation.
        decomposition: String,
        /// The version of the operation's meaning.
        version: i64,
    },
    /// `create_token`: a token.
    CreateToken,
    /// `after_all`: a token after any number of others.
    AfterAll,
    /// `all_reduce`: operands; region: the reduction of two scalars.
    AllReduce(Collective),
    /// `all_gather`: operands; each result is those of the group, one after another.
    AllGather {
        /// `all_gather_dim`: the dimension along which they follow each other.
        dimension: usize,
        /// Who communicates.
        groups: Collective,
    },
    /// `reduce_scatter`: operand; region: the reduction of two scalars. Each of a group gets its part of the
    /// reduction.
    ReduceScatter {
        /// `scatter_dimension`: the dimension that is divided.
        dimension: usize,
        /// Who communicates.
        groups: Collective,
    },
    /// `all_to_all`: operands; each of a group sends every other its part.
    AllToAll {
        /// `split_dimension`: the dimension of the operands that is divided.
        split: usize,
        /// `concat_dimension`: the dimension along which the parts follow each other.
        concat: usize,
        /// `split_count`: the number of parts, and of members of a group.
        count: usize,
        /// Who communicates.
        groups: Collective,
    },
    /// `collective_permute`: operand; the result is the operand of another, or zeros.
    CollectivePermute {
        /// `source_target_pairs`
        pairs: Vec<(i64, i64)>,
        /// `channel_handle`'s handle; `None` if the attribute is absent.
        channel_id: Option<i64>,
    },
    /// `collective_broadcast`: operand; the result is that of the first of the group, or zeros outside of
    /// groups.
    CollectiveBroadcast(Collective),
    /// `replica_id`: a `ui32`.
    ReplicaId,
    /// `partition_id`: a `ui32`.
    PartitionId,
    /// `sdy.sharding_constraint`, and `sdy.reshard`: the operand, which is divided over devices in that way.
    ShardingConstraint(TensorSharding),
    /// `sdy.manual_computation`: operands; region: the computation of one instance on its shards.
    ManualComputation(ManualComputation),
    /// `custom_call`: an operation that only a device defines.
    CustomCall {
        /// `call_target_name`: the name by which the device finds the operation.
        target: String,
        /// `backend_config`, as text.
        backend_config: String,
        /// True if the call does more than compute its results.
        has_side_effect: bool,
        /// `called_computations`: functions of the module, without the `@`.
        called_computations: Vec<String>,
        /// The other attributes, as read: name and text.
        attributes: Vec<(String, String)>,
    },
}

impl OpKind {
    /// Returns true for operations by which replicas communicate.
    pub fn is_collective(&self) -> bool {
        matches!(
            self,
            OpKind::AllReduce(_)
                | OpKind::AllGather { .. }
                | OpKind::ReduceScatter { .. }
                | OpKind::AllToAll { .. }
                | OpKind::CollectivePermute { .. }
                | OpKind::CollectiveBroadcast(_)
        )
    }

    /// A collective among the partitions of each replica, of which there is one, as one of `replicas`: each
    /// is alone. `None` for other operations. With a channel, `all_to_all`, `collective_permute` and
    /// `collective_broadcast` are such (StableHLO's `cross_partition`). A group of partitions that do not
    /// exist stays one of replicas.
    pub fn of_single_partitions(&self, replicas: usize) -> Option<OpKind> {
        let alone = |a: &Collective| {
            let is_of_partition_0 = a.replica_groups.iter().flatten().all(|id| *id == 0);
            (a.channel_id > Some(0) && is_of_partition_0).then(|| Collective {
                replica_groups: (0..replicas as i64).map(|replica| vec![replica]).collect(),
                channel_id: None,
                ..a.clone()
            })
        };
        Some(match self {
            OpKind::AllToAll { split, concat, count, groups } => {
                OpKind::AllToAll { split: *split, concat: *concat, count: *count, groups: alone(groups)? }
            }
            OpKind::CollectiveBroadcast(groups) => OpKind::CollectiveBroadcast(alone(groups)?),
            OpKind::CollectivePermute { pairs, channel_id } if *channel_id > Some(0) && pairs[..] == [(0, 0)] => {
                let pairs = (0..replicas as i64).map(|replica| (replica, replica)).collect();
                OpKind::CollectivePermute { pairs, channel_id: None }
            }
            _ => return None,
        })
    }

    /// The function that the operation calls: the callee of a call, the decomposition of a composite.
    pub fn callee(&self) -> Option<&str> {
        match self {
            OpKind::Call { callee: function } | OpKind::Composite { decomposition: function, .. } => Some(function),
            _ => None,
        }
    }
}
