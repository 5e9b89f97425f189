//! Convolutions.

use super::layers::layer;
use super::support::{Random, Reference, get, operand, random_bytes, random_strides};
use kernels::{ConvOperand, ConvPlan, ConvSpec, Element, Isa, KernelError, MathMode, SpatialDim, WriteMode};
use std::collections::BTreeSet;

/// All index vectors below `sizes`.
pub(crate) fn indices(sizes: &[usize]) -> Vec<Vec<usize>> {
    sizes.iter().fold(vec![vec![]], |done, &size| {
        done.iter().flat_map(|index| (0..size).map(move |i| [&index[..], &[i]].concat())).collect()
    })
}

pub(crate) fn offset(operand: &ConvOperand, first: usize, second: usize, spatial: &[usize]) -> usize {
    let spatial: usize = spatial.iter().zip(&operand.spatial).map(|(i, stride)| i * stride).sum();
    first * operand.batch_or_in + second * operand.feature_or_out + spatial
}

/// The input index that a window element sees, unless it is padding: the definition, dimension by dimension.
pub(crate) fn seen(dim: &SpatialDim, output: usize, tap: usize) -> Option<usize> {
    let tap = if dim.reversed { dim.kernel - 1 - tap } else { tap };
    let dilated = (output * dim.stride + tap * dim.rhs_dilation) as isize - dim.pad_low;
    let input = dilated / dim.lhs_dilation as isize;
    (dilated >= 0 && dilated % dim.lhs_dilation as isize == 0 && (input as usize) < dim.input).then_some(input as usize)
}

/// Runs `spec` on every instruction set and compares with the definition. Returns the algorithms that ran.
pub(crate) fn check(
    random: &mut Random,
    spec: &ConvSpec,
    spans: [usize; 3],
    write: WriteMode,
) -> BTreeSet<&'static str> {
    let lhs = random_bytes(random, spec.lhs.element, spans[0]);
    let rhs = random_bytes(random, spec.rhs.element, spans[1]);
    let before = random_bytes(random, spec.out.element, spans[2]);
    let groups = spec.feature_groups * spec.batch_groups;
    let (out_batch, channels) = (spec.batch / spec.batch_groups, spec.in_features / spec.feature_groups);
    let outputs = indices(&spec.spatial.iter().map(|dim| dim.output).collect::<Vec<_>>());
    let taps = indices(&spec.spatial.iter().map(|dim| dim.kernel).collect::<Vec<_>>());
    let mut expected = Vec::new();
    for position in &outputs {
        for (batch, feature) in (0..out_batch).flat_map(|b| (0..spec.out_features).map(move |f| (b, f))) {
            let group = feature / (spec.out_features / groups);
            let mut sum = Reference::default();
            for tap in &taps {
                let input: Option<Vec<usize>> =
                    spec.spatial.iter().zip(position.iter().zip(tap)).map(|(dim, (&o, &t))| seen(dim, o, t)).collect();
                let Some(input) = input else { continue };
                for channel in 0..channels {
                    let (image, plane) = if spec.batch_groups > 1 {
                        (group * out_batch + batch, channel)
                    } else {
                        (batch, group * channels + channel)
                    };
                    sum.add(
                        operand(&lhs, spec.lhs.element, offset(&spec.lhs, image, plane, &input), spec.math_mode),
                        operand(&rhs, spec.rhs.element, offset(&spec.rhs, channel, feature, tap), spec.math_mode),
                    );
                }
            }
            expected.push((offset(&spec.out, batch, feature, position), sum));
        }
    }
    let mut methods = BTreeSet::new();
    let plans = Isa::available().flat_map(|isa| {
        let plan = ConvPlan::new(spec, isa).unwrap();
        [Some((isa, plan)), ConvPlan::with_packed_filters(spec, isa).unwrap().map(|plan| (isa, plan))]
    });
    for (isa, plan) in plans.flatten() {
        let rhs = if plan.takes_prepacked() { packed(&plan, &rhs) } else { rhs.clone() };
        methods.insert(plan.method_name());
        let mut out = before.clone();
        // The content of scratch memory must not matter, even if it is NaN.
        let mut scratch = vec![0xff; plan.scratch_bytes()];
        plan.run(&lhs, &rhs, &mut out, &mut scratch, write).unwrap();
        let mut untouched = before.clone();
        let held = |place| if write == WriteMode::Accumulate { get(&before, spec.out.element, place) } else { 0.0 };
        let tolerance = |&(place, sum): &(usize, Reference)| sum.tolerance(spec.out.element, held(place));
        // Results of one Winograd tile share their rounding errors, so that only the largest result bounds
        // them (Higham, "Accuracy and Stability of Numerical Algorithms", 2002, chapter 23).
        let shared = plan.method_name().contains("Winograd");
        let largest = expected.iter().map(tolerance).fold(0.0, f64::max);
        for element @ &(place, sum) in &expected {
            let tolerance = if shared { largest } else { tolerance(element) };
            let held = held(place);
            let (got, expected) = (get(&out, spec.out.element, place), held + sum.value);
            assert!(
                (got - expected).abs() <= tolerance,
                "{isa}, {}: element {place} is {got}, expected {expected}: {spec:?}",
                plan.method_name()
            );
            let bytes = spec.out.element.bytes();
            let range = place * bytes..(place + 1) * bytes;
            untouched[range.clone()].copy_from_slice(&out[range]);
        }
        assert!(untouched == out, "{isa}: wrote between the result's elements: {spec:?}");
    }
    methods
}

