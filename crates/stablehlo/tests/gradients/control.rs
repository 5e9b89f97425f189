use stablehlo::ops::Direction;
use stablehlo::{ElementType, ErrorKind, FuncBuilder, Literal, Module, OpKind, TensorType, Value, interpret};

use crate::common::{module, vector};
use crate::harness::{Case, any, case, check, positive};

pub const ALL_REDUCE: &str = "all_reduce";

pub fn cases() -> Vec<Case> {
    let branch = |form: &str, predicate: bool| {
        case("if", form, [positive(1, &[3]), any(2, &[3]), Literal::scalar(predicate)], |b, p| {
            let scaled = b.multiply(p[0], p[1])?;
            let results = b.if_else(
                p[2],
                |b| {
                    let log = b.log(p[0])?;
                    Ok(vec![b.multiply(log, scaled)?, p[1]])
                },
                |b| Ok(vec![b.tanh(p[1])?, scaled]),
            )?;
            b.multiply(results[0], results[1])
        })
    };
    let select = |form: &str, index: i32| {
        case("case", form, [any(1, &[3]), Literal::scalar(index)], |b, p| {
            let x = p[0];
            let regions = vec![
                b.region(&[], |b, _| Ok(vec![b.exponential(x)?]))?,
                b.region(&[], |b, _| Ok(vec![b.multiply(x, x)?]))?,
                b.region(&[], |b, _| Ok(vec![b.full_like(x, 2.0)?]))?,
            ];
            Ok(b.push(OpKind::Case, &[p[1]], regions)?[0])
        })
    };
    let loops = |form: &str, trips: i32| {
        case("while", form, [any(1, &[3]), positive(2, &[3])], move |b, p| {
            let (x, w) = (p[0], p[1]);
            let total = b.full_like(x, 0.0)?;
            let values = repeated(b, 2, trips, &[x, total], |b, step, values| {
                let step = b.convert(step, ElementType::F64)?;
                let step = b.broadcast_in_dim(step, &[], &[3])?;
                let scaled = b.multiply(values[0], w)?;
                let tanh = b.tanh(scaled)?;
                let weighted = b.multiply(tanh, step)?;
                Ok(vec![tanh, b.add(values[1], weighted)?])
            })?;
            b.multiply(values[0], values[1])
        })
    };
    let nested = case("while", "in a loop", [any(1, &[2]), positive(2, &[2])], |b, p| {
        let w = p[1];
        let outer = repeated(b, 0, 3, &[p[0]], |b, _, values| {
            let inner = repeated(b, 1, 4, values, |b, _, values| {
                let scaled = b.multiply(values[0], w)?;
                Ok(vec![b.sine(scaled)?])
            })?;
            Ok(vec![b.multiply(inner[0], values[0])?])
        })?;
        Ok(outer[0])
    });
    vec![
        loops("seven iterations", 16),
        loops("none", 2),
        nested,
        branch("true", true),
        branch("false", false),
        select("the first", 0),
        select("the second", 1),
        select("a constant", 2),
        select("out of bounds", -1),
    ]
}

/// The values after a body for each number from `from` to before `to`, in steps of two.
fn repeated(
    b: &mut FuncBuilder,
    from: i32,
    to: i32,
    values: &[Value],
    body: impl FnOnce(&mut FuncBuilder, Value, &[Value]) -> stablehlo::Result<Vec<Value>>,
) -> stablehlo::Result<Vec<Value>> {
    let start = [&[b.scalar(from)?], values].concat();
    let results = b.while_loop(
        &start,
        |b, p| {
            let limit = b.scalar(to)?;
            b.compare(Direction::Lt, p[0], limit)
        },
        |b, p| {
            let two = b.scalar(2i32)?;
            let mut next = vec![b.add(two, p[0])?];
            next.extend(body(b, p[0], &p[1..])?);
            Ok(next)
        },
    )?;
    Ok(results[1..].to_vec())
}

#[test]
fn gradients_of_branches_and_loops() {
    check(cases());
}

#[test]
fn an_inlined_call_is_differentiated() -> stablehlo::Result<()> {
    let ty = TensorType::new(ElementType::F64, [2]);
    let mut b = FuncBuilder::new("cube");
    let x = b.param(ty.clone());
    let square = b.multiply(x, x)?;
    let cube = b.multiply(square, x)?;
    let callee = b.finish(vec![cube]);
    let mut b = FuncBuilder::new("main");
    let x = b.param(ty.clone());
    let call = OpKind::Call { callee: "cube".into() };
    let y = b.push_typed(call, &[x], Vec::new(), vec![ty.clone()])?[0];
    let refused = b.vjp(&[y], &[x], &[x]).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::Gradient);
    let mut calling = Module::new("calling", b.finish(vec![y]));
    calling.funcs.push(callee);

    let gradient = crate::common::eval1(&[vector(&[2.0f64, -1.0])], |b, p| {
        let y = b.inline(&calling, "main", p)?[0];
        let loss = b.sum(y, &[0])?;
        Ok(b.gradient(loss, p)?[0])
    });
    assert_eq!(gradient.to_vec::<f64>()?, [12.0, 3.0]);
    Ok(())
}

#[test]
fn the_gradient_of_a_loop_without_a_counter_is_an_error_with_its_location() {
    let inputs = [Literal::scalar(1.0f64)];
    let error = module(&inputs, |b, p| {
        b.set_location(Some("repeat".into()));
        let doubled = b.while_loop(
            &[p[0]],
            |b, p| {
                let limit = b.scalar(10.0f64)?;
                b.compare(Direction::Lt, p[0], limit)
            },
            |b, p| Ok(vec![b.add(p[0], p[0])?]),
        )?;
        b.gradient(doubled[0], p)
    });
    let error = error.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Gradient);
    assert!(error.message().contains("stablehlo.while at repeat: the number of iterations"), "{error}");
}

#[test]
fn gradients_of_a_sum_over_replicas() {
    // The loss of a replica is x times the sum over replicas of x^2. The gradient is that of the sum of all
    // losses.
    let program = |gradient: bool| {
        let mut b = FuncBuilder::new("main");
        let x = b.param(TensorType::new(ElementType::F64, [2]));
        let square = b.multiply(x, x)?;
        let sum = b.all_reduce_sum(&[square])?[0];
        let weighted = b.multiply(sum, x)?;
        let loss = b.sum(weighted, &[0])?;
        let results = if gradient { b.gradient(loss, &[x])? } else { vec![loss] };
        Ok::<_, stablehlo::Error>(Module::new("replicas", b.finish(results)).with_replicas(3))
    };
    let values = [[0.5f64, -1.0], [2.0, 0.25], [-0.75, 1.5]];
    let run = |module: &Module, values: &[[f64; 2]; 3]| {
        let inputs: Vec<Vec<Literal>> = values.iter().map(|v| vec![vector(v)]).collect();
        interpret::evaluate_replicas(module, &inputs).unwrap()
    };
    let (forward, backward) = (program(false).unwrap(), program(true).unwrap());
    let gradients = run(&backward, &values);
    for replica in 0..3 {
        for at in 0..2 {
            let total = |step: f64| {
                let mut moved = values;
                moved[replica][at] += step;
                run(&forward, &moved).iter().map(|r| r[0].to_f64_vec().unwrap()[0]).sum::<f64>()
            };
            let numeric = (total(1e-5) - total(-1e-5)) / 2e-5;
            let analytic = gradients[replica][0].to_f64_vec().unwrap()[at];
            assert!((numeric - analytic).abs() < 1e-6 * (1.0 + numeric.abs()), "{numeric} against {analytic}");
        }
    }
}
