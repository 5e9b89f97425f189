//! Creates the kind of an operation from its named attributes. Generic text and pretty text use different
//! names.

use super::attr::{Attr, Attrs};
use crate::error::{Error, ErrorKind, Result};
use crate::ops::{
    Binary, Collective, CompareType, ConvDimensionNumbers, Convolution, Direction, DotGeneral, FftType, Gather, Group,
    ManualComputation, OpDef, OpKind, Precision, RngAlgorithm, Scatter, Transpose, TriangularSolve, Unary, WindowDim,
};
use crate::sharding;
use crate::types::TensorType;

pub(crate) fn binary(mnemonic: &str) -> Option<Binary> {
    Binary::ALL.iter().copied().find(|b| b.name() == mnemonic)
}

fn missing(name: &str) -> Error {
    Error::new(ErrorKind::Syntax, format!("attribute '{name}' is missing"))
}

fn unknown(what: &str, word: &str) -> Error {
    Error::new(ErrorKind::Syntax, format!("{word} is not a {what}"))
}

/// The kind of the operation `def` with attributes `a` and operands of these types.
///
/// # Errors
/// An error if an attribute is missing or malformed. `infer` checks that attributes fit the types.
pub(crate) fn kind(def: &OpDef, a: &Attrs, operands: &[&TensorType]) -> Result<OpKind> {
    let mnemonic = def.mnemonic();
    if let Some(kind) = without_attributes(mnemonic) {
        return Ok(kind);
    }
    let found = match def.group {
        Group::DataMovement | Group::Indexing => data_movement(mnemonic, a)?,
        Group::Control | Group::Collective | Group::Custom => control(mnemonic, a)?,
        _ => computation(mnemonic, a, operands)?,
    };
    found.ok_or_else(|| unknown("supported operation", def.name))
}

/// The kinds that have no attributes.
fn without_attributes(mnemonic: &str) -> Option<OpKind> {
    Some(match mnemonic {
        "select" => OpKind::Select,
        "clamp" => OpKind::Clamp,
        "complex" => OpKind::Complex,
        "real" => OpKind::Real,
        "imag" => OpKind::Imag,
        "convert" => OpKind::Convert,
        "bitcast_convert" => OpKind::BitcastConvert,
        "reshape" => OpKind::Reshape,
        "dynamic_update_slice" => OpKind::DynamicUpdateSlice,
        "optimization_barrier" => OpKind::OptimizationBarrier,
        "while" => OpKind::While,
        "if" => OpKind::If,
        "case" => OpKind::Case,
        "replica_id" => OpKind::ReplicaId,
        "partition_id" => OpKind::PartitionId,
        "create_token" => OpKind::CreateToken,
        "after_all" => OpKind::AfterAll,
        simple => {
            let unary = Unary::ALL.iter().copied().find(|u| u.name() == simple).map(OpKind::Unary);
            return unary.or_else(|| binary(simple).map(OpKind::Binary));
        }
    })
}

/// Operations that move elements.
fn data_movement(mnemonic: &str, a: &Attrs) -> Result<Option<OpKind>> {
    let sizes = |names: &[&str]| a.sizes(names)?.ok_or_else(|| missing(names[0]));
    let size = |names: &[&str]| a.size(names)?.ok_or_else(|| missing(names[0]));
    Ok(Some(match mnemonic {
        "constant" => match a.get(&["value"]) {
            Some(Attr::Dense(literal)) => OpKind::Constant(literal.clone()),
            _ => return Err(missing("value")),
        },
        "iota" => OpKind::Iota { dimension: size(&["iota_dimension", "dim"])? },
        "broadcast_in_dim" => OpKind::BroadcastInDim { dims: sizes(&["broadcast_dimensions", "dims"])? },
        "transpose" => OpKind::Transpose { permutation: sizes(&["permutation", "dims"])? },
        "reverse" => OpKind::Reverse { dims: sizes(&["dimensions", "dims"])? },
        "slice" => OpKind::Slice {
            start: sizes(&["start_indices"])?,
            limit: sizes(&["limit_indices"])?,
            stride: sizes(&["strides"])?,
        },
        "pad" => OpKind::Pad {
            low: a.ints(&["edge_padding_low", "low"])?.ok_or_else(|| missing("low"))?,
            high: a.ints(&["edge_padding_high", "high"])?.ok_or_else(|| missing("high"))?,
            interior: sizes(&["interior_padding", "interior"])?,
        },
        "concatenate" => OpKind::Concatenate { dimension: size(&["dimension", "dim"])? },
        "dynamic_slice" => OpKind::DynamicSlice { sizes: sizes(&["slice_sizes", "sizes"])? },
        "gather" => OpKind::Gather(gather(a)?),
        "scatter" => OpKind::Scatter(scatter(a)?),
        _ => return Ok(None),
    }))
}

