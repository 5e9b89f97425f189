//! Random loops over few elements: register programs give what the steps of a loop give to the bit, and what
//! the interpreter gives.

use processor::{CompileOptions, Numerics, explain};
use stablehlo::ops::{Binary, Direction, Unary};
use stablehlo::{ElementType, FuncBuilder, Literal, Module, Result, TensorType, Value};

use super::common::{Random, Tolerance, check, module, run};

/// Adds random operations of a loop's body.
pub(super) struct Body<'b> {
    pub(super) b: &'b mut FuncBuilder,
    pub(super) random: &'b mut Random,
    /// Values of f32, and counters and other integers.
    pub(super) floats: Vec<Value>,
    pub(super) integers: Vec<Value>,
    /// True if there are products, whose kernels depend on the strides of operands and may round differently.
    pub(super) has_products: bool,
}

impl Body<'_> {
    fn float(&mut self) -> Value {
        self.random.choose(&self.floats)
    }

    /// A value of that shape: one of the pool, or one made of a scalar.
    pub(super) fn of_shape(&mut self, shape: &[usize]) -> Result<Value> {
        let fits: Vec<Value> = self.floats.iter().copied().filter(|v| self.b.dims(*v) == shape).collect();
        if !fits.is_empty() && self.random.below(5) > 0 {
            return Ok(self.random.choose(&fits));
        }
        let x = self.float();
        let all: Vec<usize> = (0..self.b.dims(x).len()).collect();
        let scalar = self.b.reduce(Binary::Maximum, x, &all)?;
        self.b.broadcast_in_dim(scalar, &[], shape)
    }

    fn step(&mut self) -> Result<()> {
        let x = self.float();
        let dims = self.b.dims(x).to_vec();
        let rank = dims.len();
        let made = match self.random.below(20) {
            0 => {
                let op = self.random.choose(&[Unary::Tanh, Unary::Sine, Unary::Negate, Unary::Abs, Unary::Logistic]);
                self.b.unary(op, x)?
            }
            1..=4 => {
                let y = self.of_shape(&dims)?;
                let op = self.random.choose(&[Binary::Add, Binary::Subtract, Binary::Maximum, Binary::Multiply]);
                let (a, b) = if self.random.below(2) == 0 { (x, y) } else { (y, x) };
                let made = self.b.binary(op, a, b)?;
                if self.random.below(3) == 0 { self.b.tanh(made)? } else { made }
            }
            5 => {
                let over: Vec<usize> = (0..rank).filter(|_| self.random.below(2) == 0).collect();
                let op = self.random.choose(&[Binary::Add, Binary::Maximum]);
                self.b.reduce(op, x, &over)?
            }
            6 => {
                let permutation: Vec<usize> = (0..rank).rev().collect();
                self.b.transpose(x, &permutation)?
            }
            7 if rank > 0 => {
                let start: Vec<usize> = dims.iter().map(|d| self.random.below(*d)).collect();
                let stride: Vec<usize> = dims.iter().map(|_| 1 + self.random.below(2)).collect();
                self.b.slice(x, &start, &dims, &stride)?
            }
            8 if rank > 0 && dims.iter().product::<usize>() < 100 => {
                let y = self.of_shape(&dims)?;
                self.b.concatenate(&[x, y, x], self.random.below(rank))?
            }
            9 if rank > 0 => {
                let sizes: Vec<usize> = dims.iter().map(|d| 1 + self.random.below(*d)).collect();
                let starts = self.starts(rank)?;
                self.b.dynamic_slice(x, &starts, &sizes)?
            }
            10 if rank > 0 => {
                let sizes: Vec<usize> = dims.iter().map(|d| 1 + self.random.below(*d)).collect();
                let update = self.of_shape(&sizes)?;
                let starts = self.starts(rank)?;
                self.b.dynamic_update_slice(x, update, &starts)?
            }
            16 | 17 if rank > 0 && self.has_products => self.product(x)?,
            18 if rank > 0 => self.running(x)?,
            11 | 12 if rank > 0 => self.gathered(x)?,
            13 | 14 if rank > 0 => {
                let made = self.scattered(x)?;
                self.b.tanh(made)?
            }
            _ => {
                let mask = self.mask(&dims)?;
                let (a, b) = (self.of_shape(&dims)?, self.of_shape(&dims)?);
                self.b.select(mask, a, b)?
            }
        };
        self.floats.push(made);
        Ok(())
    }

    /// A mask that depends on the counter alone, so that rounding does not turn it over. It can be a scalar.
    fn mask(&mut self, dims: &[usize]) -> Result<Value> {
        let i = self.integers[0];
        let dims: &[usize] = if self.random.below(3) == 0 { &[] } else { dims };
        let shape = TensorType::new(ElementType::I64, dims);
        let i = self.b.broadcast_in_dim(i, &[], dims)?;
        let other = if dims.is_empty() { self.b.full(shape, 2.0)? } else { self.b.iota(shape, 0)? };
        self.b.compare(self.random.choose(&[Direction::Lt, Direction::Eq, Direction::Ge]), i, other)
    }

    fn starts(&mut self, rank: usize) -> Result<Vec<Value>> {
        let one = |body: &mut Self| {
            let i = body.integers[0];
            let by = body.b.full_like(i, body.random.below(4) as f64 - 1.0)?;
            body.b.binary(body.random.choose(&[Binary::Add, Binary::Multiply]), i, by)
        };
        (0..rank).map(|_| one(self)).collect()
    }
}

