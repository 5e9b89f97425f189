//! Random programs, processor against interpreter, on every instruction set.

#[path = "../common/mod.rs"]
mod common;
mod complex;
mod conditionals;
mod contractions;
mod conversions;
mod indexing;
mod loops;
mod translation_validation;

use common::{Random, Tolerance, check, check_numerics, module};
use processor::Numerics;
use stablehlo::ops::{Binary, DotGeneral, Unary, WindowDim};
use stablehlo::{ElementType, FuncBuilder, Literal, Module, Result, TensorType, Value};

/// Adds random operations over the parameters; every value stays within a few units of zero.
struct Generator<'b> {
    b: &'b mut FuncBuilder,
    random: &'b mut Random,
    pool: Vec<Value>,
}

impl Generator<'_> {
    fn any(&mut self) -> Value {
        // Later values more often: chains grow long.
        let n = self.pool.len();
        self.pool[n - 1 - self.random.below(n).min(self.random.below(n))]
    }

    fn dims(&self, v: Value) -> Vec<usize> {
        self.b.dims(v).to_vec()
    }

    fn scaled(&mut self, v: Value, by: f64) -> Result<Value> {
        let factor = self.b.full_like(v, by)?;
        self.b.multiply(v, factor)
    }

    /// A value of exactly that shape: one of the pool, or one broadcast from a smaller one.
    fn of_shape(&mut self, shape: &[usize]) -> Result<Value> {
        let fits: Vec<Value> = self.pool.iter().copied().filter(|v| self.b.dims(*v) == shape).collect();
        if !fits.is_empty() && self.random.below(4) > 0 {
            return Ok(self.random.choose(&fits));
        }
        let x = self.any();
        let dims = self.dims(x);
        // Keep one dimension that can go somewhere, reduce the others.
        for (i, d) in dims.iter().enumerate() {
            if let Some(to) = shape.iter().position(|s| s == d) {
                let others: Vec<usize> = (0..dims.len()).filter(|j| *j != i).collect();
                let mut v = self.b.reduce(Binary::Maximum, x, &others)?;
                if self.random.below(2) == 0 {
                    v = self.b.tanh(v)?;
                }
                return self.b.broadcast_in_dim(v, &[to], shape);
            }
        }
        let all: Vec<usize> = (0..dims.len()).collect();
        let v = self.b.reduce(Binary::Minimum, x, &all)?;
        self.b.broadcast_in_dim(v, &[], shape)
    }

    fn step(&mut self) -> Result<()> {
        let x = self.any();
        let dims = self.dims(x);
        let rank = dims.len();
        let made = match self.random.below(16) {
            0 => {
                let op = self.random.choose(&[Unary::Tanh, Unary::Logistic, Unary::Negate, Unary::Abs, Unary::Sine]);
                self.b.unary(op, x)?
            }
            1 => {
                let small = self.b.tanh(x)?;
                let op = self.random.choose(&[Unary::Exponential, Unary::ExponentialMinusOne, Unary::Cosine]);
                self.b.unary(op, small)?
            }
            2 | 3 => {
                let y = self.of_shape(&dims)?;
                let op = self.random.choose(&[Binary::Add, Binary::Subtract, Binary::Maximum, Binary::Minimum]);
                let sum = self.b.binary(op, x, y)?;
                self.scaled(sum, 0.5)?
            }
            4 => {
                let y = self.of_shape(&dims)?;
                let y = self.b.tanh(y)?;
                self.b.multiply(x, y)?
            }
            5 => {
                // The choice depends on an exact input only, or rounding could turn it over.
                let p = self.pool[0];
                let zero = self.b.full_like(p, 0.25)?;
                let mask = self.b.compare(stablehlo::ops::Direction::Gt, p, zero)?;
                let shape = self.dims(p);
                let (a, c) = (self.of_shape(&shape)?, self.of_shape(&shape)?);
                self.b.select(mask, a, c)?
            }
            6 => {
                let over: Vec<usize> = (0..rank).filter(|_| self.random.below(2) == 0).collect();
                let n: usize = over.iter().map(|d| dims[*d]).product();
                if self.random.below(2) == 0 {
                    let sum = self.b.sum(x, &over)?;
                    self.scaled(sum, 1.0 / (n as f64).sqrt())?
                } else {
                    self.b.reduce(Binary::Maximum, x, &over)?
                }
            }
            7 => {
                let mut permutation: Vec<usize> = (0..rank).collect();
                for i in (1..rank).rev() {
                    permutation.swap(i, self.random.below(i + 1));
                }
                self.b.transpose(x, &permutation)?
            }
            8 => {
                let n: usize = dims.iter().product();
                let shape = match self.random.below(3) {
                    0 => vec![n],
                    1 if rank > 1 => vec![dims[0], n / dims[0].max(1)],
                    _ => dims
                        .iter()
                        .copied()
                        .flat_map(|d| if d % 2 == 0 { vec![d / 2, 2] } else { vec![1, d] })
                        .collect(),
                };
                if shape.len() > 6 || n == 0 {
                    return Ok(());
                }
                self.b.reshape(x, &shape)?
            }
            9 if rank > 0 => {
                let start: Vec<usize> = dims.iter().map(|d| self.random.below(d.div_ceil(2).max(1))).collect();
                let stride: Vec<usize> = dims.iter().map(|_| 1 + self.random.below(2)).collect();
                self.b.slice(x, &start, &dims, &stride)?
            }
            10 if rank > 0 => {
                let over: Vec<usize> = (0..rank).filter(|_| self.random.below(2) == 0).collect();
                self.b.reverse(x, &over)?
            }
            11 if rank > 0 && dims.iter().product::<usize>() < 20_000 => {
                let value = self.b.full(TensorType::scalar(self.b.ty(x).element), 0.5)?;
                // Negative padding cuts off an element, which a dimension of zero does not have.
                let low: Vec<i64> = dims.iter().map(|d| (self.random.below(3) as i64 - 1).max(-(*d as i64))).collect();
                let high: Vec<i64> = dims.iter().map(|_| self.random.below(3) as i64).collect();
                let interior: Vec<usize> = dims.iter().map(|_| self.random.below(4) / 3).collect();
                self.b.pad(x, value, &low, &high, &interior)?
            }
            12 if rank > 0 && dims.iter().product::<usize>() < 20_000 => {
                let y = self.of_shape(&dims)?;
                self.b.concatenate(&[x, y, x], self.random.below(rank))?
            }
            13 if rank >= 2 => {
                let k = dims[rank - 1];
                let w = self.of_shape(&[k, 5])?;
                let attrs =
                    DotGeneral { lhs_contracting: vec![rank - 1], rhs_contracting: vec![0], ..DotGeneral::default() };
                let y = self.b.dot_general(x, w, attrs)?;
                self.scaled(y, 1.0 / (k.max(1) as f64).sqrt())?
            }
            14 if rank == 4 => {
                let c = dims[3];
                let w = self.of_shape(&[3, 2, c, 7])?;
                let mut h = WindowDim::new(3);
                (h.pad_low, h.pad_high, h.stride) = (1, 1, 1 + self.random.below(2));
                let y = self.b.conv2d_nhwc(x, w, [h, WindowDim::new(2)])?;
                if self.dims(y).contains(&0) {
                    return Ok(());
                }
                self.scaled(y, 1.0 / (6.0 * c as f64).sqrt())?
            }
            15 if rank >= 1 => {
                let window: Vec<WindowDim> = dims
                    .iter()
                    .map(|d| {
                        let size = (1 + self.random.below(3)).min((*d).max(1));
                        let mut w = WindowDim::new(size);
                        (w.stride, w.pad_low) = (1 + self.random.below(2), self.random.below(size) as i64);
                        w
                    })
                    .collect();
                let op = self.random.choose(&[Binary::Add, Binary::Maximum]);
                let n: usize = window.iter().map(|w| w.size).product();
                let y = self.b.reduce_window(op, x, &window)?;
                if self.dims(y).contains(&0) {
                    return Ok(());
                }
                // A window that lies on padding alone has an infinite maximum.
                let y = if op == Binary::Maximum { self.b.tanh(y)? } else { y };
                self.scaled(y, 1.0 / n as f64)?
            }
            _ => return Ok(()),
        };
        self.pool.push(made);
        Ok(())
    }
}