/// Operations that compute, or that apply a region to elements.
fn computation(mnemonic: &str, a: &Attrs, operands: &[&TensorType]) -> Result<Option<OpKind>> {
    let sizes = |names: &[&str]| a.sizes(names)?.ok_or_else(|| missing(names[0]));
    let rank = operands.first().map_or(0, |t| t.rank());
    Ok(Some(match mnemonic {
        "compare" => {
            let (direction, compare_type) = comparison(a)?;
            OpKind::Compare { direction, compare_type }
        }
        "reduce_precision" => {
            let (exponent_bits, mantissa_bits) = format(a)?;
            OpKind::ReducePrecision { exponent_bits, mantissa_bits }
        }
        "dot_general" => OpKind::DotGeneral(dot_general(a)?),
        "convolution" => OpKind::Convolution(convolution(a, operands)?),
        "fft" => {
            let word = a.word(&["fft_type", "type"])?.ok_or_else(|| missing("fft_type"))?;
            let found = FftType::NAMED.iter().find(|(name, _)| *name == word);
            let (_, fft_type) = found.ok_or_else(|| unknown("type of a Fourier transform", word))?;
            OpKind::Fft { fft_type: *fft_type, length: sizes(&["fft_length", "length"])? }
        }
        "cholesky" => OpKind::Cholesky { lower: a.flag(&["lower"])? },
        "triangular_solve" => OpKind::TriangularSolve(triangular_solve(a)?),
        "reduce" => OpKind::Reduce { dims: sizes(&["dimensions"])? },
        "reduce_window" => OpKind::ReduceWindow { window: window(a, sizes(&["window_dimensions"])?)? },
        "select_and_scatter" => {
            let dimensions = a.sizes(&["window_dimensions"])?.unwrap_or_else(|| vec![1; rank]);
            OpKind::SelectAndScatter { window: window(a, dimensions)? }
        }
        "sort" => {
            let dimension = a.int(&["dimension"])?.unwrap_or(-1);
            let counted = if dimension < 0 { dimension + rank as i64 } else { dimension };
            let dimension = usize::try_from(counted)
                .map_err(|_| Error::type_error(format!("stablehlo.sort: there is no dimension {dimension}")))?;
            OpKind::Sort { dimension, is_stable: a.flag(&["is_stable"])? }
        }
        "rng_bit_generator" => OpKind::RngBitGenerator { algorithm: rng_algorithm(a)? },
        _ => return Ok(None),
    }))
}

