//! Random programs on complex numbers. Each function is applied where it is neither singular nor near a
//! branch cut, so that rounding does not grow.

use stablehlo::ops::{Binary, Direction, DotGeneral, Unary};
use stablehlo::{ElementType, FuncBuilder, Literal, Module, Result, TensorType, Value};

use super::common::{Random, Tolerance, check, module};

/// Functions of numbers inside of the unit circle.
const BOUNDED: [Unary; 7] = [
    Unary::Cosine,
    Unary::Exponential,
    Unary::ExponentialMinusOne,
    Unary::Negate,
    Unary::Sine,
    Unary::Tan,
    Unary::Tanh,
];
/// Functions of numbers with a real part between 1 and 3.
const SMOOTH: [Unary; 7] =
    [Unary::Cbrt, Unary::Log, Unary::LogPlusOne, Unary::Logistic, Unary::Rsqrt, Unary::Sign, Unary::Sqrt];

struct Generator<'b> {
    b: &'b mut FuncBuilder,
    random: &'b mut Random,
    pool: Vec<Value>,
}

impl Generator<'_> {
    fn any(&mut self) -> Value {
        let n = self.pool.len();
        self.pool[n - 1 - self.random.below(n).min(self.random.below(n))]
    }

    /// A value of that shape: one of the pool, or a sum over another one.
    fn of_shape(&mut self, shape: &[usize]) -> Result<Value> {
        let fits: Vec<Value> = self.pool.iter().copied().filter(|v| self.b.dims(*v) == shape).collect();
        if !fits.is_empty() && self.random.below(4) > 0 {
            return Ok(self.random.choose(&fits));
        }
        let x = self.any();
        let all: Vec<usize> = (0..self.b.dims(x).len()).collect();
        let sum = self.b.sum(x, &all)?;
        self.b.broadcast_in_dim(sum, &[], shape)
    }

    /// `z / (1 + |z|)`, which is inside of the unit circle.
    fn inside(&mut self, z: Value) -> Result<Value> {
        let modulus = self.b.abs(z)?;
        let one = self.b.full_like(modulus, 1.0)?;
        let size = self.b.add(modulus, one)?;
        let element = self.b.ty(z).element;
        let size = self.b.convert(size, element)?;
        self.b.divide(z, size)
    }

    /// A number with a real part between 1 and 3.
    fn right(&mut self, z: Value) -> Result<Value> {
        let (inside, two) = (self.inside(z)?, self.b.full_like(z, 2.0)?);
        self.b.add(inside, two)
    }

    fn step(&mut self) -> Result<()> {
        let x = self.any();
        let dims = self.b.dims(x).to_vec();
        let rank = dims.len();
        let made = match self.random.below(12) {
            0 => {
                let (inside, op) = (self.inside(x)?, self.random.choose(&BOUNDED));
                self.b.unary(op, inside)?
            }
            1 => {
                let (right, op) = (self.right(x)?, self.random.choose(&SMOOTH));
                self.b.unary(op, right)?
            }
            2 => {
                let y = self.of_shape(&dims)?;
                let op = self.random.choose(&[Binary::Add, Binary::Subtract]);
                let sum = self.b.binary(op, x, y)?;
                self.inside(sum)?
            }
            3 => {
                let y = self.of_shape(&dims)?;
                let y = self.right(y)?;
                let op = self.random.choose(&[Binary::Multiply, Binary::Divide]);
                let inside = self.inside(x)?;
                self.b.binary(op, inside, y)?
            }
            4 => {
                let (base, exponent) = (self.right(x)?, self.of_shape(&dims)?);
                let exponent = self.inside(exponent)?;
                self.b.power(base, exponent)?
            }
            5 => {
                // The choice depends on an exact input only, or rounding could reverse it.
                let p = self.pool[0];
                let part = if self.random.below(2) == 0 { self.b.real(p)? } else { self.b.imag(p)? };
                let bound = self.b.full_like(part, 0.25)?;
                let mask = self.b.compare(Direction::Gt, part, bound)?;
                let shape = self.b.dims(p).to_vec();
                let (a, c) = (self.of_shape(&shape)?, self.of_shape(&shape)?);
                self.b.select(mask, a, c)?
            }
            6 => {
                let over: Vec<usize> = (0..rank).filter(|_| self.random.below(2) == 0).collect();
                let op = self.random.choose(&[Binary::Add, Binary::Multiply]);
                let small = self.inside(x)?;
                self.b.reduce(op, small, &over)?
            }
            7 => {
                let mut permutation: Vec<usize> = (0..rank).collect();
                permutation.reverse();
                self.b.transpose(x, &permutation)?
            }
            8 if rank > 0 => {
                let start: Vec<usize> = dims.iter().map(|d| self.random.below(d.div_ceil(2))).collect();
                let stride: Vec<usize> = dims.iter().map(|_| 1 + self.random.below(2)).collect();
                let part = self.b.slice(x, &start, &dims, &stride)?;
                self.b.reverse(part, &[0])?
            }
            9 if rank > 0 && dims.iter().product::<usize>() < 5_000 => {
                let y = self.of_shape(&dims)?;
                self.b.concatenate(&[x, y, x], self.random.below(rank))?
            }
            10 if rank == 2 => {
                let (k, x) = (dims[1], self.inside(x)?);
                let w = self.of_shape(&[k, 3])?;
                let w = self.inside(w)?;
                let attrs = DotGeneral { lhs_contracting: vec![1], rhs_contracting: vec![0], ..DotGeneral::default() };
                self.b.dot_general(x, w, attrs)?
            }
            11 => {
                let (re, im) = (self.b.real(x)?, self.b.imag(x)?);
                self.b.complex(im, re)?
            }
            _ => return Ok(()),
        };
        self.pool.push(made);
        Ok(())
    }
}

pub fn program(random: &mut Random, element: ElementType, steps: usize) -> (Module, Vec<Literal>) {
    let (m, n) = (random.choose(&[1usize, 4, 7, 40]), random.choose(&[2usize, 5, 16]));
    let types = [vec![m, n], vec![n], vec![n, 3], vec![]].map(|dims| TensorType::new(element, dims));
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
fn complex_programs() {
    let mut random = Random(12);
    for i in 0..160 {
        let element = [ElementType::Complex64, ElementType::Complex128][i % 2];
        let steps = 2 + random.below(12);
        let (module, inputs) = program(&mut random, element, steps);
        check(&module, &inputs, Tolerance { units: 256.0 }, &format!("program {i}\n{module}"));
    }
}
