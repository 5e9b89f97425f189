use stablehlo::{Literal, OpKind, Value};

use crate::harness::{Case, any, case, check};

pub fn cases() -> Vec<Case> {
    let broadcast = |form: &str, from: &[usize], dims: &'static [usize], to: &'static [usize]| {
        case("broadcast_in_dim", form, [any(1, from)], move |b, p| b.broadcast_in_dim(p[0], dims, to))
    };
    let slice = |form: &str, start: [usize; 2], limit: [usize; 2], stride: [usize; 2]| {
        case("slice", form, [any(1, &[5, 6])], move |b, p| b.slice(p[0], &start, &limit, &stride))
    };
    let pad = |form: &str, low: [i64; 2], high: [i64; 2], interior: [usize; 2]| {
        case("pad", form, [any(1, &[3, 4]), any(2, &[])], move |b, p| b.pad(p[0], p[1], &low, &high, &interior))
    };
    vec![
        broadcast("a scalar", &[], &[], &[2, 3]),
        broadcast("along the last dimension", &[3], &[1], &[2, 3]),
        broadcast("along the first dimension", &[2], &[0], &[2, 3]),
        broadcast("size 1 repeated", &[2, 1, 3], &[0, 1, 3], &[2, 4, 2, 3]),
        broadcast("only size 1", &[1], &[1], &[2, 3]),
        broadcast("dimensions out of order", &[2, 3, 1], &[2, 0, 1], &[3, 4, 2]),
        case("reshape", "", [any(1, &[2, 6])], |b, p| b.reshape(p[0], &[3, 4])),
        case("transpose", "", [any(1, &[2, 3, 4])], |b, p| b.transpose(p[0], &[2, 0, 1])),
        case("reverse", "", [any(1, &[2, 3, 4])], |b, p| b.reverse(p[0], &[0, 2])),
        slice("a window", [1, 2], [4, 5], [1, 1]),
        slice("with steps", [0, 1], [5, 6], [2, 3]),
        slice("no elements", [1, 2], [1, 5], [1, 1]),
        pad("edges", [1, 0], [2, 1], [0, 0]),
        pad("interior", [0, 1], [1, 0], [1, 2]),
        pad("negative", [-1, 1], [1, -2], [0, 0]),
        pad("negative with interior", [-1, -2], [-1, 2], [1, 2]),
        pad("negative within the interior", [-2, 1], [-1, -1], [2, 1]),
        case("concatenate", "", [any(1, &[2, 3]), any(2, &[2, 1]), any(3, &[2, 2])], |b, p| b.concatenate(p, 1)),
        case("concatenate", "one value twice", [any(1, &[2, 3])], |b, p| b.concatenate(&[p[0], p[0]], 0)),
        case("optimization_barrier", "", [any(1, &[2]), any(2, &[3])], |b, p| {
            let r: Vec<Value> = b.push(OpKind::OptimizationBarrier, p, Vec::new())?;
            b.concatenate(&r, 0)
        }),
        case("sharding_constraint", "", [any(1, &[2])], |b, p| {
            let kind = OpKind::ShardingConstraint(r#"<@mesh, [{"x"}]>"#.parse()?);
            Ok(b.push(kind, p, Vec::new())?[0])
        }),
    ]
}

#[test]
fn gradients_of_data_movement() {
    check(cases());
}

#[test]
fn inputs_that_the_loss_does_not_depend_on_have_gradient_zero() {
    let inputs = [any(1, &[2]), any(2, &[3])];
    let gradient = crate::common::eval(&inputs, |b, p| {
        let loss = b.sum(p[0], &[0])?;
        b.gradient(loss, &[p[1], p[0]])
    });
    let (zeros, ones) = (Literal::from_vec([3], [0.0; 3]).unwrap(), Literal::from_vec([2], [1.0; 2]).unwrap());
    assert_eq!(gradient.unwrap(), [zeros, ones]);
}