fn program(random: &mut Random, element: ElementType, steps: usize) -> (Module, Vec<Literal>) {
    let n = random.choose(&[1usize, 2, 3, 8]);
    let (h, w) = (random.choose(&[1usize, 4, 6, 9]), random.choose(&[2usize, 5, 8, 16]));
    let c = random.choose(&[1usize, 3, 5, 16, 33]);
    program_over(random, element, steps, [n, h, w, c])
}

/// A program over images of `[batch, height, width, channels]`.
fn program_over(
    random: &mut Random,
    element: ElementType,
    steps: usize,
    [n, h, w, c]: [usize; 4],
) -> (Module, Vec<Literal>) {
    let shapes = [vec![n, h, w, c], vec![c, 5], vec![c], vec![3, 2, c, 7], vec![n * h * w, c]];
    let types: Vec<TensorType> = shapes.into_iter().map(|s| TensorType::new(element, s)).collect();
    let inputs = types.iter().map(|ty| random.literal(ty)).collect();
    let module = module(&types, |b, params| {
        let mut g = Generator { b, random, pool: params.to_vec() };
        for _ in 0..steps {
            g.step()?;
        }
        let count = 1 + g.random.below(4);
        Ok((0..count).map(|_| g.any()).collect())
    });
    (module.expect("the generator builds well-typed programs"), inputs)
}