/// The filters as a plan with packed filters takes them.
fn packed(plan: &ConvPlan, rhs: &[u8]) -> Vec<u8> {
    let (count, bytes) = plan.packed_panels();
    // Padding that is not written must not matter.
    let mut packed = vec![0xff; count * bytes];
    // Two panels at a time; the last of an odd number is packed by itself.
    for (i, panels) in packed.chunks_mut(2 * bytes.max(1)).enumerate() {
        plan.pack(rhs, 2 * i, panels).unwrap();
    }
    packed
}

fn random_dim(random: &mut Random) -> SpatialDim {
    let dim = SpatialDim {
        input: random.range(1, 9),
        kernel: random.range(1, 4),
        output: 0,
        stride: random.pick(&[1, 1, 1, 2, 3]),
        pad_low: random.pick(&[0, 0, 1, 1, 2, -1]),
        lhs_dilation: random.pick(&[1, 1, 1, 2, 3]),
        rhs_dilation: random.pick(&[1, 1, 1, 2]),
        reversed: random.below(3) == 0,
    };
    let pad_high = random.pick(&[0isize, 0, 1, 2, -1]);
    let dilated = ((dim.input - 1) * dim.lhs_dilation + 1) as isize + dim.pad_low + pad_high;
    let window = ((dim.kernel - 1) * dim.rhs_dilation + 1) as isize;
    let output = if dilated < window { 0 } else { (dilated - window) as usize / dim.stride + 1 };
    SpatialDim { output, ..dim }
}

/// The groups that a convolution is divided into, and the sizes of a group.
#[derive(Clone, Copy)]
struct Groups {
    feature_groups: usize,
    batch_groups: usize,
    channels: usize,
    features: usize,
    out_batch: usize,
}

fn random_spec(random: &mut Random, spatial: Vec<SpatialDim>, elements: [Element; 3]) -> (ConvSpec, [usize; 3]) {
    let (feature_groups, batch_groups) = random.pick(&[(1, 1), (1, 1), (1, 1), (3, 1), (1, 2)]);
    let channels = random.pick(&[1, 2, 3, 4, 5, 6, 8, 16]);
    let features = random.pick(&[1, 2, 5, 8, 16, 17, 33, 40]);
    let out_batch = random.range(1, 5);
    random_grouped_spec(
        random,
        spatial,
        elements,
        Groups { feature_groups, batch_groups, channels, features, out_batch },
    )
}

fn random_grouped_spec(
    random: &mut Random,
    spatial: Vec<SpatialDim>,
    elements: [Element; 3],
    groups: Groups,
) -> (ConvSpec, [usize; 3]) {
    let Groups { feature_groups, batch_groups, channels, features, out_batch } = groups;
    let out_features = feature_groups * batch_groups * features;
    let mut operand = |element, first: usize, second: usize, sizes: Vec<usize>| {
        let (strides, span) = random_strides(random, &[&[first, second], &sizes[..]].concat());
        let dimensions: Vec<usize> = (2..strides.len()).collect();
        (ConvOperand::new(element, &strides, 0, 1, &dimensions), span)
    };
    let sizes = |size: fn(&SpatialDim) -> usize| spatial.iter().map(size).collect::<Vec<_>>();
    let (batch, in_features) = (out_batch * batch_groups, channels * feature_groups);
    let (lhs, lhs_span) = operand(elements[0], batch, in_features, sizes(|dim| dim.input));
    let (rhs, rhs_span) = operand(elements[1], channels, out_features, sizes(|dim| dim.kernel));
    let (out, out_span) = operand(elements[2], out_batch, out_features, sizes(|dim| dim.output));
    let math_mode = random.pick(&[MathMode::F32, MathMode::Bf16]);
    let spec = ConvSpec {
        batch,
        in_features,
        out_features,
        feature_groups,
        batch_groups,
        spatial,
        lhs,
        rhs,
        out,
        math_mode,
        allow_reassociation: random.below(2) == 0,
    };
    (spec, [lhs_span, rhs_span, out_span])
}

#[test]
fn random_convolutions_of_any_rank() {
    let mut random = Random::new(11);
    let mut methods = BTreeSet::new();
    for round in 0..300 {
        let rank = random.pick(&[0, 1, 1, 2, 2, 2, 3]);
        let spatial = (0..rank).map(|_| random_dim(&mut random)).collect();
        let elements = [(); 3].map(|()| random.pick(&[Element::F32, Element::Bf16]));
        let (spec, spans) = random_spec(&mut random, spatial, elements);
        methods.extend(check(
            &mut random,
            &spec,
            spans,
            if round % 3 == 0 { WriteMode::Accumulate } else { WriteMode::Overwrite },
        ));
    }
    assert!(methods.len() >= 5, "most of the fast algorithms ran: {methods:?}");
}