/// Calls and collectives.
fn control(mnemonic: &str, a: &Attrs) -> Result<Option<OpKind>> {
    let name = |name: &str| Ok::<_, Error>(a.word(&[name])?.ok_or_else(|| missing(name))?.to_string());
    Ok(Some(match mnemonic {
        "call" => OpKind::Call { callee: name("callee")? },
        "composite" => OpKind::Composite {
            name: name("name")?,
            attributes: a.text("composite_attributes").unwrap_or_default(),
            decomposition: name("decomposition")?,
            version: a.int(&["version"])?.unwrap_or(0),
        },
        "all_reduce" => OpKind::AllReduce(collective(a)?),
        "all_gather" => OpKind::AllGather {
            dimension: a.size(&["all_gather_dim"])?.ok_or_else(|| missing("all_gather_dim"))?,
            groups: collective(a)?,
        },
        "reduce_scatter" => OpKind::ReduceScatter {
            dimension: a.size(&["scatter_dimension"])?.ok_or_else(|| missing("scatter_dimension"))?,
            groups: collective(a)?,
        },
        "all_to_all" => {
            let size = |name: &str| a.size(&[name])?.ok_or_else(|| missing(name));
            OpKind::AllToAll {
                split: size("split_dimension")?,
                concat: size("concat_dimension")?,
                count: size("split_count")?,
                groups: collective(a)?,
            }
        }
        "collective_permute" => OpKind::CollectivePermute {
            pairs: match a.get(&["source_target_pairs"]) {
                // A table without rows has no columns to check.
                Some(Attr::Dense(literal)) if literal.ty().num_elements() == 0 => Vec::new(),
                pairs => pairs.and_then(Attr::pairs).ok_or_else(|| missing("source_target_pairs"))?,
            },
            channel_id: channel_id(a)?,
        },
        "collective_broadcast" => OpKind::CollectiveBroadcast(collective(a)?),
        "sharding_constraint" => {
            OpKind::ShardingConstraint(a.text("sharding").ok_or_else(|| missing("sharding"))?.parse()?)
        }
        "manual_computation" => OpKind::ManualComputation(manual_computation(a)?),
        "custom_call" => OpKind::CustomCall {
            target: name("call_target_name")?,
            backend_config: a.text("backend_config").unwrap_or_default(),
            has_side_effect: a.flag(&["has_side_effect"])?,
            called_computations: symbols(a, "called_computations")?,
            attributes: a.sources(CUSTOM_CALL_FIELDS),
        },
        _ => return Ok(None),
    }))
}

/// The attributes of a manual computation, which are texts of Shardy's dialect.
fn manual_computation(a: &Attrs) -> Result<ManualComputation> {
    let text = |name: &str| a.text(name).ok_or_else(|| missing(name));
    Ok(ManualComputation {
        in_shardings: sharding::read::read_list(&text("in_shardings")?)?,
        out_shardings: sharding::read::read_list(&text("out_shardings")?)?,
        manual_axes: sharding::read::read_axes(&text("manual_axes")?)?,
    })
}

fn triangular_solve(a: &Attrs) -> Result<TriangularSolve> {
    let word = a.word(&["transpose_a"])?.unwrap_or("NO_TRANSPOSE");
    let found = Transpose::NAMED.iter().find(|(name, _)| *name == word);
    let (_, transpose_a) = found.ok_or_else(|| unknown("transpose (NO_TRANSPOSE, TRANSPOSE, ADJOINT)", word))?;
    Ok(TriangularSolve {
        left_side: a.flag(&["left_side"])?,
        lower: a.flag(&["lower"])?,
        unit_diagonal: a.flag(&["unit_diagonal"])?,
        transpose_a: *transpose_a,
    })
}

/// The attributes of a custom call that are fields of its kind; the texts of the others are kept.
const CUSTOM_CALL_FIELDS: &[&str] = &["call_target_name", "backend_config", "has_side_effect", "called_computations"];

/// The names of a list of symbols; none if the attribute is absent.
fn symbols(a: &Attrs, name: &str) -> Result<Vec<String>> {
    let wrong =
        || Error::new(ErrorKind::Syntax, format!("attribute '{name}' has to be a list of symbols, such as [@f]"));
    let Some(attr) = a.get(&[name]) else { return Ok(Vec::new()) };
    let Attr::List(items) = attr else { return Err(wrong()) };
    let symbol = |item: &Attr| match item {
        Attr::Symbol(symbol) | Attr::Str(symbol) => Ok(symbol.clone()),
        _ => Err(wrong()),
    };
    items.iter().map(symbol).collect()
}

