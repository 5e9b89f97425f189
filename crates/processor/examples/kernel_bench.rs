//! Measures the kernels on the layers of a small convolutional network, one thread, as a share of the machine's peak.
//!
//! `cargo run --release -p processor --example kernel_bench [part of a name] [batch]`; `LABORA_ISA` picks the instruction
//! set. The batch is 128 unless told; with a few images, operands stay in the cache.

use processor::kernels::{
    ConvOperand, ConvPlan, ConvSpec, Element, GemmOperand, GemmPlan, GemmSpec, Isa, KernelError, Multiply, SpatialDim,
    Write, peak,
};
use std::time::{Duration, Instant};

/// The best sample counts, as other work may disturb some.
const SAMPLES: usize = 4;
const SAMPLE: Duration = Duration::from_millis(80);

/// Something to time: a name, its operations, and the run.
struct Case<'a> {
    name: String,
    method: &'static str,
    flops: u64,
    run: Box<dyn FnMut() -> Result<(), KernelError> + 'a>,
}

fn main() -> Result<(), KernelError> {
    let isa = Isa::from_env()?;
    let filter = std::env::args().nth(1).unwrap_or_default();
    let batch = std::env::args().nth(2).and_then(|batch| batch.parse().ok()).unwrap_or(128);
    for (multiply, element) in
        [(Multiply::F32, Element::F32), (Multiply::Bf16, Element::Bf16), (Multiply::Bf16, Element::F32)]
    {
        let peak = peak::measure(isa, multiply, 1, Duration::from_millis(300)).gflops;
        println!("\n{isa}: {multiply:?} products of stored {element}, peak {peak:.0} GFLOP/s a thread");
        for mut case in cases(isa, multiply, element, batch)? {
            if !case.name.contains(&filter) {
                continue;
            }
            let begin = Instant::now();
            (case.run)()?;
            // The clock of a thread's own time is coarse: a sample is many runs.
            let repeat = (SAMPLE.as_nanos() / begin.elapsed().as_nanos().max(1) + 1) as u32;
            let mut best = Duration::MAX;
            for _ in 0..SAMPLES {
                let start = cpu_time();
                for _ in 0..repeat {
                    (case.run)()?;
                }
                best = best.min((cpu_time() - start) / repeat);
            }
            let gflops = case.flops as f64 / best.as_nanos() as f64;
            let share = 100.0 * gflops / peak;
            println!("{:<22} {gflops:7.1} GFLOP/s {share:5.1}%  {best:>9.2?}  {}", case.name, case.method);
        }
    }
    Ok(())
}

fn cases(isa: Isa, multiply: Multiply, element: Element, batch: usize) -> Result<Vec<Case<'static>>, KernelError> {
    let mut cases = Vec::new();
    let layers = [
        ("conv1", 32, 3, 32, true),
        ("conv2", 32, 32, 32, true),
        ("conv3", 16, 32, 64, true),
        ("conv4", 16, 64, 64, false),
    ];
    for (name, size, channels, features, same) in layers {
        for (kind, mut spec) in
            ["forward", "input", "filter"].into_iter().zip(layer(batch, size, channels, features, same))
        {
            spec.multiply = multiply;
            spec.lhs.element = element;
            spec.rhs.element = element;
            spec.out.element = element;
            let plan = ConvPlan::new(&spec, isa)?;
            let bytes = |sizes: [usize; 2], spatial: fn(&SpatialDim) -> usize| {
                let spatial: usize = spec.spatial.iter().map(spatial).product();
                sizes[0] * sizes[1] * spatial * element.bytes()
            };
            let lhs = ones(bytes([spec.batch, spec.in_features], |dim| dim.input), element);
            let rhs = ones(bytes([spec.in_features, spec.out_features], |dim| dim.kernel), element);
            let mut out = vec![0; bytes([spec.batch, spec.out_features], |dim| dim.output)];
            let mut scratch = vec![0; plan.scratch_bytes()];
            cases.push(Case {
                name: format!("{name} {kind}"),
                method: plan.method_name(),
                flops: plan.flops(),
                run: Box::new(move || plan.run(&lhs, &rhs, &mut out, &mut scratch, Write::Replace)),
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
            let plan = GemmPlan::new(&GemmSpec { batch: 1, m, n, k, lhs, rhs, out, multiply }, isa)?;
            let (lhs, rhs) = (ones(m * k * element.bytes(), element), ones(k * n * element.bytes(), element));
            let mut out = vec![0; m * n * element.bytes()];
            let mut scratch = vec![0; plan.scratch_bytes()];
            cases.push(Case {
                name: format!("{name} {kind}"),
                method: plan.method_name(),
                flops: plan.flops(),
                run: Box::new(move || plan.run(&lhs, &rhs, &mut out, &mut scratch, Write::Replace)),
            });
        }
    }
    Ok(cases)
}

/// A 3x3 layer of a channels-last network, and the gradients of its input and of its filters.
fn layer(batch: usize, size: usize, channels: usize, features: usize, same: bool) -> [ConvSpec; 3] {
    let (output, pad) = if same { (size, 1) } else { (size - 2, 0) };
    let image = |edge: usize, depth: usize, first, second| {
        ConvOperand::new(Element::F32, &[edge * edge * depth, edge * depth, depth, 1], first, second, &[1, 2])
    };
    let filters = |first, second| {
        let row = channels * features;
        ConvOperand::new(Element::F32, &[3 * row, row, features, 1], first, second, &[0, 1])
    };
    let dims = |input, kernel, output, pad_low, reversed| {
        let dim = SpatialDim { input, kernel, output, stride: 1, pad_low, lhs_dilation: 1, rhs_dilation: 1, reversed };
        vec![dim; 2]
    };
    let spec = |sizes: [usize; 3], spatial, lhs, rhs, out| ConvSpec {
        batch: sizes[0],
        in_features: sizes[1],
        out_features: sizes[2],
        feature_groups: 1,
        batch_groups: 1,
        spatial,
        lhs,
        rhs,
        out,
        multiply: Multiply::F32,
    };
    [
        spec(
            [batch, channels, features],
            dims(size, 3, output, pad, false),
            image(size, channels, 0, 3),
            filters(2, 3),
            image(output, features, 0, 3),
        ),
        spec(
            [batch, features, channels],
            dims(output, 3, size, 2 - pad, true),
            image(output, features, 0, 3),
            filters(3, 2),
            image(size, channels, 0, 3),
        ),
        spec(
            [channels, batch, features],
            dims(size, output, 3, pad, false),
            image(size, channels, 3, 0),
            image(output, features, 0, 3),
            filters(2, 3),
        ),
    ]
}

/// Time this thread has run, where the system says it (Linux), or else time that has passed.
fn cpu_time() -> Duration {
    use std::sync::LazyLock;
    static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);
    let on_cpu = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = on_cpu.and_then(|times| times.split(' ').next()?.parse().ok());
    nanoseconds.map(Duration::from_nanos).unwrap_or_else(|| BEGIN.elapsed())
}

/// Memory full of ones, so that no product is subnormal.
fn ones(bytes: usize, element: Element) -> Vec<u8> {
    let one: &[u8] = if element == Element::F32 { &1f32.to_ne_bytes() } else { &0x3f80_u16.to_ne_bytes() };
    one.iter().copied().cycle().take(bytes).collect()
}
