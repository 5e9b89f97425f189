//! The text of attributes.

use super::is_word;
use crate::ops::{
    Collective, CompareType, ConvDimensionNumbers, Direction, Gather, OpKind, Precision, RngAlgorithm, Scatter,
    WindowDim,
};
use crate::text::lexer::{escape, symbol};

pub(super) fn direction(direction: Direction) -> &'static str {
    match direction {
        Direction::Eq => "EQ",
        Direction::Ne => "NE",
        Direction::Ge => "GE",
        Direction::Gt => "GT",
        Direction::Le => "LE",
        Direction::Lt => "LT",
    }
}

pub(super) fn compare_type(compare_type: CompareType) -> &'static str {
    match compare_type {
        CompareType::Float => "FLOAT",
        CompareType::TotalOrder => "TOTALORDER",
        CompareType::Signed => "SIGNED",
        CompareType::Unsigned => "UNSIGNED",
    }
}

pub(super) fn precision(precision: Precision) -> &'static str {
    match precision {
        Precision::Default => "DEFAULT",
        Precision::High => "HIGH",
        Precision::Highest => "HIGHEST",
    }
}

pub(super) fn rng_algorithm(algorithm: RngAlgorithm) -> &'static str {
    match algorithm {
        RngAlgorithm::Default => "DEFAULT",
        RngAlgorithm::ThreeFry => "THREE_FRY",
        RngAlgorithm::Philox => "PHILOX",
    }
}

/// `array<i64: 1, 2>`
pub(super) fn array<T: ToString>(values: impl IntoIterator<Item = T>) -> String {
    let values: Vec<String> = values.into_iter().map(|v| v.to_string()).collect();
    if values.is_empty() { "array<i64>".into() } else { format!("array<i64: {}>", values.join(", ")) }
}

/// A matrix of integers, `dense<[[0, 1]]> : tensor<1x2xi64>`
fn table(rows: &[Vec<i64>]) -> String {
    let width = rows.first().map_or(0, Vec::len);
    let ty = format!("tensor<{}x{width}xi64>", rows.len());
    if width == 0 { format!("dense<> : {ty}") } else { format!("dense<{rows:?}> : {ty}") }
}

/// `name = [..], ` for each list that is not empty.
fn lists(named: &[(&str, &[usize])]) -> String {
    named.iter().filter(|(_, l)| !l.is_empty()).map(|(name, l)| format!("{name} = {l:?}, ")).collect()
}

pub(super) fn gather(a: &Gather) -> String {
    let numbers = lists(&[
        ("offset_dims", &a.offset_dims),
        ("collapsed_slice_dims", &a.collapsed_slice_dims),
        ("operand_batching_dims", &a.operand_batching_dims),
        ("start_indices_batching_dims", &a.start_indices_batching_dims),
        ("start_index_map", &a.start_index_map),
    ]);
    format!(
        "dimension_numbers = #stablehlo.gather<{numbers}index_vector_dim = {}>, indices_are_sorted = {}, slice_sizes = {}",
        a.index_vector_dim,
        a.indices_are_sorted,
        array(&a.slice_sizes)
    )
}

pub(super) fn scatter(a: &Scatter) -> String {
    let numbers = lists(&[
        ("update_window_dims", &a.update_window_dims),
        ("inserted_window_dims", &a.inserted_window_dims),
        ("input_batching_dims", &a.input_batching_dims),
        ("scatter_indices_batching_dims", &a.scatter_indices_batching_dims),
        ("scatter_dims_to_operand_dims", &a.scatter_dims_to_operand_dims),
    ]);
    format!(
        "indices_are_sorted = {}, scatter_dimension_numbers = #stablehlo.scatter<{numbers}index_vector_dim = {}>, \
         unique_indices = {}",
        a.indices_are_sorted, a.index_vector_dim, a.unique_indices
    )
}

/// `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`
pub(super) fn conv_dims(d: &ConvDimensionNumbers) -> String {
    let part = |first: (usize, &str), second: (usize, &str), spatial: &[usize]| {
        let mut words = vec![String::from("?"); spatial.len() + 2];
        let spatial = spatial.iter().enumerate().map(|(n, at)| (*at, n.to_string()));
        for (at, word) in spatial.chain([(first.0, first.1.into()), (second.0, second.1.into())]) {
            if let Some(slot) = words.get_mut(at) {
                *slot = word;
            }
        }
        format!("[{}]", words.join(", "))
    };
    format!(
        "{}x{}->{}",
        part((d.input_batch, "b"), (d.input_feature, "f"), &d.input_spatial),
        part((d.kernel_input_feature, "i"), (d.kernel_output_feature, "o"), &d.kernel_spatial),
        part((d.output_batch, "b"), (d.output_feature, "f"), &d.output_spatial)
    )
}

