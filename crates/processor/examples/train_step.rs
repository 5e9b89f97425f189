//! Times one training step of a small convolutional network on eight replicas, and shows where the time goes.
//!
//! The network: normalise, two 3x3 convolutions of 32, pool, drop; normalise, two of 64, pool, drop; dense 512, drop,
//! dense 10; cross-entropy; Adam. Gradients are averaged over the replicas.
//!
//!     cargo run --release -p processor --example train_step -- [--dtype float32|mixed_bfloat16]
//!         [--numerics tpu|float32|highest] [--replicas 8] [--rows 128] [--threads N] [--steps 3] [--profile]

use std::time::Instant;

use processor::{Argument, Buffer, CompileOptions, Cores, Numerics, Profile, compile};
use stablehlo::ElementType::{self, Bf16, F32, I1, I32, Ui8, Ui32, Ui64};
use stablehlo::ops::{Binary, Direction, RngAlgorithm, WindowDim};
use stablehlo::{FuncBuilder, Literal, Module, Result, TensorType, Value};

struct Net<'b> {
    b: &'b mut FuncBuilder,
    /// The precision of activations and products.
    compute: ElementType,
    variables: Vec<Value>,
    next: usize,
    rng: Value,
    rows: usize,
}

/// Shapes of the trained variables, in order.
fn shapes() -> Vec<Vec<usize>> {
    vec![
        vec![3],
        vec![3],
        vec![3, 3, 3, 32],
        vec![32],
        vec![3, 3, 32, 32],
        vec![32],
        vec![32],
        vec![32],
        vec![3, 3, 32, 64],
        vec![64],
        vec![3, 3, 64, 64],
        vec![64],
        vec![3136, 512],
        vec![512],
        vec![512, 10],
        vec![10],
    ]
}

impl Net<'_> {
    fn variable(&mut self) -> Value {
        self.next += 1;
        self.variables[self.next - 1]
    }

    fn normalise(&mut self, x: Value) -> Result<Value> {
        let b = &mut *self.b;
        let x = b.convert(x, F32)?;
        let dims = b.dims(x).to_vec();
        let n = (dims[0] * dims[1] * dims[2]) as f64;
        let channel = |b: &mut FuncBuilder, v: Value| b.broadcast_last(v, &dims);
        let mean = b.sum(x, &[0, 1, 2])?;
        let by = b.full_like(mean, 1.0 / n)?;
        let mean = b.multiply(mean, by)?;
        let wide = channel(b, mean)?;
        let centred = b.subtract(x, wide)?;
        let square = b.multiply(centred, centred)?;
        let variance = b.sum(square, &[0, 1, 2])?;
        let variance = b.multiply(variance, by)?;
        let epsilon = b.full_like(variance, 1e-3)?;
        let variance = b.add(variance, epsilon)?;
        let inverse = b.rsqrt(variance)?;
        let (gamma, beta) = (self.variable(), self.variable());
        let b = &mut *self.b;
        let scale = b.multiply(inverse, gamma)?;
        let shift = b.multiply(mean, scale)?;
        let shift = b.subtract(beta, shift)?;
        let (scale, shift) = (channel(b, scale)?, channel(b, shift)?);
        let y = b.multiply(x, scale)?;
        let y = b.add(y, shift)?;
        b.convert(y, self.compute)
    }

    fn relu_bias(&mut self, y: Value) -> Result<Value> {
        let bias = self.variable();
        let b = &mut *self.b;
        let bias = b.convert(bias, self.compute)?;
        let dims = b.dims(y).to_vec();
        let bias = b.broadcast_last(bias, &dims)?;
        let y = b.add(y, bias)?;
        let zero = b.full_like(y, 0.0)?;
        let positive = b.compare(Direction::Gt, y, zero)?;
        b.select(positive, y, zero)
    }

    fn conv(&mut self, x: Value, pad: i64) -> Result<Value> {
        let w = self.variable();
        let w = self.b.convert(w, self.compute)?;
        let mut window = WindowDim::new(3);
        (window.pad_low, window.pad_high) = (pad, pad);
        let y = self.b.conv2d_nhwc(x, w, [window, window])?;
        self.relu_bias(y)
    }

    fn pool(&mut self, x: Value) -> Result<Value> {
        let mut two = WindowDim::new(2);
        two.stride = 2;
        self.b.reduce_window(Binary::Maximum, x, &[WindowDim::new(1), two, two, WindowDim::new(1)])
    }

    fn drop(&mut self, x: Value, rate: f64) -> Result<Value> {
        let b = &mut *self.b;
        let ty = TensorType::new(Ui32, b.dims(x));
        let (rng, bits) = b.rng_bits(RngAlgorithm::Philox, self.rng, ty)?;
        self.rng = rng;
        let limit = b.full_like(bits, (rate * 4294967296.0).floor())?;
        let keep = b.compare(Direction::Ge, bits, limit)?;
        let factor = b.full_like(x, 1.0 / (1.0 - rate))?;
        let scaled = b.multiply(x, factor)?;
        let zero = b.full_like(x, 0.0)?;
        b.select(keep, scaled, zero)
    }

    fn dense(&mut self, x: Value) -> Result<Value> {
        let w = self.variable();
        let w = self.b.convert(w, self.compute)?;
        self.b.matmul(x, w)
    }

    /// The mean cross-entropy.
    fn loss(&mut self, x: Value, labels: Value) -> Result<Value> {
        let x = self.b.convert(x, F32)?;
        let x = self.normalise(x)?;
        let x = self.conv(x, 1)?;
        let x = self.conv(x, 1)?;
        let x = self.pool(x)?;
        let x = self.drop(x, 0.25)?;
        let x = self.normalise(x)?;
        let x = self.conv(x, 1)?;
        let x = self.conv(x, 0)?;
        let x = self.pool(x)?;
        let x = self.drop(x, 0.25)?;
        let rows = self.rows;
        let x = self.b.reshape(x, &[rows, 3136])?;
        let x = self.dense(x)?;
        let x = self.relu_bias(x)?;
        let x = self.drop(x, 0.5)?;
        let x = self.dense(x)?;
        let bias = self.variable();
        let b = &mut *self.b;
        let x = b.convert(x, F32)?;
        let bias = b.broadcast_last(bias, &[rows, 10])?;
        let logits = b.add(x, bias)?;
        let top = b.reduce(Binary::Maximum, logits, &[1])?;
        let top = b.broadcast_in_dim(top, &[0], &[rows, 10])?;
        let shifted = b.subtract(logits, top)?;
        let e = b.exponential(shifted)?;
        let sum = b.sum(e, &[1])?;
        let log = b.log(sum)?;
        let log = b.broadcast_in_dim(log, &[0], &[rows, 10])?;
        let log_p = b.subtract(shifted, log)?;
        let index = b.iota(TensorType::new(I32, [rows, 10]), 1)?;
        let labels = b.broadcast_in_dim(labels, &[0], &[rows, 10])?;
        let hit = b.compare(Direction::Eq, index, labels)?;
        debug_assert_eq!(b.ty(hit).element, I1);
        let zero = b.full_like(log_p, 0.0)?;
        let chosen = b.select(hit, log_p, zero)?;
        let total = b.sum(chosen, &[0, 1])?;
        let by = b.full_like(total, -1.0 / rows as f64)?;
        b.multiply(total, by)
    }
}

