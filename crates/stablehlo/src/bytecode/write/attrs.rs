//! The properties that VHLO's operations have, by their names.

use super::values::Value;
use crate::error::Result;
use crate::ops::{
    Collective, CompareType, Convolution, Direction, DotGeneral, Gather, OpKind, Precision, RngAlgorithm, Scatter,
    Transpose, TriangularSolve, WindowDim,
};
use crate::text::{TypedAttr, typed_attr};

/// Properties with their names.
pub(super) type Named<'m> = Vec<(&'static str, Value<'m>)>;

/// The codes of VHLO's enumerations.
mod code {
    pub const DIRECTION: u64 = 3;
    pub const COMPARE_TYPE: u64 = 4;
    pub const FFT: u64 = 7;
    pub const PRECISION: u64 = 11;
    pub const RNG_ALGORITHM: u64 = 12;
    pub const TRANSPOSE: u64 = 16;
}

/// The properties of an operation. Those of newer versions are among them: the name of the operation says
/// which are written.
pub(super) fn named(kind: &OpKind) -> Result<Named<'_>> {
    use Value::{Bool, I32, I64, I64s, Word};
    let size = |n: &usize| I64(*n as i64);
    Ok(match kind {
        OpKind::Unary(_) => vec![("result_accuracy", Value::DefaultAccuracy)],
        OpKind::Compare { direction, compare_type } => vec![
            ("compare_type", Word(code::COMPARE_TYPE, compare_word(*compare_type))),
            ("comparison_direction", Word(code::DIRECTION, direction_word(*direction))),
        ],
        OpKind::ReducePrecision { exponent_bits, mantissa_bits } => {
            vec![("exponent_bits", I32(i64::from(*exponent_bits))), ("mantissa_bits", I32(i64::from(*mantissa_bits)))]
        }
        OpKind::Constant(literal) => vec![("value", Value::Dense(literal))],
        OpKind::Iota { dimension } => vec![("iota_dimension", size(dimension))],
        OpKind::BroadcastInDim { dims } => vec![("broadcast_dimensions", Value::sizes(dims))],
        OpKind::Transpose { permutation } => vec![("permutation", Value::sizes(permutation))],
        OpKind::Reverse { dims } | OpKind::Reduce { dims } => vec![("dimensions", Value::sizes(dims))],
        OpKind::Slice { start, limit, stride } => vec![
            ("start_indices", Value::sizes(start)),
            ("limit_indices", Value::sizes(limit)),
            ("strides", Value::sizes(stride)),
        ],
        OpKind::Pad { low, high, interior } => vec![
            ("edge_padding_low", I64s(low.clone())),
            ("edge_padding_high", I64s(high.clone())),
            ("interior_padding", Value::sizes(interior)),
        ],
        OpKind::Concatenate { dimension } => vec![("dimension", size(dimension))],
        OpKind::DynamicSlice { sizes } => vec![("slice_sizes", Value::sizes(sizes))],
        OpKind::Gather(a) => gather(a),
        OpKind::Scatter(a) => scatter(a),
        OpKind::DotGeneral(a) => dot_general(a),
        OpKind::Convolution(a) => convolution(a),
        OpKind::ReduceWindow { window } | OpKind::SelectAndScatter { window } => windows(window),
        OpKind::Sort { dimension, is_stable } => vec![("dimension", size(dimension)), ("is_stable", Bool(*is_stable))],
        OpKind::Fft { fft_type, length } => {
            vec![("fft_type", Word(code::FFT, fft_type.name())), ("fft_length", Value::sizes(length))]
        }
        OpKind::Cholesky { lower } => vec![("lower", Bool(*lower))],
        OpKind::TriangularSolve(a) => triangular_solve(a),
        OpKind::RngBitGenerator { algorithm } => {
            let word = match algorithm {
                RngAlgorithm::Default => "DEFAULT",
                RngAlgorithm::ThreeFry => "THREE_FRY",
                RngAlgorithm::Philox => "PHILOX",
            };
            vec![("rng_algorithm", Word(code::RNG_ALGORITHM, word))]
        }
        OpKind::Call { callee } => vec![("callee", Value::Str(callee))],
        OpKind::Composite { name, attributes, decomposition, version } => vec![
            ("name", Value::Str(name)),
            ("composite_attributes", Value::Typed(dictionary(attributes)?)),
            ("decomposition", Value::Str(decomposition)),
            ("version", I32(*version)),
        ],
        OpKind::AllReduce(groups) | OpKind::CollectiveBroadcast(groups) => collective(groups),
        OpKind::AllGather { dimension, groups } => with(collective(groups), [("all_gather_dim", size(dimension))]),
        OpKind::ReduceScatter { dimension, groups } => {
            with(collective(groups), [("scatter_dimension", size(dimension))])
        }
        OpKind::AllToAll { split, concat, count, groups } => with(
            collective(groups),
            [("split_dimension", size(split)), ("concat_dimension", size(concat)), ("split_count", size(count))],
        ),
        OpKind::CollectivePermute { pairs, channel_id } => vec![
            ("channel_id", I64(channel_id.unwrap_or(0))),
            ("source_target_pairs", Value::Rows(pairs.iter().map(|(s, t)| vec![*s, *t]).collect(), 2)),
        ],
        OpKind::CustomCall { .. } => custom_call(kind)?,
        _ => Vec::new(),
    })
}

