//! Random loops with conditionals inside: what a branch passes on may have the memory of the result, and of
//! what the loop carries. Results are those of the interpreter, as a register program and as steps.

use processor::{CompileOptions, Numerics, explain};
use stablehlo::ops::{Binary, Direction};
use stablehlo::{ElementType, FuncBuilder, Literal, Module, Result, TensorType, Value};

use super::common::{Random, Tolerance, check, module, run};

/// Changes some of the values, all of one type: by operations, by changing their places, and by conditionals
/// of the counter that do the same. A branch may return a value as it is, or twice. The last value is an array
/// of which rows alone are read and written.
fn change(
    b: &mut FuncBuilder,
    random: &mut Random,
    counter: Value,
    mut values: Vec<Value>,
    depth: usize,
) -> Result<Vec<Value>> {
    for _ in 0..1 + random.below(3) {
        let array = values.len() - 1;
        let (i, j) = (random.below(array), random.below(array));
        match random.below(if depth == 0 { 7 } else { 12 }) {
            0 => values.swap(i, j),
            1 => values[i] = values[j],
            2 => {
                let op = random.choose(&[Binary::Add, Binary::Subtract, Binary::Maximum]);
                let made = b.binary(op, values[i], values[j])?;
                values[i] = b.tanh(made)?;
            }
            3 => {
                let row = b.slice(values[j], &[0, 0], &[1, 5], &[1, 1])?;
                let first = b.full_like(counter, 0.0)?;
                values[i] = b.dynamic_update_slice(values[i], row, &[counter, first])?;
            }
            4 => values[i] = b.reverse(values[j], &[random.below(2)])?,
            5 => {
                let first = b.full_like(counter, 0.0)?;
                let row = b.dynamic_slice(values[array], &[counter, first], &[1, 5])?;
                values[i] = b.dynamic_update_slice(values[i], row, &[counter, first])?;
            }
            6 => {
                let row = b.slice(values[j], &[1, 0], &[2, 5], &[1, 1])?;
                let first = b.full_like(counter, 0.0)?;
                values[array] = b.dynamic_update_slice(values[array], row, &[counter, first])?;
            }
            _ => {
                let end = b.full_like(counter, random.below(4) as f64)?;
                let direction = random.choose(&[Direction::Lt, Direction::Eq, Direction::Ge]);
                let predicate = b.compare(direction, counter, end)?;
                let mut random_of_branches = [(); 2].map(|()| Random(random.below(1 << 30) as u64));
                let [first, second] = &mut random_of_branches;
                let results = b.if_else(
                    predicate,
                    |b| change(b, first, counter, values.clone(), depth - 1),
                    |b| change(b, second, counter, values.clone(), depth - 1),
                )?;
                // The values from before the conditional may be read after it.
                let kept = values[i];
                values = results;
                if random.below(3) == 0 {
                    values[j] = b.binary(Binary::Minimum, values[j], kept)?;
                }
            }
        }
    }
    Ok(values)
}

fn program(random: &mut Random) -> (Module, Vec<Literal>) {
    let trips = random.below(6);
    let params = [4, 4, 4, 6].map(|rows| TensorType::new(ElementType::F32, [rows, 5]));
    let inputs = params.iter().map(|ty| random.literal(ty)).collect();
    let module = module(&params, |b, p| {
        let zero = b.full(TensorType::scalar(ElementType::I64), 0.0)?;
        let init = [&[zero], p].concat();
        let condition = |b: &mut FuncBuilder, c: &[Value]| {
            let end = b.full_like(c[0], trips as f64)?;
            b.compare(Direction::Lt, c[0], end)
        };
        let results = b.while_loop(&init, condition, |b, c| {
            let one = b.full_like(c[0], 1.0)?;
            let mut next = vec![b.add(c[0], one)?];
            next.extend(change(b, random, c[0], c[1..].to_vec(), 2)?);
            Ok(next)
        })?;
        Ok(results[1..].to_vec())
    });
    (module.expect("the generator builds well-typed programs"), inputs)
}

#[test]
fn conditionals_in_loops_give_what_the_interpreter_gives() {
    let mut random = Random(3);
    let (mut register_programs, mut arrays) = (0, 0);
    for i in 0..400 {
        let (module, inputs) = program(&mut random);
        let what = format!("program {i}\n{module}");
        check(&module, &inputs, Tolerance { units: 64.0 }, &what);
        let options = CompileOptions { numerics: Numerics::Float32, ..CompileOptions::default() };
        let steps = CompileOptions { disabled_passes: vec!["register_program".to_string()], ..options.clone() };
        let plan = explain(&module, &options).expect("it compiles").plan().to_string();
        register_programs += usize::from(plan.contains("register program:"));
        arrays += usize::from(plan.contains("arrays in memory"));
        let [got, want] = [options, steps].map(|options| run(&module, &options, 1, std::slice::from_ref(&inputs)));
        for (got, want) in got.iter().flatten().zip(want.iter().flatten()) {
            assert_eq!(got.bytes(), want.bytes(), "{what}");
        }
    }
    assert!(register_programs >= 300, "{register_programs} of 400 loops are register programs");
    assert!(arrays >= 100, "{arrays} of them have an array in memory");
}