/// A loop that carries a counter, values of several shapes, integers, and an array that it stacks results in.
fn program(random: &mut Random, operations: usize, has_products: bool) -> (Module, Vec<Literal>) {
    let trips = random.below(9);
    let n = 1 + random.below(20);
    let f32 = |dims: &[usize]| TensorType::new(ElementType::F32, dims);
    let keys = TensorType::new(ElementType::Ui32, [2]);
    let params = [f32(&[n]), f32(&[]), f32(&[3, 4]), f32(&[6, n]), keys, f32(&[n])];
    let inputs: Vec<Literal> = params.iter().map(|ty| random.literal(ty)).collect();
    let swaps = random.below(3) == 0;
    let module = module(&params, |b, p| {
        let zero = b.full(TensorType::scalar(ElementType::I64), 0.0)?;
        let init = [zero, p[0], p[1], p[2], p[3], p[4], p[0]];
        let condition = |b: &mut FuncBuilder, c: &[Value]| {
            let end = b.full_like(c[0], trips as f64)?;
            b.compare(Direction::Lt, c[0], end)
        };
        let body = |b: &mut FuncBuilder, c: &[Value]| {
            let floats = vec![c[1], c[2], c[3], c[6], p[5]];
            let mut body = Body { b, random, floats, integers: vec![c[0]], has_products };
            for _ in 0..operations {
                body.step()?;
            }
            let row = body.of_shape(&[1, n])?;
            let stacked = match body.random.below(2) {
                0 => body.with_row(c[4], row)?,
                _ => {
                    let first = body.b.full_like(c[0], 0.0)?;
                    body.b.dynamic_update_slice(c[4], row, &[c[0], first])?
                }
            };
            let mut next = Vec::new();
            for carried in [c[1], c[2], c[3]] {
                let shape = body.b.dims(carried).to_vec();
                let value = body.of_shape(&shape)?;
                next.push(body.b.tanh(value)?);
            }
            let rotated = body.b.binary(Binary::ShiftLeft, c[5], c[5])?;
            let keys = body.b.binary(Binary::Xor, rotated, c[5])?;
            let one = body.b.full_like(c[0], 1.0)?;
            let i = body.b.add(c[0], one)?;
            // Two carried values change places, or one is the other one before the iteration.
            let (first, second) = if swaps { (c[6], c[1]) } else { (next[0], c[1]) };
            Ok(vec![i, first, next[1], next[2], stacked, keys, second])
        };
        b.while_loop(&init, condition, body)
    });
    (module.expect("the generator builds well-typed programs"), inputs)
}

#[test]
fn register_programs_keep_results_to_the_bit() {
    let mut random = Random(21);
    let mut taken = 0;
    for i in 0..300 {
        let operations = 2 + random.below(20);
        let (module, inputs) = program(&mut random, operations, false);
        let what = format!("program {i}\n{module}");
        let options = CompileOptions { numerics: Numerics::Float32, ..CompileOptions::default() };
        let without = CompileOptions { disabled_passes: vec!["register_program".to_string()], ..options.clone() };
        let plan = explain(&module, &options).expect("it compiles").plan().to_string();
        taken += usize::from(plan.contains("register program:"));
        let [got, want] = [options, without].map(|options| run(&module, &options, 1, std::slice::from_ref(&inputs)));
        for (got, want) in got.iter().flatten().zip(want.iter().flatten()) {
            assert_eq!(got.bytes(), want.bytes(), "{what}");
        }
        check(&module, &inputs, Tolerance { units: 512.0 }, &what);
    }
    assert!(taken >= 250, "{taken} of 300 loops are register programs");
}

#[test]
fn register_programs_with_products_give_what_the_interpreter_gives() {
    let mut random = Random(22);
    let mut taken = 0;
    for i in 0..200 {
        let operations = 2 + random.below(20);
        let (module, inputs) = program(&mut random, operations, true);
        let options = CompileOptions { numerics: Numerics::Float32, ..CompileOptions::default() };
        let plan = explain(&module, &options).expect("it compiles").plan().to_string();
        let has_product = module.to_string().contains("dot_general");
        taken += usize::from(has_product && plan.contains("register program:"));
        check(&module, &inputs, Tolerance { units: 512.0 }, &format!("program {i}\n{module}"));
    }
    assert!(taken >= 80, "{taken} of 200 loops are register programs with products");
}