/// The window of a convolution, in pretty text.
pub(super) fn conv_window(window: &[WindowDim]) -> String {
    let each = |f: fn(&WindowDim) -> usize| window.iter().map(f).collect::<Vec<_>>();
    let pad: Vec<[i64; 2]> = window.iter().map(|w| [w.pad_low, w.pad_high]).collect();
    let reverse: Vec<bool> = window.iter().map(|w| w.reversal).collect();
    format!(
        "{{stride = {:?}, pad = {pad:?}, lhs_dilate = {:?}, rhs_dilate = {:?}, reverse = {reverse:?}}}",
        each(|w| w.stride),
        each(|w| w.base_dilation),
        each(|w| w.window_dilation)
    )
}

fn padding(window: &[WindowDim]) -> String {
    let rows: Vec<Vec<i64>> = window.iter().map(|w| vec![w.pad_low, w.pad_high]).collect();
    if rows.is_empty() { "dense<> : tensor<0x2xi64>".into() } else { table(&rows) }
}

pub(super) fn reduce_window(window: &[WindowDim]) -> String {
    let each = |f: fn(&WindowDim) -> usize| array(window.iter().map(f));
    format!(
        "base_dilations = {}, padding = {}, window_dilations = {}, window_dimensions = {}, window_strides = {}",
        each(|w| w.base_dilation),
        padding(window),
        each(|w| w.window_dilation),
        each(|w| w.size),
        each(|w| w.stride)
    )
}

pub(super) fn select_and_scatter(window: &[WindowDim]) -> String {
    let each = |f: fn(&WindowDim) -> usize| array(window.iter().map(f));
    let (padding, sizes, strides) = (padding(window), each(|w| w.size), each(|w| w.stride));
    format!("padding = {padding}, window_dimensions = {sizes}, window_strides = {strides}")
}

/// The channel of a collective, with a comma after it; empty without one.
pub(super) fn channel(channel_id: Option<i64>) -> String {
    channel_id
        .map_or(String::new(), |id| format!("channel_handle = #stablehlo.channel_handle<handle = {id}, type = 1>, "))
}

/// The pairs of a `collective_permute`.
pub(super) fn source_target_pairs(pairs: &[(i64, i64)]) -> String {
    table(&pairs.iter().map(|(source, target)| vec![*source, *target]).collect::<Vec<_>>())
}

/// The channel and the groups of a collective.
pub(super) fn collective(a: &Collective) -> String {
    let channel = channel(a.channel_id);
    // Smaller groups are padded with -1.
    let width = a.replica_groups.iter().map(Vec::len).max().unwrap_or(0);
    let pad = |group: &Vec<i64>| group.iter().copied().chain(std::iter::repeat(-1)).take(width).collect();
    let groups: Vec<Vec<i64>> = a.replica_groups.iter().map(pad).collect();
    let global = if a.use_global_device_ids { ", use_global_device_ids" } else { "" };
    format!("{channel}replica_groups = {}{global}", table(&groups))
}

/// The attributes of a custom call.
pub(super) fn custom_call(kind: &OpKind) -> Vec<String> {
    let OpKind::CustomCall { backend_config, has_side_effect, called_computations, attributes, .. } = kind else {
        return Vec::new();
    };
    let mut out = Vec::new();
    // A configuration is a string or, from version 4 of the API on, a dictionary, whose names have no quotes.
    if is_dictionary(backend_config) {
        if !attributes.iter().any(|(name, _)| name == "api_version") {
            out.push("api_version = 4 : i32".into());
        }
        out.push(format!("backend_config = {backend_config}"));
    } else if !backend_config.is_empty() {
        out.push(format!("backend_config = {}", escape(backend_config)));
    }
    if !called_computations.is_empty() {
        let names: Vec<String> = called_computations.iter().map(|name| symbol(name)).collect();
        out.push(format!("called_computations = [{}]", names.join(", ")));
    }
    if *has_side_effect {
        out.push("has_side_effect = true".into());
    }
    for (name, text) in attributes {
        let name = if is_word(name) { name.clone() } else { escape(name) };
        out.push(if text.is_empty() { name } else { format!("{name} = {text}") });
    }
    out
}

fn is_dictionary(config: &str) -> bool {
    let inner = config.strip_prefix('{').and_then(|c| c.strip_suffix('}')).map(str::trim_start);
    inner.is_some_and(|inner| inner.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_'))
}

/// Items separated by commas.
pub(super) fn joined<T: std::fmt::Display>(items: &[T]) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(", ")
}
