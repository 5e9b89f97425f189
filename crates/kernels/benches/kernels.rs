//! The kernels on layers of a small convolutional network, of a residual one and of a separable one, on one
//! thread.
//!
//! `cargo bench -p labora-kernels --bench kernels -- conv2` runs the cases with "conv2" in their names.
//! `LABORA_ISA` selects the instruction set, `LABORA_BENCH_BATCH` the batch (128; with a few images, operands
//! stay in the cache). "Gelem/s" are GFLOP/s: two operations for each multiplication.

use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use kernels::{
    ConvOperand, ConvPlan, ConvSpec, Element, GemmOperand, GemmPlan, GemmSpec, Isa, KernelError, MathMode, SpatialDim,
    WriteMode,
};

criterion_main!(kernels);
criterion_group! {
    name = kernels;
    config = Criterion::default().sample_size(10).warm_up_time(Duration::from_millis(200)).measurement_time(Duration::from_secs(1));
    targets = all
}

/// A case to time: its name, its algorithm, its operations, and the run.
struct Case<'a> {
    name: String,
    method: &'static str,
    flops: u64,
    run: Box<dyn FnMut() -> Result<(), KernelError> + 'a>,
}

fn all(criterion: &mut Criterion) {
    let isa = Isa::from_env().expect("an instruction set of this machine");
    let batch = std::env::var("LABORA_BENCH_BATCH").ok().and_then(|batch| batch.parse().ok()).unwrap_or(128);
    for (math_mode, element, allow_reassociation) in [
        (MathMode::F32, Element::F32, false),
        (MathMode::F32, Element::F32, true),
        (MathMode::Bf16, Element::Bf16, false),
        (MathMode::Bf16, Element::Bf16, true),
        (MathMode::Bf16, Element::F32, false),
    ] {
        let reassociated = if allow_reassociation { ", reassociated" } else { "" };
        let mut group =
            criterion.benchmark_group(format!("{isa}, {math_mode:?} products of stored {element}{reassociated}"));
        for mut case in
            cases(isa, (math_mode, allow_reassociation), element, batch).expect("specifications that kernels take")
        {
            group.throughput(Throughput::Elements(case.flops));
            group.bench_function(format!("{} ({})", case.name, case.method), |bencher| {
                bencher.iter(|| (case.run)().expect("operands as long as planned"));
            });
        }
    }
}

fn cases(
    isa: Isa,
    (math_mode, allow_reassociation): (MathMode, bool),
    element: Element,
    batch: usize,
) -> Result<Vec<Case<'static>>, KernelError> {
    let mut cases = Vec::new();
    for layer in LAYERS {
        for (kind, mut spec) in ["forward", "input", "filter"].into_iter().zip(layer.convolutions(batch)) {
            spec.math_mode = math_mode;
            spec.allow_reassociation = allow_reassociation;
            spec.lhs.element = element;
            spec.rhs.element = element;
            spec.out.element = element;
            let plan = ConvPlan::new(&spec, isa)?;
            let bytes = |sizes: [usize; 2], spatial: fn(&SpatialDim) -> usize| {
                let spatial: usize = spec.spatial.iter().map(spatial).product();
                sizes[0] * sizes[1] * spatial * element.bytes()
            };
            let lhs = ones(bytes([spec.batch, spec.in_features], |dim| dim.input), element);
            let in_features = spec.in_features / spec.feature_groups;
            let rhs = ones(bytes([in_features, spec.out_features], |dim| dim.kernel), element);
            let mut out = vec![0; bytes([spec.batch / spec.batch_groups, spec.out_features], |dim| dim.output)];
            let mut scratch = vec![0; plan.scratch_bytes()];
            cases.push(Case {
                name: format!("{} {kind}", layer.name),
                method: plan.method_name(),
                flops: plan.flops(),
                run: Box::new(move || plan.run(&lhs, &rhs, &mut out, &mut scratch, WriteMode::Overwrite)),
            });
        }
    }
    for (name, inputs, outputs) in [("dense 3136x512", 3136, 512), ("dense 512x10", 512, 10)] {
        // Row-major x [batch, inputs], w [inputs, outputs], y [batch, outputs], and their transposes.
        let by_rows = |columns| GemmOperand { element, strides: [0, columns, 1] };
        let by_columns = |rows| GemmOperand { element, strides: [0, 1, rows] };
        let products = [
            ("forward", [batch, outputs, inputs], by_rows(inputs), by_rows(outputs), by_rows(outputs)),
            ("input", [batch, inputs, outputs], by_rows(outputs), by_columns(outputs), by_rows(inputs)),
            ("filter", [inputs, outputs, batch], by_columns(inputs), by_rows(outputs), by_rows(outputs)),
        ];
        for (kind, [m, n, k], lhs, rhs, out) in products {
            let plan =
                GemmPlan::new(&GemmSpec { batch: 1, m, n, k, lhs, rhs, out, math_mode, allow_reassociation }, isa)?;
            let (lhs, rhs) = (ones(m * k * element.bytes(), element), ones(k * n * element.bytes(), element));
            let mut out = vec![0; m * n * element.bytes()];
            let mut scratch = vec![0; plan.scratch_bytes()];
            cases.push(Case {
                name: format!("{name} {kind}"),
                method: plan.method_name(),
                flops: plan.flops(),
                run: Box::new(move || plan.run(&lhs, &rhs, &mut out, &mut scratch, WriteMode::Overwrite)),
            });
        }
    }
    Ok(cases)
}

