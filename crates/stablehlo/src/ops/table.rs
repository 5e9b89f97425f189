//! The one table of operations. Reader, printer, verifier, interpreter, gradient and processor are checked
//! against it.

use super::kind::OpKind;

/// The group of an operation. `infer`, `grad`, `interpret` and `builder` have a file for most groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Group {
    /// Element-wise, one operand.
    Unary,
    /// Element-wise, two operands of the same type.
    Binary,
    /// The other element-wise operations: comparisons, selections, conversions.
    Elementwise,
    /// Moves elements, or creates them from attributes, without arithmetic.
    DataMovement,
    /// Reads or writes at indices that are values of the program.
    Indexing,
    /// Sums of products: `dot_general` and `convolution`.
    Contraction,
    /// Fourier transforms, factorizations, systems of equations.
    LinearAlgebra,
    /// Reductions, sliding windows, sorting: operations that apply a region to elements.
    Reduction,
    /// Random bits.
    Random,
    /// Control flow.
    Control,
    /// Communicates with other replicas, or identifies the running one.
    Collective,
    /// Operations that only a device defines.
    Custom,
}

/// The differentiability of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Differentiable {
    /// The operation has a gradient.
    Yes,
    /// The derivative is zero wherever it exists: no cotangent passes through the operation.
    Zero,
    /// The operation has no gradient, for this reason.
    No(&'static str),
}

/// A set of classes of element types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ElementClasses(u8);

impl ElementClasses {
    const BOOL: Self = Self(1);
    const SIGNED: Self = Self(2);
    const UNSIGNED: Self = Self(4);
    const FLOAT: Self = Self(8);
    const COMPLEX: Self = Self(16);
    const INTEGER: Self = Self(2 | 4);
    const ANY: Self = Self(31);
    const TOKEN: Self = Self(32);

    const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns true if the element type is of one of the classes.
    pub const fn contains(self, element: crate::types::ElementType) -> bool {
        let class = match element {
            e if e.is_bool() => Self::BOOL,
            e if e.is_signed() => Self::SIGNED,
            e if e.is_unsigned() => Self::UNSIGNED,
            e if e.is_float() => Self::FLOAT,
            crate::types::ElementType::Token => Self::TOKEN,
            _ => Self::COMPLEX,
        };
        self.0 & class.0 != 0
    }
}

impl std::fmt::Display for ElementClasses {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let classes = [
            (Self::BOOL, "booleans"),
            (Self::SIGNED, "signed integers"),
            (Self::UNSIGNED, "unsigned integers"),
            (Self::FLOAT, "floating-point numbers"),
            (Self::COMPLEX, "complex numbers"),
            (Self::TOKEN, "tokens"),
        ];
        let named: Vec<&str> = classes.iter().filter(|(c, _)| self.0 & c.0 != 0).map(|(_, n)| *n).collect();
        f.write_str(&named.join(", "))
    }
}

/// One row of the table of operations.
#[derive(Clone, Copy, Debug)]
pub struct OpDef {
    /// Name with its dialect, such as `stablehlo.add`.
    pub name: &'static str,
    /// The group of the operation.
    pub group: Group,
    /// Element types of the first operand (of `constant` and `iota`: of the result).
    pub elements: ElementClasses,
    /// The number of regions; of `case`, the least number.
    pub regions: usize,
    /// True if the operation may do more than compute its results, so that it must not be removed
    /// (`custom_call`: if its `has_side_effect` is true).
    pub side_effects: bool,
    /// The differentiability of the operation.
    pub differentiable: Differentiable,
}

impl OpDef {
    /// The name without its dialect, which is also the name of the specification's section.
    pub fn mnemonic(&self) -> &'static str {
        self.name.split_once('.').map_or(self.name, |(_, m)| m)
    }

    /// The URL of the specification's section; `None` for operations that are not part of StableHLO.
    pub fn spec_url(&self) -> Option<String> {
        self.name
            .strip_prefix("stablehlo.")
            .map(|m| format!("https://github.com/openxla/stablehlo/blob/main/docs/spec.md#{m}"))
    }

    const fn regions(mut self, regions: usize) -> Self {
        self.regions = regions;
        self
    }

    const fn side_effects(mut self) -> Self {
        self.side_effects = true;
        self
    }
}

const fn row(name: &'static str, group: Group, elements: ElementClasses, differentiable: Differentiable) -> OpDef {
    OpDef { name, group, elements, regions: 0, side_effects: false, differentiable }
}

