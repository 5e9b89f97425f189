//! Layers of convolutional networks and their gradients, as JAX writes them, by every algorithm.

use super::convolution::{check, indices, offset, seen};
use super::support::{Random, get, random_bytes};
use kernels::{ConvOperand, ConvPlan, ConvSpec, Element, Isa, MathMode, SpatialDim, WriteMode};
use std::collections::BTreeSet;

/// Asserts that every fast algorithm but Winograd's ran.
fn assert_all_ran(methods: &BTreeSet<&str>) {
    for method in [
        "implicit GEMM in place",
        "implicit GEMM in place, dot kernel",
        "implicit GEMM, padded copy",
        "implicit GEMM, padded copy, dot kernel",
        "backward weights",
        "polyphase implicit GEMM",
    ] {
        assert!(methods.contains(method), "{method} is not among {methods:?}");
    }
}

/// A layer of a channels-last network and its two gradients as JAX writes them.
pub(crate) fn layer(
    batch: usize,
    size: usize,
    channels: usize,
    features: usize,
    stride: usize,
    same: bool,
) -> [ConvSpec; 3] {
    let kernel = 3;
    let (output, pad) = if same { (size.div_ceil(stride), 1isize) } else { ((size - kernel) / stride + 1, 0) };
    let image = |edge: usize, depth: usize, [first, second]: [usize; 2]| {
        ConvOperand::new(Element::F32, &[edge * edge * depth, edge * depth, depth, 1], first, second, &[1, 2])
    };
    let filter = |first, second| {
        ConvOperand::new(
            Element::F32,
            &[3 * channels * features, channels * features, features, 1],
            first,
            second,
            &[0, 1],
        )
    };
    let dim = |input, kernel, output, stride, pad_low, lhs_dilation, rhs_dilation, reversed| {
        vec![SpatialDim { input, kernel, output, stride, pad_low, lhs_dilation, rhs_dilation, reversed }; 2]
    };
    let spec = |batch, in_features, out_features, spatial, lhs, rhs, out| ConvSpec {
        batch,
        in_features,
        out_features,
        feature_groups: 1,
        batch_groups: 1,
        spatial,
        lhs,
        rhs,
        out,
        math_mode: MathMode::F32,
        allow_reassociation: false,
    };
    let (x, y) = ([0, 3], [0, 3]);
    [
        spec(
            batch,
            channels,
            features,
            dim(size, kernel, output, stride, pad, 1, 1, false),
            image(size, channels, x),
            filter(2, 3),
            image(output, features, y),
        ),
        spec(
            batch,
            features,
            channels,
            dim(output, kernel, size, 1, kernel as isize - 1 - pad, stride, 1, true),
            image(output, features, y),
            filter(3, 2),
            image(size, channels, x),
        ),
        spec(
            channels,
            batch,
            features,
            dim(size, output, kernel, 1, pad, 1, stride, false),
            image(size, channels, [3, 0]),
            image(output, features, [0, 3]),
            filter(2, 3),
        ),
    ]
}

/// The elements that the operands of a layer span.
pub(crate) fn spans(spec: &ConvSpec) -> [usize; 3] {
    let span = |operand: &ConvOperand, first: usize, second: usize, size: fn(&SpatialDim) -> usize| {
        let spatial: Vec<usize> = spec.spatial.iter().map(|dim| size(dim) - 1).collect();
        offset(operand, first - 1, second - 1, &spatial) + 1
    };
    [
        span(&spec.lhs, spec.batch, spec.in_features, |dim| dim.input),
        span(&spec.rhs, spec.in_features, spec.out_features, |dim| dim.kernel),
        span(&spec.out, spec.batch, spec.out_features, |dim| dim.output),
    ]
}

#[test]
fn layers_and_their_gradients() {
    let mut random = Random::new(12);
    let mut methods = BTreeSet::new();
    for (batch, size, channels, features, stride, same) in [
        (3, 8, 3, 32, 1, true),
        (2, 7, 4, 34, 1, false),
        (3, 9, 16, 16, 2, true),
        (2, 6, 8, 5, 1, true),
        (1, 8, 6, 64, 2, false),
        // Few features, of the result or of the input gradient, with rows that do not fill a tile.
        (2, 7, 1, 16, 1, true),
        (3, 5, 2, 32, 1, false),
        (2, 7, 32, 4, 1, false),
        (1, 6, 7, 64, 1, true),
        (2, 9, 32, 2, 2, true),
    ] {
        for spec in layer(batch, size, channels, features, stride, same) {
            let spans = spans(&spec);
            for elements in [[Element::F32; 3], [Element::Bf16; 3], [Element::Bf16, Element::Bf16, Element::F32]] {
                for math_mode in [MathMode::F32, MathMode::Bf16] {
                    let mut spec = ConvSpec { math_mode, ..spec.clone() };
                    [spec.lhs.element, spec.rhs.element, spec.out.element] = elements;
                    methods.extend(check(&mut random, &spec, spans, WriteMode::Overwrite));
                }
            }
        }
    }
    assert_all_ran(&methods);
}