#[test]
fn f32_programs() {
    let mut random = Random(1);
    for i in 0..200 {
        let steps = 4 + random.below(24);
        let (module, inputs) = program(&mut random, ElementType::F32, steps);
        check(&module, &inputs, Tolerance { units: 64.0 }, &format!("program {i}\n{module}"));
    }
}

#[test]
fn programs_without_elements() {
    let mut random = Random(6);
    for i in 0..120 {
        let mut sizes = [2usize, 4, 5, 3];
        sizes[random.below(4)] = 0;
        sizes[random.below(4)] *= random.below(2);
        let steps = 4 + random.below(16);
        let (module, inputs) = program_over(&mut random, ElementType::F32, steps, sizes);
        check(&module, &inputs, Tolerance { units: 64.0 }, &format!("program {i}\n{module}"));
    }
}

#[test]
fn f64_programs() {
    let mut random = Random(2);
    for i in 0..60 {
        let steps = 4 + random.below(16);
        let (module, inputs) = program(&mut random, ElementType::F64, steps);
        check(&module, &inputs, Tolerance { units: 256.0 }, &format!("program {i}\n{module}"));
    }
}

#[test]
fn half_precision_programs() {
    let mut random = Random(3);
    for i in 0..80 {
        let element = [ElementType::Bf16, ElementType::F16][i % 2];
        let (module, inputs) = program(&mut random, element, 8);
        check(&module, &inputs, Tolerance { units: 16.0 }, &format!("program {i}\n{module}"));
    }
}

#[test]
fn tensor_processor_numerics() {
    let mut random = Random(4);
    for i in 0..60 {
        let (module, inputs) = program(&mut random, ElementType::F32, 10);
        // One rounding of an operand may fall the other way after a last-place difference before it.
        let tolerance = Tolerance { units: 32768.0 };
        check_numerics(&module, &inputs, tolerance, Numerics::Tpu, &format!("program {i}\n{module}"));
    }
}

#[test]
fn integer_programs() {
    let mut random = Random(5);
    use ElementType::*;
    for i in 0..150 {
        let element = random.choose(&[I8, I16, I32, I64, Ui8, Ui16, Ui32, Ui64]);
        let ty = TensorType::new(element, [3, 7, 37]);
        let types = vec![ty.clone(), ty.clone(), TensorType::new(element, [37])];
        let inputs: Vec<Literal> = types.iter().map(|t| random.literal(t)).collect();
        let module = module(&types, |b, params| {
            let mut pool = params[..2].to_vec();
            pool.push(b.broadcast_last(params[2], &ty.dims)?);
            pool.push(b.iota(ty.clone(), 1)?);
            for _ in 0..10 {
                let (x, y) = (pool[random.below(pool.len())], pool[random.below(pool.len())]);
                let op = random.choose(Binary::ALL);
                pool.push(match random.below(5) {
                    0 => {
                        let p = b.compare(stablehlo::ops::Direction::Lt, x, y)?;
                        b.select(p, y, x)?
                    }
                    1 => {
                        let other = random.choose(&[F32, I32, Ui8, I64, Ui32, I1]);
                        let there = b.convert(x, other)?;
                        b.convert(there, element)?
                    }
                    2 => b.not(x)?,
                    _ if op != Binary::Atan2 => b.binary(op, x, y)?,
                    _ => b.unary(Unary::PopulationCount, x)?,
                });
            }
            let last = pool[pool.len() - 1];
            let sum = b.sum(last, &[1])?;
            let max = b.reduce(Binary::Maximum, last, &[0, 2])?;
            Ok(vec![last, sum, max])
        });
        let module = module.unwrap();
        check(&module, &inputs, Tolerance::default(), &format!("program {i}\n{module}"));
    }
}