const BITS: ElementClasses = ElementClasses::INTEGER.union(ElementClasses::BOOL);
const FLOATS: ElementClasses = ElementClasses::FLOAT;
const FLOATS_OR_COMPLEX: ElementClasses = ElementClasses::FLOAT.union(ElementClasses::COMPLEX);
const SIGNED_NUMBERS: ElementClasses = ElementClasses::SIGNED.union(FLOATS_OR_COMPLEX);
const NUMBERS: ElementClasses = ElementClasses::INTEGER.union(FLOATS_OR_COMPLEX);
const ANY: ElementClasses = ElementClasses::ANY;
const ANY_OR_TOKEN: ElementClasses = ElementClasses::ANY.union(ElementClasses::TOKEN);

use Differentiable::{No, Yes, Zero};
use Group::{
    Binary, Collective, Contraction, Control, Custom, DataMovement, Elementwise, Indexing, LinearAlgebra, Random,
    Reduction, Unary,
};

/// The reason for which no operation on complex numbers has a gradient.
pub const COMPLEX_GRADIENT: &str = "frameworks differ in what the gradient of a complex function is";

/// The reason for which collectives but `all_reduce` have no gradient.
const COLLECTIVE_GRADIENT: &str = "its rule is not implemented: Keras's training needs all_reduce alone";