/// `compare GT, %a, %b, FLOAT`: words in this order, which are named attributes in generic text.
fn comparison(a: &Attrs) -> Result<(Direction, Option<CompareType>)> {
    let mut words = match a.get(&["words"]) {
        Some(Attr::List(words)) => words.iter().filter_map(Attr::as_word).collect(),
        _ => Vec::new(),
    };
    words.extend(a.word(&["comparison_direction"])?);
    words.extend(a.word(&["compare_type"])?);
    let direction = match words.first().copied().ok_or_else(|| missing("comparison_direction"))? {
        "EQ" => Direction::Eq,
        "NE" => Direction::Ne,
        "GE" => Direction::Ge,
        "GT" => Direction::Gt,
        "LE" => Direction::Le,
        "LT" => Direction::Lt,
        other => return Err(unknown("direction of a comparison (EQ, NE, GE, GT, LE, LT)", other)),
    };
    let compare_type = match words.get(1).copied() {
        None | Some("NOTYPE") => None,
        Some("FLOAT") => Some(CompareType::Float),
        Some("TOTALORDER") => Some(CompareType::TotalOrder),
        Some("SIGNED") => Some(CompareType::Signed),
        Some("UNSIGNED") => Some(CompareType::Unsigned),
        Some(other) => return Err(unknown("type of a comparison (FLOAT, TOTALORDER, SIGNED, UNSIGNED)", other)),
    };
    Ok((direction, compare_type))
}

/// `format = e8m10`, which is two attributes in generic text.
fn format(a: &Attrs) -> Result<(u32, u32)> {
    let bits = |n: Option<usize>, name| n.and_then(|n| u32::try_from(n).ok()).ok_or_else(|| missing(name));
    let Some(word) = a.word(&["format"])? else {
        return Ok((
            bits(a.size(&["exponent_bits"])?, "exponent_bits")?,
            bits(a.size(&["mantissa_bits"])?, "mantissa_bits")?,
        ));
    };
    let parts = word.strip_prefix('e').and_then(|w| w.split_once('m'));
    parts
        .and_then(|(e, m)| Some((e.parse().ok()?, m.parse().ok()?)))
        .ok_or_else(|| unknown("format, such as e8m10", word))
}

fn rng_algorithm(a: &Attrs) -> Result<RngAlgorithm> {
    match a.word(&["rng_algorithm", "algorithm"])?.ok_or_else(|| missing("algorithm"))? {
        "DEFAULT" => Ok(RngAlgorithm::Default),
        "THREE_FRY" => Ok(RngAlgorithm::ThreeFry),
        "PHILOX" => Ok(RngAlgorithm::Philox),
        other => Err(unknown("random generator (DEFAULT, THREE_FRY, PHILOX)", other)),
    }
}

/// The attributes of a dictionary attribute; none if it is absent.
fn inner(a: &Attrs, names: &[&str]) -> Result<Attrs> {
    match a.get(names) {
        None => Ok(Attrs::default()),
        Some(Attr::Dict(inner)) => Ok(inner.clone()),
        Some(_) => Err(Error::new(ErrorKind::Syntax, format!("attribute '{}' has to be a dictionary", names[0]))),
    }
}

fn gather(a: &Attrs) -> Result<Gather> {
    let d = inner(a, &["dimension_numbers"])?;
    let list = |name| Ok::<_, Error>(d.sizes(&[name])?.unwrap_or_default());
    Ok(Gather {
        offset_dims: list("offset_dims")?,
        collapsed_slice_dims: list("collapsed_slice_dims")?,
        operand_batching_dims: list("operand_batching_dims")?,
        start_indices_batching_dims: list("start_indices_batching_dims")?,
        start_index_map: list("start_index_map")?,
        index_vector_dim: d.size(&["index_vector_dim"])?.unwrap_or(0),
        slice_sizes: a.sizes(&["slice_sizes"])?.ok_or_else(|| missing("slice_sizes"))?,
        indices_are_sorted: a.flag(&["indices_are_sorted"])?,
    })
}

fn scatter(a: &Attrs) -> Result<Scatter> {
    let d = inner(a, &["scatter_dimension_numbers"])?;
    let list = |name| Ok::<_, Error>(d.sizes(&[name])?.unwrap_or_default());
    Ok(Scatter {
        update_window_dims: list("update_window_dims")?,
        inserted_window_dims: list("inserted_window_dims")?,
        input_batching_dims: list("input_batching_dims")?,
        scatter_indices_batching_dims: list("scatter_indices_batching_dims")?,
        scatter_dims_to_operand_dims: list("scatter_dims_to_operand_dims")?,
        index_vector_dim: d.size(&["index_vector_dim"])?.unwrap_or(0),
        indices_are_sorted: a.flag(&["indices_are_sorted"])?,
        unique_indices: a.flag(&["unique_indices"])?,
    })
}

