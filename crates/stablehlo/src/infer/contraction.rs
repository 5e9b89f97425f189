//! Sums of products: `dot_general` and `convolution`.

use super::context::OpContext;
use super::window;
use crate::error::Result;
use crate::ops::{Convolution, DotGeneral, higher_precision};
use crate::types::TensorType;

pub(super) fn dot_general(cx: &OpContext, a: &DotGeneral) -> Result<TensorType> {
    let [lhs, rhs] = cx.expect_operands()?;
    let element = higher_precision(lhs.element, rhs.element);
    let (lhs_named, rhs_named) =
        ([&a.lhs_batch[..], &a.lhs_contracting].concat(), [&a.rhs_batch[..], &a.rhs_contracting].concat());
    cx.check_dims("dimensions of the left operand", &lhs_named, lhs.rank())?;
    cx.check_dims("dimensions of the right operand", &rhs_named, rhs.rank())?;
    for (name, l, r) in
        [("batching_dims", &a.lhs_batch, &a.rhs_batch), ("contracting_dims", &a.lhs_contracting, &a.rhs_contracting)]
    {
        let equal = l.len() == r.len() && l.iter().zip(r).all(|(l, r)| lhs.dims[*l] == rhs.dims[*r]);
        cx.require(equal, || format!("{name} = {l:?} x {r:?} have to be of equal sizes"))?;
    }
    let batch = a.lhs_batch.iter().map(|d| lhs.dims[*d]);
    let free = |t: &TensorType, named: &[usize]| {
        t.dims.iter().enumerate().filter(|(i, _)| !named.contains(i)).map(|(_, d)| *d).collect::<Vec<_>>()
    };
    let dims: Vec<usize> = batch.chain(free(lhs, &lhs_named)).chain(free(rhs, &rhs_named)).collect();
    Ok(TensorType::new(element, dims))
}

pub(super) fn convolution(cx: &OpContext, a: &Convolution) -> Result<TensorType> {
    let [input, kernel] = cx.expect_operands()?;
    let d = &a.dims;
    cx.require(input.element == kernel.element, || "they have to have the same element type".into())?;
    cx.require(input.rank() == kernel.rank() && input.rank() >= 2, || {
        "they have to be of the same rank, which is at least 2".into()
    })?;
    let rank = input.rank();
    let numbers = [
        ("input dimensions", d.input_batch, d.input_feature, &d.input_spatial),
        ("kernel dimensions", d.kernel_input_feature, d.kernel_output_feature, &d.kernel_spatial),
        ("output dimensions", d.output_batch, d.output_feature, &d.output_spatial),
    ];
    for (name, first, second, spatial) in numbers {
        cx.check_len(name, spatial.len() + 2, rank)?;
        cx.check_dims(name, &[&[first, second], &spatial[..]].concat(), rank)?;
    }

    let (groups, batch_groups) = (a.feature_group_count, a.batch_group_count);
    let features = input.dims[d.input_feature];
    let kernel_features = kernel.dims[d.kernel_input_feature];
    let output_features = kernel.dims[d.kernel_output_feature];
    let batch = input.dims[d.input_batch];
    cx.require(groups > 0 && batch_groups > 0 && (groups == 1 || batch_groups == 1), || {
        format!("feature_group_count = {groups} and batch_group_count = {batch_groups}: one of them has to be 1")
    })?;
    cx.require(features.is_multiple_of(groups) && output_features.is_multiple_of(groups), || {
        format!("{features} input and {output_features} output features have to be multiples of feature_group_count = {groups}")
    })?;
    cx.require(batch.is_multiple_of(batch_groups) && output_features.is_multiple_of(batch_groups), || {
        format!("the batch of {batch} and {output_features} output features have to be multiples of batch_group_count = {batch_groups}")
    })?;
    cx.require(features / groups == kernel_features, || {
        format!("the kernel has {kernel_features} input features, but the input has {} per group", features / groups)
    })?;

    cx.check_len("window", a.window.len(), rank - 2)?;
    let mut dims = vec![0; rank];
    dims[d.output_batch] = batch / batch_groups;
    dims[d.output_feature] = output_features;
    for (i, w) in a.window.iter().enumerate() {
        let size = kernel.dims[d.kernel_spatial[i]];
        cx.require(w.size == size, || {
            format!("window dimension {i} has size {}, but the kernel has size {size}", w.size)
        })?;
        dims[d.output_spatial[i]] = window::output_size(cx, w, input.dims[d.input_spatial[i]])?;
    }
    Ok(TensorType::new(input.element, dims))
}