/// The step: variables, their two moments, the step number, random state, pictures and labels in; the first five out
/// again, and the loss.
fn train_step(compute: ElementType, replicas: usize, rows: usize) -> Result<Module> {
    let mut b = FuncBuilder::new("main");
    let shapes = shapes();
    let mut params: Vec<Vec<Value>> = Vec::new();
    for _ in 0..3 {
        params.push(shapes.iter().map(|s| b.param(TensorType::new(F32, s.clone()))).collect());
    }
    let count = b.param(TensorType::scalar(F32));
    let rng = b.param(TensorType::new(Ui64, [2]));
    for i in 0..3 * shapes.len() + 2 {
        b.alias(i, i)?;
    }
    let pictures = b.param(TensorType::new(Ui8, [rows, 32, 32, 3]));
    let labels = b.param(TensorType::new(I32, [rows]));
    let mut net = Net { b: &mut b, compute, variables: params[0].clone(), next: 0, rng, rows };
    let loss = net.loss(pictures, labels)?;
    let rng = net.rng;
    let gradients = b.gradient(loss, &params[0])?;
    let sums = b.all_reduce_sum(&gradients)?;
    let one = b.scalar(1f32)?;
    let count = b.add(count, one)?;
    let (beta1, beta2) = (b.scalar(0.9f32)?, b.scalar(0.999f32)?);
    let (p1, p2) = (b.power(beta1, count)?, b.power(beta2, count)?);
    let (c1, c2) = (b.subtract(one, p1)?, b.subtract(one, p2)?);
    let rate = b.sqrt(c2)?;
    let rate = b.divide(rate, c1)?;
    let step = b.scalar(1e-3f32)?;
    let rate = b.multiply(rate, step)?;
    let mut out: [Vec<Value>; 3] = Default::default();
    for (i, sum) in sums.iter().enumerate() {
        let (w, m, v) = (params[0][i], params[1][i], params[2][i]);
        let mean = b.full_like(*sum, 1.0 / replicas as f64)?;
        let g = b.multiply(*sum, mean)?;
        let (d1, d2) = (b.subtract(g, m)?, b.multiply(g, g)?);
        let d2 = b.subtract(d2, v)?;
        let (f1, f2) = (b.full_like(g, 0.1)?, b.full_like(g, 0.001)?);
        let (d1, d2) = (b.multiply(d1, f1)?, b.multiply(d2, f2)?);
        let (m, v) = (b.add(m, d1)?, b.add(v, d2)?);
        let dims = b.dims(g).to_vec();
        let rate = b.broadcast_in_dim(rate, &[], &dims)?;
        let top = b.multiply(m, rate)?;
        let root = b.sqrt(v)?;
        let epsilon = b.full_like(g, 1e-7)?;
        let root = b.add(root, epsilon)?;
        let change = b.divide(top, root)?;
        out[0].push(b.subtract(w, change)?);
        out[1].push(m);
        out[2].push(v);
    }
    let results = out.into_iter().flatten().chain([count, rng, loss]).collect();
    Ok(Module::new("train_step", b.finish(results)).with_replicas(replicas))
}