/// Every operation, by name within its group.
pub const OPS: &[OpDef] = &[
    row("stablehlo.abs", Unary, SIGNED_NUMBERS, Yes),
    row("stablehlo.cbrt", Unary, FLOATS_OR_COMPLEX, Yes),
    row("stablehlo.ceil", Unary, FLOATS, Zero),
    row("stablehlo.cosine", Unary, FLOATS_OR_COMPLEX, Yes),
    row("stablehlo.count_leading_zeros", Unary, ElementClasses::INTEGER, Zero),
    row("stablehlo.exponential", Unary, FLOATS_OR_COMPLEX, Yes),
    row("stablehlo.exponential_minus_one", Unary, FLOATS_OR_COMPLEX, Yes),
    row("stablehlo.floor", Unary, FLOATS, Zero),
    row("stablehlo.is_finite", Unary, FLOATS, Zero),
    row("stablehlo.log", Unary, FLOATS_OR_COMPLEX, Yes),
    row("stablehlo.log_plus_one", Unary, FLOATS_OR_COMPLEX, Yes),
    row("stablehlo.logistic", Unary, FLOATS_OR_COMPLEX, Yes),
    row("stablehlo.negate", Unary, NUMBERS, Yes),
    row("stablehlo.not", Unary, BITS, Zero),
    row("stablehlo.popcnt", Unary, ElementClasses::INTEGER, Zero),
    row("stablehlo.round_nearest_afz", Unary, FLOATS, Zero),
    row("stablehlo.round_nearest_even", Unary, FLOATS, Zero),
    row("stablehlo.rsqrt", Unary, FLOATS_OR_COMPLEX, Yes),
    row("stablehlo.sign", Unary, SIGNED_NUMBERS, Zero),
    row("stablehlo.sine", Unary, FLOATS_OR_COMPLEX, Yes),
    row("stablehlo.sqrt", Unary, FLOATS_OR_COMPLEX, Yes),
    row("stablehlo.tan", Unary, FLOATS_OR_COMPLEX, Yes),
    row("stablehlo.tanh", Unary, FLOATS_OR_COMPLEX, Yes),
    row("stablehlo.add", Binary, ANY, Yes),
    row("stablehlo.and", Binary, BITS, Zero),
    row("stablehlo.atan2", Binary, FLOATS_OR_COMPLEX, Yes),
    row("stablehlo.divide", Binary, NUMBERS, Yes),
    row("stablehlo.maximum", Binary, ANY, Yes),
    row("stablehlo.minimum", Binary, ANY, Yes),
    row("stablehlo.multiply", Binary, ANY, Yes),
    row("stablehlo.or", Binary, BITS, Zero),
    row("stablehlo.power", Binary, NUMBERS, Yes),
    row("stablehlo.remainder", Binary, NUMBERS, Yes),
    row("stablehlo.shift_left", Binary, ElementClasses::INTEGER, Zero),
    row("stablehlo.shift_right_arithmetic", Binary, ElementClasses::INTEGER, Zero),
    row("stablehlo.shift_right_logical", Binary, ElementClasses::INTEGER, Zero),
    row("stablehlo.subtract", Binary, NUMBERS, Yes),
    row("stablehlo.xor", Binary, BITS, Zero),
    row("stablehlo.compare", Elementwise, ANY, Zero),
    row("stablehlo.select", Elementwise, ElementClasses::BOOL, Yes),
    row("stablehlo.clamp", Elementwise, ANY, Yes),
    row("stablehlo.complex", Elementwise, FLOATS, No(COMPLEX_GRADIENT)),
    row("stablehlo.real", Elementwise, FLOATS_OR_COMPLEX, No(COMPLEX_GRADIENT)),
    row("stablehlo.imag", Elementwise, FLOATS_OR_COMPLEX, No(COMPLEX_GRADIENT)),
    row("stablehlo.convert", Elementwise, ANY, Yes),
    row("stablehlo.bitcast_convert", Elementwise, ANY, Zero),
    row("stablehlo.reduce_precision", Elementwise, FLOATS, Yes),
    row("stablehlo.constant", DataMovement, ANY, Zero),
    row("stablehlo.iota", DataMovement, NUMBERS, Zero),
    row("stablehlo.broadcast_in_dim", DataMovement, ANY, Yes),
    row("stablehlo.reshape", DataMovement, ANY, Yes),
    row("stablehlo.transpose", DataMovement, ANY, Yes),
    row("stablehlo.reverse", DataMovement, ANY, Yes),
    row("stablehlo.slice", DataMovement, ANY, Yes),
    row("stablehlo.pad", DataMovement, ANY, Yes),
    row("stablehlo.concatenate", DataMovement, ANY, Yes),
    row("stablehlo.dynamic_slice", Indexing, ANY, Yes),
    row("stablehlo.dynamic_update_slice", Indexing, ANY, Yes),
    row("stablehlo.gather", Indexing, ANY, Yes),
    row("stablehlo.scatter", Indexing, ANY, Yes).regions(1),
    row("stablehlo.dot_general", Contraction, ANY, Yes),
    row("stablehlo.convolution", Contraction, ANY, Yes),
    row("stablehlo.fft", LinearAlgebra, FLOATS_OR_COMPLEX, No("its rule is not implemented")),
    row("stablehlo.cholesky", LinearAlgebra, FLOATS_OR_COMPLEX, No("its rule is not implemented")),
    row("stablehlo.triangular_solve", LinearAlgebra, FLOATS_OR_COMPLEX, No("its rule is not implemented")),
    row("stablehlo.reduce", Reduction, ANY, Yes).regions(1),
    row("stablehlo.reduce_window", Reduction, ANY, Yes).regions(1),
    row("stablehlo.select_and_scatter", Reduction, ANY, No("it is itself the gradient of a maximum over windows"))
        .regions(2),
    row("stablehlo.sort", Reduction, ANY, No("a permutation that depends on the data is not differentiated"))
        .regions(1),
    row("stablehlo.rng_bit_generator", Random, ElementClasses::UNSIGNED, Zero),
    row("stablehlo.optimization_barrier", Control, ANY_OR_TOKEN, Yes),
    row("stablehlo.create_token", Control, ANY_OR_TOKEN, Zero),
    row("stablehlo.after_all", Control, ElementClasses::TOKEN, Zero),
    row("stablehlo.while", Control, ANY_OR_TOKEN, Yes).regions(2),
    row("stablehlo.if", Control, ElementClasses::BOOL, Yes).regions(2),
    row("stablehlo.case", Control, ElementClasses::SIGNED, Yes).regions(1),
    row(
        "func.call",
        Control,
        ANY_OR_TOKEN,
        No("a block does not contain the function it calls: use FuncBuilder::inline instead"),
    ),
    row(
        "stablehlo.composite",
        Control,
        ANY_OR_TOKEN,
        No("a block does not contain its decomposition: use FuncBuilder::inline instead"),
    ),
    row("stablehlo.all_reduce", Collective, ANY, Yes).regions(1).side_effects(),
    row("stablehlo.all_gather", Collective, ANY, No(COLLECTIVE_GRADIENT)).side_effects(),
    row("stablehlo.reduce_scatter", Collective, ANY, No(COLLECTIVE_GRADIENT)).regions(1).side_effects(),
    row("stablehlo.all_to_all", Collective, ANY, No(COLLECTIVE_GRADIENT)).side_effects(),
    row("stablehlo.collective_permute", Collective, ANY, No(COLLECTIVE_GRADIENT)).side_effects(),
    row("stablehlo.collective_broadcast", Collective, ANY, No(COLLECTIVE_GRADIENT)).side_effects(),
    row("stablehlo.replica_id", Collective, ANY, Zero),
    row("stablehlo.partition_id", Collective, ANY, Zero),
    row("sdy.sharding_constraint", Control, ANY_OR_TOKEN, Yes),
    row(
        "sdy.manual_computation",
        Control,
        ANY_OR_TOKEN,
        No("it runs on the shards of devices: differentiate its region instead"),
    )
    .regions(1)
    .side_effects(),
    row("stablehlo.custom_call", Custom, ANY_OR_TOKEN, No("only a device defines what it computes")).side_effects(),
];

