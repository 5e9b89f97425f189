use stablehlo::ops::{ConvDimensionNumbers, Convolution, DotGeneral, Precision, WindowDim};

use crate::harness::{Case, any, case, check};

fn dot(form: &str, lhs: &[usize], rhs: &[usize], batch: [&[usize]; 2], contracting: [&[usize]; 2]) -> Case {
    let attrs = DotGeneral {
        lhs_batch: batch[0].to_vec(),
        rhs_batch: batch[1].to_vec(),
        lhs_contracting: contracting[0].to_vec(),
        rhs_contracting: contracting[1].to_vec(),
        precision: [Precision::Highest; 2],
    };
    case("dot_general", form, [any(1, lhs), any(2, rhs)], move |b, p| b.dot_general(p[0], p[1], attrs.clone()))
}

/// An unusual layout: `[f, 1, b, 0] x [o, 1, 0, i] -> [0, f, b, 1]`.
fn permuted() -> ConvDimensionNumbers {
    ConvDimensionNumbers {
        input_batch: 2,
        input_feature: 0,
        input_spatial: vec![3, 1],
        kernel_input_feature: 3,
        kernel_output_feature: 0,
        kernel_spatial: vec![2, 1],
        output_batch: 2,
        output_feature: 1,
        output_spatial: vec![0, 3],
    }
}

/// A convolution of 2 images of 6 x 7 per batch group.
fn convolution(form: String, window: Vec<WindowDim>, dims: ConvDimensionNumbers, groups: [usize; 2]) -> Case {
    let [feature_groups, batch_groups] = groups;
    let (mut input, mut kernel) = (vec![0; 4], vec![0; 4]);
    input[dims.input_batch] = 2 * batch_groups;
    input[dims.input_feature] = 2 * feature_groups;
    input[dims.input_spatial[0]] = 6;
    input[dims.input_spatial[1]] = 7;
    kernel[dims.kernel_input_feature] = 2;
    kernel[dims.kernel_output_feature] = 2 * feature_groups * batch_groups;
    kernel[dims.kernel_spatial[0]] = window[0].size;
    kernel[dims.kernel_spatial[1]] = window[1].size;
    let attrs = Convolution {
        dims,
        window,
        feature_group_count: feature_groups,
        batch_group_count: batch_groups,
        precision: [Precision::Default; 2],
    };
    case("convolution", form, [any(1, &input), any(2, &kernel)], move |b, p| b.convolution(p[0], p[1], attrs.clone()))
}

fn convolutions() -> Vec<Case> {
    let mut cases = Vec::new();
    let plain = [WindowDim::new(3), WindowDim::new(2)];
    // One attribute at a time, then several at once; each in both layouts.
    type Change = fn(&mut [WindowDim; 2]);
    let forms: [(&str, Change); 10] = [
        ("plain", |_| {}),
        ("1x1", |w| *w = [WindowDim::new(1); 2]),
        ("same padding", |w| {
            (w[0].pad_low, w[0].pad_high) = (1, 1);
            w[1].pad_high = 1;
        }),
        ("stride", |w| (w[0].stride, w[1].stride) = (2, 3)),
        ("stride with padding", |w| {
            (w[0].stride, w[0].pad_low, w[0].pad_high) = (2, 0, 1);
            (w[1].stride, w[1].pad_low, w[1].pad_high) = (2, 1, 2);
        }),
        ("negative padding", |w| (w[0].pad_low, w[1].pad_high) = (-1, -2)),
        ("kernel dilation", |w| (w[0].window_dilation, w[1].window_dilation) = (2, 3)),
        ("input dilation", |w| (w[0].base_dilation, w[1].base_dilation) = (2, 3)),
        ("reversal", |w| w[0].reversal = true),
        ("everything", |w| {
            w[0] = WindowDim {
                stride: 2,
                pad_low: 2,
                pad_high: -1,
                base_dilation: 3,
                window_dilation: 2,
                reversal: true,
                ..w[0]
            };
            w[1] = WindowDim { stride: 3, pad_low: -1, pad_high: 2, base_dilation: 2, window_dilation: 3, ..w[1] };
        }),
    ];
    for (form, change) in forms {
        let mut window = plain;
        change(&mut window);
        cases.push(convolution(form.to_string(), window.to_vec(), ConvDimensionNumbers::nhwc(), [1, 1]));
        cases.push(convolution(format!("{form}, other layout"), window.to_vec(), permuted(), [1, 1]));
        cases.push(convolution(
            format!("{form}, feature groups"),
            window.to_vec(),
            ConvDimensionNumbers::nhwc(),
            [3, 1],
        ));
        cases.push(convolution(format!("{form}, feature groups, other layout"), window.to_vec(), permuted(), [2, 1]));
        cases.push(convolution(format!("{form}, batch groups"), window.to_vec(), ConvDimensionNumbers::nhwc(), [1, 2]));
        cases.push(convolution(format!("{form}, batch groups, other layout"), window.to_vec(), permuted(), [1, 3]));
    }
    cases
}

pub fn cases() -> Vec<Case> {
    let mut cases = vec![
        dot("matrices", &[2, 3], &[3, 4], [&[], &[]], [&[1], &[0]]),
        dot("both transposed", &[3, 2], &[4, 3], [&[], &[]], [&[0], &[1]]),
        dot("matrix and vector", &[2, 3], &[3], [&[], &[]], [&[1], &[0]]),
        dot("vectors", &[3], &[3], [&[], &[]], [&[0], &[0]]),
        dot("outer product", &[3], &[2], [&[], &[]], [&[], &[]]),
        dot("a batch", &[2, 3, 4], &[2, 4, 5], [&[0], &[0]], [&[2], &[1]]),
        dot("batch elsewhere", &[3, 2, 4], &[4, 5, 2], [&[1], &[2]], [&[2], &[0]]),
        dot("two batches, out of order", &[2, 3, 4], &[3, 5, 4, 2], [&[0, 1], &[3, 0]], [&[2], &[2]]),
        dot("two contracted, out of order", &[2, 3, 4], &[4, 5, 3], [&[], &[]], [&[1, 2], &[2, 0]]),
        dot("many free", &[2, 3, 4], &[4, 2, 3], [&[], &[]], [&[2], &[0]]),
    ];
    cases.extend(convolutions());
    cases
}

#[test]
fn gradients_of_contractions() {
    check(cases());
}