/// A convolution layer of a channels-last network; square images and windows.
struct Layer {
    name: &'static str,
    size: usize,
    channels: usize,
    features: usize,
    kernel: usize,
    stride: usize,
    /// True for "same" padding, false for "valid" (windows stay inside the image).
    same: bool,
    /// True if each channel has filters of its own.
    depthwise: bool,
}

const CONV: Layer =
    Layer { name: "", size: 0, channels: 0, features: 0, kernel: 3, stride: 1, same: true, depthwise: false };

/// Layers of a small network, then of a residual one, then of a separable one.
const LAYERS: [Layer; 11] = [
    Layer { name: "conv1", size: 32, channels: 3, features: 32, ..CONV },
    Layer { name: "conv2", size: 32, channels: 32, features: 32, ..CONV },
    Layer { name: "conv3", size: 16, channels: 32, features: 64, ..CONV },
    Layer { name: "conv4", size: 16, channels: 64, features: 64, same: false, ..CONV },
    Layer { name: "stem 7x7/2", size: 56, channels: 3, features: 64, kernel: 7, stride: 2, ..CONV },
    Layer { name: "point 64x256", size: 28, channels: 64, features: 256, kernel: 1, ..CONV },
    Layer { name: "point 256x64", size: 28, channels: 256, features: 64, kernel: 1, ..CONV },
    Layer { name: "deep 256", size: 7, channels: 256, features: 256, ..CONV },
    Layer { name: "strided 128", size: 28, channels: 128, features: 128, stride: 2, ..CONV },
    Layer { name: "depthwise 64", size: 28, channels: 64, features: 64, depthwise: true, ..CONV },
    Layer { name: "depthwise 256", size: 14, channels: 256, features: 256, stride: 2, depthwise: true, ..CONV },
];

impl Layer {
    /// The layer, and the gradients of its input and of its filters.
    fn convolutions(&self, batch: usize) -> [ConvSpec; 3] {
        let &Layer { size, channels, features, kernel, stride, same, depthwise, .. } = self;
        let output = if same { size.div_ceil(stride) } else { (size - kernel) / stride + 1 };
        let pad = ((output - 1) * stride + kernel).saturating_sub(size) as isize / 2;
        let groups = if depthwise { channels } else { 1 };
        let image = |edge: usize, depth: usize, first, second| {
            ConvOperand::new(Element::F32, &[edge * edge * depth, edge * depth, depth, 1], first, second, &[1, 2])
        };
        let filters = |first, second| {
            let row = channels / groups * features;
            ConvOperand::new(Element::F32, &[kernel * row, row, features, 1], first, second, &[0, 1])
        };
        let dim = SpatialDim {
            input: size,
            kernel,
            output,
            stride: 1,
            pad_low: pad,
            lhs_dilation: 1,
            rhs_dilation: 1,
            reversed: false,
        };
        let spec = |[batch, in_features, out_features]: [usize; 3], dim: SpatialDim, lhs, rhs, out| ConvSpec {
            batch,
            in_features,
            out_features,
            feature_groups: groups,
            batch_groups: 1,
            spatial: vec![dim; 2],
            lhs,
            rhs,
            out,
            math_mode: MathMode::F32,
            allow_reassociation: false,
        };
        let forward = spec(
            [batch, channels, features],
            SpatialDim { stride, ..dim },
            image(size, channels, 0, 3),
            filters(2, 3),
            image(output, features, 0, 3),
        );
        let input = spec(
            [batch, features, channels],
            SpatialDim {
                input: output,
                output: size,
                pad_low: kernel as isize - 1 - pad,
                lhs_dilation: stride,
                reversed: true,
                ..dim
            },
            image(output, features, 0, 3),
            if depthwise { filters(2, 3) } else { filters(3, 2) },
            image(size, channels, 0, 3),
        );
        let filter = spec(
            [channels, batch, features],
            SpatialDim { kernel: output, output: kernel, rhs_dilation: stride, ..dim },
            image(size, channels, 3, 0),
            image(output, features, 0, 3),
            filters(2, 3),
        );
        [forward, input, ConvSpec { feature_groups: 1, batch_groups: groups, ..filter }]
    }
}

/// Memory full of ones, so that no product is subnormal.
fn ones(bytes: usize, element: Element) -> Vec<u8> {
    let one: &[u8] = if element == Element::F32 { &1f32.to_ne_bytes() } else { &0x3f80_u16.to_ne_bytes() };
    one.iter().copied().cycle().take(bytes).collect()
}
