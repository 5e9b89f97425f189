use stablehlo::ops::{Binary, WindowDim};
use stablehlo::{ElementType, OpKind, Value};

use crate::common::lit;
use crate::harness::{Case, any, case, check, distinct, positive};

fn reduce(op: Binary, form: &str, x: stablehlo::Literal, dims: &'static [usize]) -> Case {
    case("reduce", format!("{}, {form}", op.name()), [x], move |b, p| b.reduce(op, p[0], dims))
}

fn windows(op: Binary, form: &str, shape: &[usize], window: Vec<WindowDim>) -> Case {
    case("reduce_window", format!("{}, {form}", op.name()), [distinct(1, shape)], move |b, p| {
        b.reduce_window(op, p[0], &window)
    })
}

/// A window over the spatial dimensions of `[n, h, w, c]`, as in pooling.
fn pooling(size: [usize; 2], stride: [usize; 2], pad: [(i64, i64); 2]) -> Vec<WindowDim> {
    let along =
        |d: usize| WindowDim { stride: stride[d], pad_low: pad[d].0, pad_high: pad[d].1, ..WindowDim::new(size[d]) };
    vec![WindowDim::new(1), along(0), along(1), WindowDim::new(1)]
}

pub fn cases() -> Vec<Case> {
    let mut cases = vec![
        reduce(Binary::Add, "some", any(1, &[2, 3, 4]), &[0, 2]),
        reduce(Binary::Add, "all", any(1, &[2, 3]), &[0, 1]),
        reduce(Binary::Add, "none", any(1, &[2, 3]), &[]),
        reduce(Binary::Maximum, "some", distinct(1, &[2, 3, 4]), &[1]),
        reduce(Binary::Minimum, "all", distinct(1, &[2, 3]), &[0, 1]),
        reduce(Binary::Multiply, "some", positive(1, &[2, 3, 4]), &[0, 2]),
        reduce(Binary::Multiply, "seven", any(1, &[7]), &[0]),
        reduce(Binary::Multiply, "a zero", lit(&[2, 3], &[1.5, 0.0, -2.0, 0.0, 3.0, 0.0]), &[1]),
        reduce(Binary::Multiply, "one", any(1, &[1, 3]), &[0]),
        case("reduce", "add, with respect to the initial value", [any(1, &[2, 3]), any(2, &[])], |b, p| {
            let region = b.scalar_region(Binary::Add, ElementType::F64)?;
            Ok(b.push(OpKind::Reduce { dims: vec![1] }, p, vec![region])?[0])
        }),
    ];
    for op in [Binary::Add, Binary::Maximum, Binary::Minimum] {
        cases.extend([
            windows(op, "2x2 disjoint", &[1, 4, 6, 2], pooling([2, 2], [2, 2], [(0, 0); 2])),
            windows(op, "2x2 disjoint with a remainder", &[1, 5, 7, 1], pooling([2, 2], [2, 2], [(0, 0); 2])),
            windows(op, "3x3 overlapping", &[1, 5, 5, 1], pooling([3, 3], [1, 1], [(0, 0); 2])),
            windows(op, "3x2 over 2x1, same padding", &[2, 5, 4, 1], pooling([3, 2], [2, 1], [(1, 1), (0, 1)])),
            windows(op, "wider padding than stride", &[1, 4, 4, 1], pooling([3, 3], [3, 2], [(2, 1), (2, 2)])),
            windows(op, "negative padding", &[1, 5, 5, 1], pooling([2, 2], [1, 2], [(-1, 0), (1, -1)])),
        ]);
    }
    let mut dilated = pooling([2, 3], [2, 1], [(1, 0), (2, 1)]);
    (dilated[1].base_dilation, dilated[1].window_dilation) = (2, 3);
    (dilated[2].base_dilation, dilated[2].window_dilation) = (3, 2);
    cases.push(windows(Binary::Add, "dilations", &[1, 4, 5, 1], dilated));
    cases
}

#[test]
fn gradients_of_reductions() {
    check(cases());
}

#[test]
fn equal_maxima_share_the_cotangent_and_a_window_selects_the_first() {
    let x = lit(&[1, 4], &[1.0f64, 3.0, 3.0, 2.0]);
    let gradient = |build: &dyn Fn(&mut stablehlo::FuncBuilder, Value) -> stablehlo::Result<Value>| {
        let g = crate::common::eval1(std::slice::from_ref(&x), |b, p| {
            let y = build(b, p[0])?;
            let all: Vec<usize> = (0..b.dims(y).len()).collect();
            let loss = b.sum(y, &all)?;
            Ok(b.gradient(loss, p)?[0])
        });
        g.to_vec::<f64>().unwrap()
    };
    assert_eq!(gradient(&|b, x| b.reduce(Binary::Maximum, x, &[1])), [0.0, 0.5, 0.5, 0.0]);
    let window = [WindowDim::new(1), WindowDim::new(4)];
    assert_eq!(gradient(&|b, x| b.reduce_window(Binary::Maximum, x, &window)), [0.0, 1.0, 0.0, 0.0]);
}
