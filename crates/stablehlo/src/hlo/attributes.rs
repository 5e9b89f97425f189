//! The attributes of instructions.

use super::shape::list;
use crate::ops::{
    Collective, CompareType, Convolution, Direction, DotGeneral, Gather, Precision, RngAlgorithm, Scatter,
    TriangularSolve, WindowDim,
};

/// `, name={1,2}`
pub fn dims(name: &str, numbers: &[usize]) -> String {
    format!(", {name}={{{}}}", list(numbers))
}

/// The same, if there are any.
fn some_dims(name: &str, numbers: &[usize]) -> String {
    if numbers.is_empty() { String::new() } else { dims(name, numbers) }
}

/// `, name=true`, if it is.
pub fn flag(name: &str, value: bool) -> String {
    if value { format!(", {name}=true") } else { String::new() }
}

pub fn comparison(direction: Direction, compare_type: Option<CompareType>) -> String {
    let name = match direction {
        Direction::Eq => "EQ",
        Direction::Ne => "NE",
        Direction::Ge => "GE",
        Direction::Gt => "GT",
        Direction::Le => "LE",
        Direction::Lt => "LT",
    };
    let total = if compare_type == Some(CompareType::TotalOrder) { ", type=TOTALORDER" } else { "" };
    format!(", direction={name}{total}")
}

fn precision(operands: [Precision; 2]) -> String {
    if operands == [Precision::Default; 2] {
        return String::new();
    }
    let names = operands.map(|precision| match precision {
        Precision::Default => "default",
        Precision::High => "high",
        Precision::Highest => "highest",
    });
    format!(", operand_precision={{{}}}", names.join(","))
}

pub fn dot(dot: &DotGeneral) -> String {
    [
        some_dims("lhs_batch_dims", &dot.lhs_batch),
        dims("lhs_contracting_dims", &dot.lhs_contracting),
        some_dims("rhs_batch_dims", &dot.rhs_batch),
        dims("rhs_contracting_dims", &dot.rhs_contracting),
        precision(dot.precision),
    ]
    .concat()
}

/// `, window={size=3x3 stride=2x2 pad=1_1x1_1}`: what is not the default.
pub fn window(window: &[WindowDim]) -> String {
    let property = |name: &str, is_default: fn(&WindowDim) -> bool, text: fn(&WindowDim) -> String| {
        if window.iter().all(is_default) {
            return None;
        }
        Some(format!("{name}={}", window.iter().map(text).collect::<Vec<_>>().join("x")))
    };
    let parts = [
        property("size", |_| false, |w| w.size.to_string()),
        property("stride", |w| w.stride == 1, |w| w.stride.to_string()),
        property("pad", |w| w.pad_low == 0 && w.pad_high == 0, |w| format!("{}_{}", w.pad_low, w.pad_high)),
        property("lhs_dilate", |w| w.base_dilation == 1, |w| w.base_dilation.to_string()),
        property("rhs_dilate", |w| w.window_dilation == 1, |w| w.window_dilation.to_string()),
        property("rhs_reversal", |w| !w.reversal, |w| u8::from(w.reversal).to_string()),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().filter(|_| !window.is_empty()).collect();
    if parts.is_empty() { String::new() } else { format!(", window={{{}}}", parts.join(" ")) }
}

pub fn convolution(convolution: &Convolution) -> String {
    let d = &convolution.dims;
    // The letters of the roles, and the numbers of the spatial dimensions, by dimension.
    let labels = |letters: [(usize, char); 2], spatial: &[usize]| {
        let mut labels = vec![String::new(); spatial.len() + 2];
        letters.into_iter().for_each(|(dim, letter)| labels[dim] = letter.into());
        spatial.iter().enumerate().for_each(|(number, dim)| labels[*dim] = number.to_string());
        labels.concat()
    };
    let input = labels([(d.input_batch, 'b'), (d.input_feature, 'f')], &d.input_spatial);
    let kernel = labels([(d.kernel_input_feature, 'i'), (d.kernel_output_feature, 'o')], &d.kernel_spatial);
    let output = labels([(d.output_batch, 'b'), (d.output_feature, 'f')], &d.output_spatial);
    let count = |name: &str, groups: usize| if groups == 1 { String::new() } else { format!(", {name}={groups}") };
    [
        window(&convolution.window),
        format!(", dim_labels={input}_{kernel}->{output}"),
        count("feature_group_count", convolution.feature_group_count),
        count("batch_group_count", convolution.batch_group_count),
        precision(convolution.precision),
    ]
    .concat()
}

pub fn gather(gather: &Gather) -> String {
    [
        dims("offset_dims", &gather.offset_dims),
        dims("collapsed_slice_dims", &gather.collapsed_slice_dims),
        dims("start_index_map", &gather.start_index_map),
        some_dims("operand_batching_dims", &gather.operand_batching_dims),
        some_dims("start_indices_batching_dims", &gather.start_indices_batching_dims),
        format!(", index_vector_dim={}", gather.index_vector_dim),
        dims("slice_sizes", &gather.slice_sizes),
        flag("indices_are_sorted", gather.indices_are_sorted),
    ]
    .concat()
}

pub fn scatter(scatter: &Scatter) -> String {
    [
        dims("update_window_dims", &scatter.update_window_dims),
        dims("inserted_window_dims", &scatter.inserted_window_dims),
        dims("scatter_dims_to_operand_dims", &scatter.scatter_dims_to_operand_dims),
        some_dims("input_batching_dims", &scatter.input_batching_dims),
        some_dims("scatter_indices_batching_dims", &scatter.scatter_indices_batching_dims),
        format!(", index_vector_dim={}", scatter.index_vector_dim),
        flag("indices_are_sorted", scatter.indices_are_sorted),
        flag("unique_indices", scatter.unique_indices),
    ]
    .concat()
}

pub fn triangular_solve(solve: &TriangularSolve) -> String {
    [
        flag("left_side", solve.left_side),
        flag("lower", solve.lower),
        flag("unit_diagonal", solve.unit_diagonal),
        format!(", transpose_a={}", solve.transpose_a.name()),
    ]
    .concat()
}

pub fn rng_algorithm(algorithm: RngAlgorithm) -> &'static str {
    match algorithm {
        RngAlgorithm::Default => ", algorithm=rng_default",
        RngAlgorithm::ThreeFry => ", algorithm=rng_three_fry",
        RngAlgorithm::Philox => ", algorithm=rng_philox",
    }
}

/// Who communicates.
pub fn groups(groups: &Collective) -> String {
    let lists: Vec<String> = groups.replica_groups.iter().map(|group| format!("{{{}}}", list(group))).collect();
    [
        channel(groups.channel_id),
        format!(", replica_groups={{{}}}", lists.join(",")),
        flag("use_global_device_ids", groups.use_global_device_ids),
    ]
    .concat()
}

pub fn channel(id: Option<i64>) -> String {
    id.map_or_else(String::new, |id| format!(", channel_id={id}"))
}

/// A text between quotes.
pub fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            other => out.push(other),
        }
    }
    out.push('"');
    out
}