#[test]
fn random_depthwise_convolutions() {
    let mut random = Random::new(14);
    let mut methods = BTreeSet::new();
    for round in 0..150 {
        let rank = random.pick(&[0, 1, 2, 2, 3]);
        let spatial = (0..rank).map(|_| random_dim(&mut random)).collect();
        let elements = [(); 3].map(|()| random.pick(&[Element::F32, Element::Bf16]));
        let count = random.pick(&[2, 5, 8, 15, 16, 17, 40]);
        let of_batch = random.below(2) == 0;
        // Forward: one channel a group; the filters' gradient: groups of the batch, and a sum over images.
        let groups = Groups {
            feature_groups: if of_batch { 1 } else { count },
            batch_groups: if of_batch { count } else { 1 },
            channels: if of_batch { random.range(1, 4) } else { 1 },
            features: random.pick(&[1, 1, 2, 3]),
            out_batch: if of_batch { 1 } else { random.range(1, 3) },
        };
        let (spec, spans) = random_grouped_spec(&mut random, spatial, elements, groups);
        methods.extend(check(
            &mut random,
            &spec,
            spans,
            if round % 3 == 0 { WriteMode::Accumulate } else { WriteMode::Overwrite },
        ));
    }
    assert!(methods.contains("depthwise") && methods.contains("depthwise, accumulated"), "{methods:?}");
}

#[test]
fn a_depthwise_image_larger_than_a_block() {
    let mut random = Random::new(15);
    // Channels last, with more channels than a block has for so many positions.
    let (height, width, channels) = (20, 230, 37);
    let dim = |input, kernel, output| SpatialDim {
        input,
        kernel,
        output,
        stride: 1,
        pad_low: 1,
        lhs_dilation: 1,
        rhs_dilation: 1,
        reversed: false,
    };
    let operand = |first, height: usize, width: usize, [f, s]: [usize; 2]| {
        let strides = [height * width * channels, width * channels, channels, 1];
        (ConvOperand::new(Element::F32, &strides, f, s, &[1, 2]), first * strides[0])
    };
    let image = operand(2, height, width, [0, 3]);
    let filters = (ConvOperand::new(Element::F32, &[3 * channels, channels, 0, 1], 2, 3, &[0, 1]), 9 * channels);
    let forward = ConvSpec {
        batch: 2,
        in_features: channels,
        out_features: channels,
        feature_groups: channels,
        batch_groups: 1,
        spatial: vec![dim(height, 3, height), dim(width, 3, width)],
        lhs: image.0.clone(),
        rhs: filters.0.clone(),
        out: image.0.clone(),
        math_mode: MathMode::F32,
        allow_reassociation: false,
    };
    let gradient = ConvSpec {
        batch: channels,
        in_features: 2,
        feature_groups: 1,
        batch_groups: channels,
        spatial: vec![dim(height, height, 3), dim(width, width, 3)],
        lhs: operand(2, height, width, [3, 0]).0,
        rhs: image.0,
        out: filters.0,
        ..forward.clone()
    };
    check(&mut random, &forward, [image.1, filters.1, image.1], WriteMode::Overwrite);
    check(&mut random, &gradient, [image.1, image.1, filters.1], WriteMode::Overwrite);
}

#[test]
fn other_types_convolve() {
    let mut random = Random::new(13);
    for element in [Element::I32, Element::I64, Element::F64, Element::F16] {
        for _ in 0..6 {
            let spatial = (0..2).map(|_| random_dim(&mut random)).collect();
            let (spec, spans) = random_spec(&mut random, spatial, [element; 3]);
            check(&mut random, &spec, spans, WriteMode::Accumulate);
        }
    }
}

#[test]
fn contradictory_specifications_are_refused_with_their_numbers() {
    let [spec, ..] = layer(2, 8, 4, 6, 1, true);
    let message = |spec: ConvSpec| ConvPlan::new(&spec, Isa::best()).unwrap_err().to_string();
    assert!(message(ConvSpec { feature_groups: 3, ..spec.clone() }).contains("3 groups"));
    assert!(message(ConvSpec { batch_groups: 4, ..spec.clone() }).contains("4 groups"));
    assert!(message(ConvSpec { batch_groups: 2, feature_groups: 2, ..spec.clone() }).contains("one of them 1"));
    let mut dilated = spec.clone();
    dilated.spatial[1].rhs_dilation = 0;
    assert!(message(dilated).contains("dimension 1"));
    let mut mixed = spec.clone();
    mixed.rhs.element = Element::I8;
    assert!(message(mixed).contains("i8"));
    let mut vast = spec.clone();
    vast.spatial[0].stride = usize::MAX / 4;
    assert!(message(vast).contains("address space"));
    let plan = ConvPlan::new(&spec, Isa::best()).unwrap();
    assert!(matches!(
        plan.run(&[], &[], &mut [], &mut [], WriteMode::Overwrite),
        Err(KernelError::ShortSlice { operand: "lhs", .. })
    ));
}