fn with<'m, const N: usize>(mut named: Named<'m>, others: [(&'static str, Value<'m>); N]) -> Named<'m> {
    named.extend(others);
    named
}

fn collective(a: &Collective) -> Named<'_> {
    // Smaller groups are padded with -1.
    let width = a.replica_groups.iter().map(Vec::len).max().unwrap_or(0);
    let pad = |group: &Vec<i64>| group.iter().copied().chain(std::iter::repeat(-1)).take(width).collect();
    vec![
        ("channel_id", Value::I64(a.channel_id.unwrap_or(0))),
        ("replica_groups", Value::Rows(a.replica_groups.iter().map(pad).collect(), width)),
        ("use_global_device_ids", Value::Bool(a.use_global_device_ids)),
    ]
}

/// The attributes of a custom call that are properties of VHLO's operation. The others are discardable.
pub(super) const CUSTOM_CALL_LISTS: [&str; 4] =
    ["api_version", "operand_layouts", "output_operand_aliases", "result_layouts"];

fn custom_call(kind: &OpKind) -> Result<Named<'_>> {
    let OpKind::CustomCall { target, backend_config, has_side_effect, called_computations, attributes } = kind else {
        return Ok(Vec::new());
    };
    let is_dictionary = backend_config.starts_with('{') && dictionary(backend_config).is_ok();
    let text = |name: &str| attributes.iter().find(|(n, _)| n == name).map(|(_, text)| text.as_str());
    let api_version = match text("api_version").map(typed_attr).transpose()? {
        Some(TypedAttr::Int(n @ 0..=4, _)) => n as u64,
        _ => {
            if is_dictionary {
                4
            } else {
                1
            }
        }
    };
    let config = if is_dictionary { Value::Typed(dictionary(backend_config)?) } else { Value::Str(backend_config) };
    let mut named = vec![
        ("api_version", Value::ApiVersion(api_version)),
        ("backend_config", config),
        ("call_target_name", Value::Str(target)),
        ("called_computations", Value::List(called_computations.iter().map(|name| Value::Str(name)).collect())),
        ("has_side_effect", Value::Bool(*has_side_effect)),
    ];
    for name in &CUSTOM_CALL_LISTS[1..] {
        let attr = text(name).map_or(Ok(TypedAttr::List(Vec::new())), typed_attr).map_err(|e| e.at(name))?;
        named.push((name, Value::Typed(attr)));
    }
    Ok(named)
}

/// The dictionary of a text; empty text is an empty one.
fn dictionary(text: &str) -> Result<TypedAttr> {
    if text.is_empty() { Ok(TypedAttr::Dict(Vec::new())) } else { typed_attr(text) }
}

fn direction_word(direction: Direction) -> &'static str {
    match direction {
        Direction::Eq => "EQ",
        Direction::Ne => "NE",
        Direction::Ge => "GE",
        Direction::Gt => "GT",
        Direction::Le => "LE",
        Direction::Lt => "LT",
    }
}

fn compare_word(compare_type: Option<CompareType>) -> &'static str {
    match compare_type {
        None => "NOTYPE",
        Some(CompareType::Float) => "FLOAT",
        Some(CompareType::TotalOrder) => "TOTALORDER",
        Some(CompareType::Signed) => "SIGNED",
        Some(CompareType::Unsigned) => "UNSIGNED",
    }
}

fn precision(precision: [Precision; 2]) -> (&'static str, Value<'static>) {
    let word = |precision| match precision {
        Precision::Default => "DEFAULT",
        Precision::High => "HIGH",
        Precision::Highest => "HIGHEST",
    };
    let words = precision.map(|p| Value::Word(code::PRECISION, word(p)));
    ("precision_config", Value::List(words.into()))
}

