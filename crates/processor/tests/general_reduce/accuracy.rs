//! Errors of long sums and products, running, in windows and along any axis, against f64 with its rounding
//! errors: they stay within a few units in the last place, whatever the length.

use crate::common::{Random, epsilon, module, run};
use kernels::Isa;
use processor::CompileOptions;
use stablehlo::ops::{Binary, WindowDim};
use stablehlo::{ElementType, FuncBuilder, Literal, Module, OpKind, Result, TensorType, Value};

const FLOATS: [ElementType; 4] = [ElementType::F64, ElementType::F32, ElementType::F16, ElementType::Bf16];

/// Running results of the numbers, with the errors of rounding: a sum is a number and what is missing.
fn running(op: Binary, numbers: impl Iterator<Item = f64>) -> Vec<f64> {
    let start = if op == Binary::Add { 0.0 } else { 1.0 };
    let steps = numbers.scan((start, 0.0f64), |(value, error), x| {
        let next = if op == Binary::Add { *value + x } else { *value * x };
        let lost = match op {
            Binary::Add if value.abs() >= x.abs() => (*value - next) + x,
            Binary::Add => (x - next) + *value,
            _ => value.mul_add(x, -next),
        };
        *error = if op == Binary::Add { *error + lost } else { *error * x + lost };
        *value = next;
        Some(next + *error)
    });
    steps.collect()
}

/// Numbers whose running sums and products stay in the range of a type: equal ones, whose errors add up, or
/// random ones.
fn numbers(op: Binary, ty: &TensorType, is_random: bool) -> Literal {
    let mut random = Random(3);
    let n = ty.num_elements() as f64;
    let values: Vec<f64> = (0..ty.num_elements())
        .map(|_| {
            let x = if is_random { 0.5 + random.unit() / 2.0 } else { 0.1 };
            if op == Binary::Add { x } else { 1.0 + (x - 0.5) / n }
        })
        .collect();
    Literal::from_f64(ty.clone(), &values).expect("a float")
}

/// Compares the lines of results along the first dimension with the exact ones, to as many roundings.
fn assert_exact(got: &[f64], want: &[f64], element: ElementType, roundings: f64, what: &str) {
    assert_eq!(got.len(), want.len(), "{what}");
    for (i, (got, want)) in got.iter().zip(want).enumerate() {
        // An f16 beyond the largest number is infinite.
        let is_large = element == ElementType::F16 && *want > 65_000.0;
        let error = (got - want).abs() / (want.abs() * epsilon(element));
        assert!(is_large || error <= roundings, "{what}: element {i} is {got}, not {want}: {error} roundings");
    }
}

fn run_all(module: &Module, input: &Literal) -> Vec<Literal> {
    let options = |isa| CompileOptions { isa: Some(isa), ..CompileOptions::default() };
    let each = |isa| run(module, &options(isa), 2, &[vec![input.clone()]]).remove(0).remove(0);
    Isa::available().map(each).collect()
}

/// A column of a row-major matrix.
fn column(x: &[f64], columns: usize, at: usize) -> impl DoubleEndedIterator<Item = f64> + '_ {
    x.iter().skip(at).step_by(columns).copied()
}

fn scan_window(n: usize, reverse: bool) -> [WindowDim; 2] {
    let (before, after) = if reverse { (0, n as i64 - 1) } else { (n as i64 - 1, 0) };
    [WindowDim { pad_low: before, pad_high: after, ..WindowDim::new(n) }, WindowDim::new(1)]
}

#[test]
fn running_sums_and_products_stay_exact() {
    for element in FLOATS {
        for (n, columns) in [(1, 1), (16, 1), (17, 3), (33, 1), (1000, 3), (4096, 1), (70_001, 1)] {
            for (op, is_random, reverse) in [
                (Binary::Add, false, false),
                (Binary::Add, true, true),
                (Binary::Multiply, false, true),
                (Binary::Multiply, true, false),
            ] {
                let ty = TensorType::new(element, [n, columns]);
                let module = module(std::slice::from_ref(&ty), |b, p| {
                    Ok(vec![b.reduce_window(op, p[0], &scan_window(n, reverse))?])
                });
                let input = numbers(op, &ty, is_random);
                let x = input.to_f64_vec().unwrap();
                for got in run_all(&module.unwrap(), &input) {
                    let got = got.to_f64_vec().unwrap();
                    for at in 0..columns {
                        let (x, got) = (column(&x, columns, at), column(&got, columns, at));
                        let (want, got): (Vec<f64>, Vec<f64>) = match reverse {
                            false => (running(op, x), got.collect()),
                            true => (running(op, x.rev()), got.rev().collect()),
                        };
                        let what = format!("{op:?} of {n}x{columns} {element}, reverse {reverse}");
                        assert_exact(&got, &want, element, if n > 16 { 2.0 } else { 16.0 }, &what);
                    }
                }
            }
        }
    }
}

