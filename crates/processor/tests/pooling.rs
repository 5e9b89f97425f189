//! Pooling and its gradients: disjoint, overlapping, padded and dilated windows; few channels and many.

mod common;

use common::{Random, Tolerance, check, module};
use stablehlo::ops::{Binary, WindowDim};
use stablehlo::{ElementType, Literal, TensorType};

fn windows() -> Vec<(&'static str, WindowDim)> {
    let of = |size, stride, pad: i64| WindowDim { stride, pad_low: pad, pad_high: pad, ..WindowDim::new(size) };
    vec![
        ("disjoint", of(2, 2, 0)),
        ("disjoint, larger", of(3, 3, 0)),
        ("some rows in no window", of(2, 3, 0)),
        ("overlapping", of(3, 2, 0)),
        ("overlapping, padded", of(3, 2, 1)),
        ("wide padding", WindowDim { pad_low: 3, ..of(3, 1, 4) }),
        ("negative padding", of(3, 1, -1)),
        ("disjoint, padded", of(2, 2, 1)),
        ("dilated window", WindowDim { window_dilation: 2, ..of(3, 2, 1) }),
        ("dilated input", WindowDim { base_dilation: 2, ..of(3, 2, 1) }),
    ]
}

/// Small integers, many of them equal: sums are exact, and ties of the maximum occur.
fn small(random: &mut Random, ty: &TensorType) -> Literal {
    let values: Vec<f64> = (0..ty.num_elements()).map(|_| random.below(7) as f64 - 3.0).collect();
    Literal::from_f64(ty.clone(), &values).expect("a computable type")
}

#[test]
fn pools_and_their_gradients_equal_the_interpreters() {
    let exact = Tolerance { units: 0.0 };
    let mut random = Random(7);
    for (name, dim) in windows() {
        // Less than a vector of channels, whole vectors, and both.
        for (element, channels) in
            [ElementType::F32, ElementType::Bf16].into_iter().flat_map(|e| [3, 32, 70].map(|c| (e, c)))
        {
            let ty = TensorType::new(element, vec![2, 11, 13, channels]);
            let window = [WindowDim::new(1), dim, dim, WindowDim::new(1)];
            for op in [Binary::Add, Binary::Maximum, Binary::Minimum] {
                let pool = module(std::slice::from_ref(&ty), |b, x| Ok(vec![b.reduce_window(op, x[0], &window)?]));
                let pool = pool.expect("a program");
                check(&pool, &[small(&mut random, &ty)], exact, &format!("{name}, {op:?}, {ty}"));
            }
            // `select_and_scatter` has no dilation.
            if dim.window_dilation * dim.base_dilation != 1 {
                continue;
            }
            let places = |n: usize| (n as i64 + dim.pad_low + dim.pad_high - dim.size as i64) as usize / dim.stride + 1;
            let source = TensorType::new(element, vec![2, places(11), places(13), channels]);
            let gradient =
                module(&[ty.clone(), source.clone()], |b, x| Ok(vec![b.select_and_scatter_max(x[0], x[1], &window)?]));
            let inputs = [small(&mut random, &ty), small(&mut random, &source)];
            check(&gradient.expect("a program"), &inputs, exact, &format!("gradient, {name}, {ty}"));
        }
    }
}