fn gather(a: &Gather) -> Named<'_> {
    vec![
        ("collapsed_slice_dims", Value::sizes(&a.collapsed_slice_dims)),
        ("index_vector_dim", Value::I64(a.index_vector_dim as i64)),
        ("indices_are_sorted", Value::Bool(a.indices_are_sorted)),
        ("offset_dims", Value::sizes(&a.offset_dims)),
        ("operand_batching_dims", Value::sizes(&a.operand_batching_dims)),
        ("slice_sizes", Value::sizes(&a.slice_sizes)),
        ("start_index_map", Value::sizes(&a.start_index_map)),
        ("start_indices_batching_dims", Value::sizes(&a.start_indices_batching_dims)),
    ]
}

fn scatter(a: &Scatter) -> Named<'_> {
    vec![
        ("index_vector_dim", Value::I64(a.index_vector_dim as i64)),
        ("indices_are_sorted", Value::Bool(a.indices_are_sorted)),
        ("input_batching_dims", Value::sizes(&a.input_batching_dims)),
        ("inserted_window_dims", Value::sizes(&a.inserted_window_dims)),
        ("scatter_dims_to_operand_dims", Value::sizes(&a.scatter_dims_to_operand_dims)),
        ("scatter_indices_batching_dims", Value::sizes(&a.scatter_indices_batching_dims)),
        ("unique_indices", Value::Bool(a.unique_indices)),
        ("update_window_dims", Value::sizes(&a.update_window_dims)),
    ]
}

fn dot_general(a: &DotGeneral) -> Named<'_> {
    let mut named = vec![
        ("lhs_batching_dimensions", Value::sizes(&a.lhs_batch)),
        ("lhs_contracting_dimensions", Value::sizes(&a.lhs_contracting)),
        precision(a.precision),
        ("rhs_batching_dimensions", Value::sizes(&a.rhs_batch)),
        ("rhs_contracting_dimensions", Value::sizes(&a.rhs_contracting)),
    ];
    // The parts of an algorithm, which the precision stands for here.
    let algorithm = [
        "accumulation_type",
        "allow_imprecise_accumulation",
        "lhs_component_count",
        "lhs_precision_type",
        "num_primitive_operations",
        "rhs_component_count",
        "rhs_precision_type",
    ];
    named.extend(algorithm.map(|name| (name, Value::NoType)));
    named
}

fn convolution(a: &Convolution) -> Named<'_> {
    let (d, size) = (&a.dims, |n: usize| Value::I64(n as i64));
    let mut named = windows(&a.window);
    named.extend([
        ("batch_group_count", size(a.batch_group_count)),
        ("feature_group_count", size(a.feature_group_count)),
        ("input_batch_dimension", size(d.input_batch)),
        ("input_feature_dimension", size(d.input_feature)),
        ("input_spatial_dimensions", Value::sizes(&d.input_spatial)),
        ("kernel_input_feature_dimension", size(d.kernel_input_feature)),
        ("kernel_output_feature_dimension", size(d.kernel_output_feature)),
        ("kernel_spatial_dimensions", Value::sizes(&d.kernel_spatial)),
        ("output_batch_dimension", size(d.output_batch)),
        ("output_feature_dimension", size(d.output_feature)),
        ("output_spatial_dimensions", Value::sizes(&d.output_spatial)),
        precision(a.precision),
    ]);
    named
}

/// A window; convolutions have other names for dilations, and more attributes than other windows.
fn windows(window: &[WindowDim]) -> Named<'static> {
    let each = |f: fn(&WindowDim) -> usize| Value::I64s(window.iter().map(|w| f(w) as i64).collect());
    vec![
        ("base_dilations", each(|w| w.base_dilation)),
        ("lhs_dilation", each(|w| w.base_dilation)),
        ("padding", Value::Rows(window.iter().map(|w| vec![w.pad_low, w.pad_high]).collect(), 2)),
        ("rhs_dilation", each(|w| w.window_dilation)),
        ("window_dilations", each(|w| w.window_dilation)),
        ("window_dimensions", each(|w| w.size)),
        ("window_reversal", Value::Bools(window.iter().map(|w| w.reversal).collect())),
        ("window_strides", each(|w| w.stride)),
    ]
}

fn triangular_solve(a: &TriangularSolve) -> Named<'_> {
    vec![
        ("left_side", Value::Bool(a.left_side)),
        ("lower", Value::Bool(a.lower)),
        ("transpose_a", Value::Word(code::TRANSPOSE, Transpose::name(a.transpose_a))),
        ("unit_diagonal", Value::Bool(a.unit_diagonal)),
    ]
}