#[test]
fn layers_by_winograd() {
    let mut random = Random::new(16);
    let mut methods = BTreeSet::new();
    for (batch, size, channels, features, same) in [
        (2, 8, 32, 32, true),
        // Tiles that reach past the edge, panels of one vector, an input tile with padding on all sides.
        (3, 7, 48, 32, true),
        (2, 6, 32, 80, false),
        (1, 3, 64, 32, true),
        // More tiles than are in flight at a time.
        (5, 13, 32, 32, true),
    ] {
        for spec in layer(batch, size, channels, features, 1, same) {
            for elements in [[Element::F32; 3], [Element::Bf16; 3], [Element::Bf16, Element::F32, Element::F32]] {
                for math_mode in [MathMode::F32, MathMode::Bf16] {
                    let mut spec = ConvSpec { allow_reassociation: true, math_mode, ..spec.clone() };
                    [spec.lhs.element, spec.rhs.element, spec.out.element] = elements;
                    methods.extend(check(&mut random, &spec, spans(&spec), WriteMode::Overwrite));
                    methods.extend(check(&mut random, &spec, spans(&spec), WriteMode::Accumulate));
                    // Not used unless reassociation is allowed.
                    let plan = ConvPlan::new(&ConvSpec { allow_reassociation: false, ..spec }, Isa::best()).unwrap();
                    assert!(!plan.method_name().contains("Winograd"), "{:?}", plan.method_name());
                }
            }
        }
    }
    assert!(methods.contains("Winograd forward") && methods.contains("Winograd backward weights"), "{methods:?}");
}

/// The root mean square of a run's rounding errors, relative to that of the results. The exact results are
/// those of f64 operands.
fn mean_error(spec: &ConvSpec, isa: Isa, operands: [&[u8]; 2]) -> f64 {
    let run = |spec: &ConvSpec, operands: [&[u8]; 2]| {
        let plan = ConvPlan::new(spec, isa).unwrap();
        let mut out = vec![0; spans(spec)[2] * spec.out.element.bytes()];
        plan.run(operands[0], operands[1], &mut out, &mut vec![0; plan.scratch_bytes()], WriteMode::Overwrite).unwrap();
        (0..spans(spec)[2]).map(|at| get(&out, spec.out.element, at)).collect::<Vec<_>>()
    };
    let mut exact = spec.clone();
    [exact.lhs.element, exact.rhs.element, exact.out.element] = [Element::F64; 3];
    let wide = operands.map(|bytes| {
        let numbers = (0..bytes.len() / 4).map(|at| get(bytes, Element::F32, at));
        numbers.flat_map(f64::to_ne_bytes).collect::<Vec<u8>>()
    });
    let exact = run(&exact, [&wide[0], &wide[1]]);
    let mean = |numbers: &mut dyn Iterator<Item = f64>| numbers.map(|x| x * x).sum::<f64>().sqrt();
    let got = run(spec, operands);
    mean(&mut got.iter().zip(&exact).map(|(got, exact)| got - exact)) / mean(&mut exact.iter().copied())
}

#[test]
fn winograd_rounds_little_more_than_the_direct_sum() {
    let mut random = Random::new(17);
    for channels in [32, 256] {
        for (kind, spec) in
            ["forward", "backward data", "backward weights"].iter().zip(layer(2, 12, channels, 32, 1, true))
        {
            let [lhs, rhs, _] = spans(&spec).map(|count| random_bytes(&mut random, Element::F32, count));
            for isa in Isa::available() {
                let [window, winograd] = [false, true].map(|allow_reassociation| {
                    mean_error(&ConvSpec { allow_reassociation, ..spec.clone() }, isa, [&lhs, &rhs])
                });
                let times = winograd / window;
                println!(
                    "{isa}, {channels} channels, {kind}: {window:.1e} by the direct sum, {times:.1} times that by Winograd's algorithm"
                );
                assert!(winograd != window && times < 5.0, "{isa}, {kind}: {winograd} after {window}");
            }
        }
    }
}

#[test]
fn a_nan_reaches_only_the_windows_that_see_it() {
    // Odd channels and an odd batch: every kind of bf16 pair has a partner that does not exist.
    for spec in [17, 32].into_iter().flat_map(|features| layer(3, 7, 3, features, 1, false)) {
        for math_mode in [MathMode::F32, MathMode::Bf16] {
            let spec = ConvSpec { math_mode, ..spec.clone() };
            for isa in Isa::available() {
                let plan = ConvPlan::new(&spec, isa).unwrap();
                let mut lhs = vec![1.0f32; 3 * 7 * 7 * 32];
                let rhs = vec![1.0f32; 3 * 7 * 7 * 32];
                let mut out = vec![0.0f32; 3 * 7 * 7 * 32];
                let mut scratch = vec![0xff; plan.scratch_bytes()];
                // The last element of the last image is NaN.
                let place = offset(
                    &spec.lhs,
                    spec.batch - 1,
                    spec.in_features - 1,
                    &spec.spatial.iter().map(|dim| dim.input - 1).collect::<Vec<_>>(),
                );
                lhs[place] = f32::NAN;
                let bytes = bytemuck::cast_slice;
                plan.run(
                    bytes(&lhs),
                    bytes(&rhs),
                    bytemuck::cast_slice_mut(&mut out),
                    &mut scratch,
                    WriteMode::Overwrite,
                )
                .unwrap();
                let taps = indices(&spec.spatial.iter().map(|dim| dim.kernel).collect::<Vec<_>>());
                for position in indices(&spec.spatial.iter().map(|dim| dim.output).collect::<Vec<_>>()) {
                    let sees = taps.iter().any(|tap| {
                        spec.spatial
                            .iter()
                            .zip(position.iter().zip(tap))
                            .all(|(dim, (&o, &t))| seen(dim, o, t) == Some(dim.input - 1))
                    });
                    for batch in 0..spec.batch {
                        for feature in 0..spec.out_features {
                            let got = out[offset(&spec.out, batch, feature, &position)];
                            let expected = sees && batch == spec.batch - 1;
                            assert_eq!(got.is_nan(), expected, "{isa}: {batch}, {feature}, {position:?}: {spec:?}");
                        }
                    }
                }
            }
        }
    }
}