/// The precision of the two operands. An algorithm is replaced by the least precision that is at least as
/// accurate.
fn precision(a: &Attrs) -> Result<[Precision; 2]> {
    let words: Vec<&str> = match a.get(&["precision_config", "precision"]) {
        Some(Attr::List(items)) => items.iter().filter_map(Attr::as_word).collect(),
        _ => Vec::new(),
    };
    let one = |i: usize| match words.get(i).copied() {
        None | Some("DEFAULT") => Ok(Precision::Default),
        Some("HIGH") => Ok(Precision::High),
        Some("HIGHEST") => Ok(Precision::Highest),
        Some(other) => Err(unknown("precision (DEFAULT, HIGH, HIGHEST)", other)),
    };
    let algorithm = inner(a, &["algorithm"])?;
    let parts = algorithm.size(&["num_primitive_operations"])?.unwrap_or(1);
    Ok(match algorithm.word(&["lhs_precision_type"])? {
        Some("f32" | "f64") => [Precision::Highest; 2],
        Some(_) if parts > 3 => [Precision::Highest; 2],
        Some(_) if parts > 1 => [Precision::High; 2],
        Some("tf32") => [Precision::High; 2],
        _ => [one(0)?, one(1)?],
    })
}

fn dot_general(a: &Attrs) -> Result<DotGeneral> {
    let precision = precision(a)?;
    if let Some(Attr::Dict(d)) = a.get(&["dot_dimension_numbers"]) {
        let list = |name| Ok::<_, Error>(d.sizes(&[name])?.unwrap_or_default());
        return Ok(DotGeneral {
            lhs_batch: list("lhs_batching_dimensions")?,
            rhs_batch: list("rhs_batching_dimensions")?,
            lhs_contracting: list("lhs_contracting_dimensions")?,
            rhs_contracting: list("rhs_contracting_dimensions")?,
            precision,
        });
    }
    let pair = |name: &str| match a.get(&[name]) {
        None => Ok([Vec::new(), Vec::new()]),
        Some(Attr::Product(lists)) => {
            let sizes: Option<Vec<Vec<usize>>> = lists.iter().map(Attr::sizes).collect();
            sizes
                .and_then(|l| <[_; 2]>::try_from(l).ok())
                .ok_or_else(|| Error::new(ErrorKind::Syntax, format!("{name} has to be two lists, [0] x [0]")))
        }
        Some(_) => Err(Error::new(ErrorKind::Syntax, format!("{name} has to be two lists, [0] x [0]"))),
    };
    let [lhs_batch, rhs_batch] = pair("batching_dims")?;
    let [lhs_contracting, rhs_contracting] = pair("contracting_dims")?;
    Ok(DotGeneral { lhs_batch, rhs_batch, lhs_contracting, rhs_contracting, precision })
}

fn convolution(a: &Attrs, operands: &[&TensorType]) -> Result<Convolution> {
    let dims = match a.get(&["dimension_numbers", "dim_numbers"]) {
        Some(Attr::Product(lists)) => conv_dims(lists),
        _ => None,
    };
    let dims = dims.ok_or_else(|| {
        Error::new(ErrorKind::Syntax, "dim_numbers have to be of the form [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]")
    })?;
    // Pretty text has one window attribute, generic text one attribute per property.
    let mut w = inner(a, &["window"])?;
    w.extend(a.clone());
    let kernel = operands.get(1).map_or(&[][..], |t| &t.dims);
    let size = |d: &usize| kernel.get(*d).copied().unwrap_or(0);
    let window = window(&w, dims.kernel_spatial.iter().map(size).collect())?;
    let groups = |name: &str| Ok::<_, Error>(a.size(&[name])?.unwrap_or(1));
    Ok(Convolution {
        dims,
        window,
        feature_group_count: groups("feature_group_count")?,
        batch_group_count: groups("batch_group_count")?,
        precision: precision(a)?,
    })
}