/// The row of the operation with that name, with or without its dialect.
pub fn find(name: &str) -> Option<&'static OpDef> {
    OPS.iter().find(|d| d.name == name || d.mnemonic() == name)
}

impl OpKind {
    /// The operation's row in the table.
    pub fn def(&self) -> &'static OpDef {
        find(self.mnemonic()).expect("every kind has a row: the tests of the text format check it")
    }

    /// The operation's name with its dialect, such as `stablehlo.add`.
    pub fn name(&self) -> &'static str {
        self.def().name
    }

    /// The operation's name without its dialect.
    pub fn mnemonic(&self) -> &'static str {
        match self {
            OpKind::Unary(op) => op.name(),
            OpKind::Binary(op) => op.name(),
            OpKind::Compare { .. } => "compare",
            OpKind::Select => "select",
            OpKind::Clamp => "clamp",
            OpKind::Complex => "complex",
            OpKind::Real => "real",
            OpKind::Imag => "imag",
            OpKind::Convert => "convert",
            OpKind::BitcastConvert => "bitcast_convert",
            OpKind::ReducePrecision { .. } => "reduce_precision",
            OpKind::Constant(_) => "constant",
            OpKind::Iota { .. } => "iota",
            OpKind::BroadcastInDim { .. } => "broadcast_in_dim",
            OpKind::Reshape => "reshape",
            OpKind::Transpose { .. } => "transpose",
            OpKind::Reverse { .. } => "reverse",
            OpKind::Slice { .. } => "slice",
            OpKind::Pad { .. } => "pad",
            OpKind::Concatenate { .. } => "concatenate",
            OpKind::DynamicSlice { .. } => "dynamic_slice",
            OpKind::DynamicUpdateSlice => "dynamic_update_slice",
            OpKind::Gather(_) => "gather",
            OpKind::Scatter(_) => "scatter",
            OpKind::DotGeneral(_) => "dot_general",
            OpKind::Convolution(_) => "convolution",
            OpKind::Fft { .. } => "fft",
            OpKind::Cholesky { .. } => "cholesky",
            OpKind::TriangularSolve(_) => "triangular_solve",
            OpKind::Reduce { .. } => "reduce",
            OpKind::ReduceWindow { .. } => "reduce_window",
            OpKind::SelectAndScatter { .. } => "select_and_scatter",
            OpKind::Sort { .. } => "sort",
            OpKind::RngBitGenerator { .. } => "rng_bit_generator",
            OpKind::OptimizationBarrier => "optimization_barrier",
            OpKind::While => "while",
            OpKind::If => "if",
            OpKind::Case => "case",
            OpKind::Call { .. } => "call",
            OpKind::Composite { .. } => "composite",
            OpKind::CreateToken => "create_token",
            OpKind::AfterAll => "after_all",
            OpKind::AllReduce(_) => "all_reduce",
            OpKind::AllGather { .. } => "all_gather",
            OpKind::ReduceScatter { .. } => "reduce_scatter",
            OpKind::AllToAll { .. } => "all_to_all",
            OpKind::CollectivePermute { .. } => "collective_permute",
            OpKind::CollectiveBroadcast(_) => "collective_broadcast",
            OpKind::ReplicaId => "replica_id",
            OpKind::PartitionId => "partition_id",
            OpKind::ShardingConstraint(_) => "sharding_constraint",
            OpKind::ManualComputation(_) => "manual_computation",
            OpKind::CustomCall { .. } => "custom_call",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ops::kind;

    #[test]
    fn every_simple_operation_has_a_row_of_its_group() {
        for op in kind::Unary::ALL {
            assert_eq!(OpKind::Unary(*op).def().group, Unary, "{op:?}");
        }
        for op in kind::Binary::ALL {
            assert_eq!(OpKind::Binary(*op).def().group, Binary, "{op:?}");
        }
        let simple = OPS.iter().filter(|d| matches!(d.group, Unary | Binary)).count();
        assert_eq!(simple, kind::Unary::ALL.len() + kind::Binary::ALL.len(), "no row without an operation");
    }

    #[test]
    fn names_are_unique() {
        for (i, d) in OPS.iter().enumerate() {
            assert!(OPS[..i].iter().all(|e| e.mnemonic() != d.mnemonic()), "{} twice", d.name);
        }
    }
}