/// `log(exp(a) + exp(b))`, as JAX writes it.
fn log_add(b: &mut FuncBuilder, x: Value, y: Value) -> Result<Value> {
    let largest = b.maximum(x, y)?;
    let difference = b.subtract(x, y)?;
    let size = b.abs(difference)?;
    let negated = b.negate(size)?;
    let exponential = b.exponential(negated)?;
    let log = b.log_plus_one(exponential)?;
    b.add(largest, log)
}

/// Sums of exponentials in logarithms, and sums of two arrays at a time, in each of which elements would be
/// swallowed if results were added one by one in the type of the elements.
#[test]
fn running_reductions_by_regions_stay_exact() {
    for element in FLOATS {
        for (n, reverse) in [(1, false), (31, true), (32, false), (33, false), (1025, true), (4096, false)] {
            let ty = TensorType::new(element, [n, 1]);
            let scalar = TensorType::scalar(element);
            let window = OpKind::ReduceWindow { window: scan_window(n, reverse).to_vec() };
            let module = module(std::slice::from_ref(&ty), |b, p| {
                let low = b.full(scalar.clone(), f64::from(-1e4f32))?;
                let region = b.region(&[scalar.clone(), scalar.clone()], |b, p| Ok(vec![log_add(b, p[0], p[1])?]))?;
                b.push(window, &[p[0], low], vec![region])
            });
            let zeros = Literal::from_f64(ty.clone(), &vec![0.0; n]).unwrap();
            let want: Vec<f64> = (1..=n).map(|i| (i as f64).ln()).collect();
            for got in run_all(&module.unwrap(), &zeros) {
                let mut got = got.to_f64_vec().unwrap();
                if reverse {
                    got.reverse();
                }
                let units = |(got, want): (&f64, &f64)| (got - want).abs() / (want.max(1.0) * epsilon(element));
                let worst = got.iter().zip(&want).map(units).fold(0.0, f64::max);
                assert!(worst <= 32.0, "{n} of {element}: {worst} roundings");
            }
        }
    }
}

/// Sums and products of windows, and along the first or the last axis, by one operation and by one of a
/// region of two.
#[test]
fn sums_along_any_axis_stay_exact() {
    for element in FLOATS {
        for (op, is_random) in [(Binary::Add, true), (Binary::Add, false), (Binary::Multiply, true)] {
            for (dims, axis) in
                [([40_000, 3], 0), ([3, 40_000], 1), ([300, 300], 0), ([20_000, 70], 0), ([20, 1000], 1)]
            {
                let (n, ty) = (dims[axis], TensorType::new(element, dims));
                let input = numbers(op, &TensorType::new(element, [n]), is_random);
                let line = input.to_f64_vec().unwrap();
                let want = *running(op, line.iter().copied()).last().unwrap();
                let all: Vec<f64> =
                    (0..dims[0] * dims[1]).map(|i| line[if axis == 0 { i / dims[1] } else { i % dims[1] }]).collect();
                let input = Literal::from_f64(ty.clone(), &all).unwrap();
                let scalar = TensorType::scalar(element);
                let window = (0..2).map(|d| WindowDim::new(if d == axis { n } else { 1 })).collect::<Vec<_>>();
                let module = module(std::slice::from_ref(&ty), |b, p| {
                    let one = b.reduce(op, p[0], &[axis])?;
                    let init = b.identity_element(op, element)?;
                    let region = b.region(&vec![scalar; 4], |b, p| {
                        Ok(vec![b.binary(op, p[0], p[2])?, b.binary(op, p[3], p[1])?])
                    })?;
                    let inputs = [p[0], p[0], init, init];
                    let two = b.push(OpKind::Reduce { dims: vec![axis] }, &inputs, vec![region])?;
                    let wide = b.reduce_window(op, p[0], &window)?;
                    let kept = b.dims(one).to_vec();
                    let wide = b.reshape(wide, &kept)?;
                    let all = [one, two[0], two[1], wide];
                    let rows: Vec<Value> = all.iter().map(|x| b.reshape(*x, &[1, kept[0]])).collect::<Result<_>>()?;
                    Ok(vec![b.concatenate(&rows, 0)?])
                });
                for got in run_all(&module.unwrap(), &input) {
                    let got = got.to_f64_vec().unwrap();
                    let what = format!("{op:?} of {dims:?} {element} along {axis}");
                    for (kind, got) in got.chunks_exact(dims[1 - axis]).enumerate() {
                        // One operation is computed in more than its precision, but for sums of a tile, which are
                        // added in pairs. The roundings of a product in its own precision, half a unit each, add up
                        // in any order.
                        let roundings = match (element, op) {
                            (ElementType::F16 | ElementType::Bf16, _) => 1.0,
                            (_, Binary::Add) if kind == 0 => 2.0,
                            (ElementType::F32, _) if kind == 0 => 1.0,
                            (_, Binary::Multiply) if kind == 0 => (n as f64).sqrt(),
                            (_, Binary::Multiply) => n as f64 / 2.0,
                            _ => 40.0,
                        };
                        let want = vec![want; got.len()];
                        assert_exact(got, &want, element, roundings, &format!("{what}, kind {kind}"));
                    }
                }
            }
        }
    }
}