/// `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`
fn conv_dims(lists: &[Attr]) -> Option<ConvDimensionNumbers> {
    let [input, kernel, output] = lists else { return None };
    let items = |list: &Attr| match list {
        Attr::List(items) => Some(items.clone()),
        _ => None,
    };
    let (input, kernel, output) = (items(input)?, items(kernel)?, items(output)?);
    let word = |items: &[Attr], w: &str| items.iter().position(|a| a.as_word() == Some(w));
    // The positions of the spatial dimensions 0, 1, ...
    let spatial = |items: &[Attr]| {
        (0..items.len().checked_sub(2)?)
            .map(|n| items.iter().position(|a| matches!(a, Attr::Int(i) if *i == n as i128)))
            .collect::<Option<Vec<usize>>>()
    };
    Some(ConvDimensionNumbers {
        input_batch: word(&input, "b")?,
        input_feature: word(&input, "f")?,
        input_spatial: spatial(&input)?,
        kernel_input_feature: word(&kernel, "i")?,
        kernel_output_feature: word(&kernel, "o")?,
        kernel_spatial: spatial(&kernel)?,
        output_batch: word(&output, "b")?,
        output_feature: word(&output, "f")?,
        output_spatial: spatial(&output)?,
    })
}

/// A window of these sizes. Absent attributes have their defaults: stride and dilation 1, no padding, no
/// reversal.
fn window(a: &Attrs, sizes: Vec<usize>) -> Result<Vec<WindowDim>> {
    let n = sizes.len();
    let check = |name: &str, len: usize| {
        let message = || format!("attribute '{name}' has {len} entries, the window has {n} dimensions");
        if len == n { Ok(()) } else { Err(Error::type_error(message())) }
    };
    let list = |names: &[&str]| {
        let values = a.sizes(names)?.unwrap_or_else(|| vec![1; n]);
        check(names[0], values.len())?;
        Ok::<_, Error>(values)
    };
    let strides = list(&["window_strides", "stride"])?;
    let base = list(&["base_dilations", "lhs_dilation", "lhs_dilate"])?;
    let dilations = list(&["window_dilations", "rhs_dilation", "rhs_dilate"])?;
    let reversal = a.flags(&["window_reversal", "reverse"])?.unwrap_or_else(|| vec![false; n]);
    check("window_reversal", reversal.len())?;
    let padding = match a.get(&["padding", "pad"]) {
        None => vec![(0, 0); n],
        Some(attr) => attr
            .pairs()
            .ok_or_else(|| Error::type_error("attribute 'padding' has to be a list of pairs of integers"))?,
    };
    check("padding", padding.len())?;
    Ok((0..n)
        .map(|i| WindowDim {
            size: sizes[i],
            stride: strides[i],
            pad_low: padding[i].0,
            pad_high: padding[i].1,
            base_dilation: base[i],
            window_dilation: dilations[i],
            reversal: reversal[i],
        })
        .collect())
}

/// The groups of a collective.
fn collective(a: &Attrs) -> Result<Collective> {
    let replica_groups = match a.get(&["replica_groups"]) {
        Some(Attr::Dense(literal)) if literal.ty().rank() == 2 => {
            let ids = a.ints(&["replica_groups"])?.unwrap_or_default();
            // Smaller groups are padded with -1.
            let group = |row: &[i64]| row.iter().copied().filter(|id| *id >= 0).collect::<Vec<_>>();
            ids.chunks(literal.ty().dims[1].max(1)).map(group).filter(|g| !g.is_empty()).collect()
        }
        None => Vec::new(),
        Some(Attr::Opaque) => {
            let message =
                "replica groups have to be a table of numbers; groups by a mesh without a name are not supported";
            return Err(Error::new(ErrorKind::Unsupported, message));
        }
        Some(_) => {
            return Err(Error::new(
                ErrorKind::Syntax,
                "attribute 'replica_groups' has to be a dense table of integers",
            ));
        }
    };
    let use_global_device_ids = a.flag(&["use_global_device_ids"])?;
    Ok(Collective { replica_groups, channel_id: channel_id(a)?, use_global_device_ids })
}

/// The handle of a collective's channel.
fn channel_id(a: &Attrs) -> Result<Option<i64>> {
    inner(a, &["channel_handle"])?.int(&["handle"])
}