fn option(name: &str) -> Option<String> {
    let args: Vec<String> = std::env::args().collect();
    args.iter().position(|a| a == name).and_then(|i| args.get(i + 1).cloned())
}

fn number(name: &str, default: usize) -> usize {
    option(name).and_then(|v| v.parse().ok()).unwrap_or(default)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (replicas, rows, steps) = (number("--replicas", 8), number("--rows", 128), number("--steps", 3));
    let compute = if option("--dtype").as_deref() == Some("mixed_bfloat16") { Bf16 } else { F32 };
    let numerics = match option("--numerics") {
        Some(name) => Numerics::parse(&name).ok_or("there are no numerics of that name")?,
        None => Numerics::default(),
    };
    let cores = option("--threads").and_then(|t| t.parse().ok()).map(Cores::new).unwrap_or_default();
    let start = Instant::now();
    let module = train_step(compute, replicas, rows)?;
    let traced = start.elapsed();
    let executable = compile(&module, &CompileOptions { numerics, ..CompileOptions::default() })?;
    println!("traced in {:.3} s, compiled in {:.3} s", traced.as_secs_f64(), (start.elapsed() - traced).as_secs_f64());
    let memory = executable.memory(cores.threads());
    println!("{memory:?}\npeak {:.1} MiB", memory.peak_bytes as f64 / 1048576.0);
    let mut seed = 1u64;
    let mut random = move || {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 40) as f64 / (1u64 << 24) as f64
    };
    let mut state: Vec<Literal> = Vec::new();
    for (i, shape) in (0..3).flat_map(|_| shapes()).enumerate() {
        let n: usize = shape.iter().product();
        let fan_in: usize = shape[..shape.len() - 1].iter().product();
        let values: Vec<f64> = match (i / shapes().len(), shape.len(), i % shapes().len()) {
            (0, 1, 0 | 6) => vec![1.0; n],
            (0, 2.., _) => (0..n).map(|_| (random() - 0.5) * 2.0 * (3.0 / fan_in as f64).sqrt()).collect(),
            _ => vec![0.0; n],
        };
        state.push(Literal::from_f64(TensorType::new(F32, shape), &values)?);
    }
    state.push(Literal::scalar(0f32));
    let mut batches = Vec::new();
    for _ in 0..replicas {
        let labels: Vec<i32> = (0..rows).map(|_| (random() * 10.0) as i32).collect();
        // Pictures that tell their label, so that the loss falls.
        let pixels: Vec<u8> = labels
            .iter()
            .flat_map(|l| (0..3072).map(move |p| (l * 20 + (p % 7)) as u8))
            .map(|p| p.wrapping_add((random() * 40.0) as u8))
            .collect();
        let pictures = Buffer::from_literal(&Literal::from_vec([rows, 32, 32, 3], pixels)?);
        batches.push((pictures, Buffer::from_literal(&Literal::from_vec([rows], labels)?)));
    }
    let mut carried: Vec<Vec<Buffer>> = (0..replicas as u64)
        .map(|r| {
            let rng = Literal::from_vec([2], [r, 0u64]).map(|l| Buffer::from_literal(&l));
            state.iter().map(Buffer::from_literal).chain(rng).collect()
        })
        .collect();
    let (mut times, mut profile) = (Vec::new(), Profile::default());
    for step in 0..=steps {
        let arguments = carried
            .into_iter()
            .zip(&batches)
            .map(|(own, (pictures, labels))| {
                let data = [pictures, labels].map(|b| Argument::Borrow(b.clone()));
                own.into_iter().map(Argument::Donate).chain(data).collect()
            })
            .collect();
        let start = Instant::now();
        let (mut results, measured) = executable.run_profiled(&cores, arguments)?;
        let took = start.elapsed().as_secs_f64();
        let losses: Vec<f32> = results
            .iter_mut()
            .filter_map(|r| r.pop())
            .map(|l| l.to_literal().to_vec::<f32>().map(|v| v[0]))
            .collect::<Result<_>>()?;
        let loss = losses.iter().sum::<f32>() / replicas as f32;
        let busy = measured.by_step().iter().map(|s| s.cpu.as_secs_f64()).sum::<f64>();
        let images = (replicas * rows) as f64;
        println!("step {step}: {took:.3} s ({busy:.3} s of cores), {:.0} images/s, loss {loss:.4}", images / took);
        if step > 0 {
            times.push(took);
            profile.runs.extend(measured.runs);
        }
        carried = results;
    }
    times.sort_by(f64::total_cmp);
    if let Some(best) = times.first() {
        println!("best of {steps}: {:.0} images/s", (replicas * rows) as f64 / best);
    }
    if std::env::args().any(|a| a == "--profile") {
        println!("{profile}");
    }
    Ok(())
}
