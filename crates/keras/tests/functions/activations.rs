//! Values and gradients of activations.

use keras::activations::Activation;

use crate::golden::{assert_close, golden, list, numbers, run, tensor, text};

#[test]
fn values_and_gradients_are_those_of_keras() {
    let golden = golden("activations");
    let weights = tensor(&golden["weights"]);
    for case in list(&golden["cases"]) {
        let activation: Activation = text(&case["name"]).parse().unwrap();
        let results = run(&[tensor(&case["x"]), weights.clone()], |b, p| {
            let y = activation.apply(b, p[0])?;
            let weighted = b.multiply(y, p[1])?;
            let sum = b.sum(weighted, &[0, 1])?;
            Ok(vec![y, b.gradient(sum, &[p[0]])?[0]])
        });
        // The formulas differ from Keras's, so rounding does, too.
        assert_close(&format!("{activation}"), &results[0], &numbers(&case["y"]), 2e-6, 5e-7);
        assert_close(&format!("gradient of {activation}"), &results[1], &numbers(&case["gradient"]), 4e-6, 2e-6);
    }
    assert_eq!(list(&golden["cases"]).len(), Activation::ALL.len(), "every activation has golden numbers");
}

/// The left tail of gelu is `x erfc(-x / √2) / 2`, with `math.erfc` of CPython 3.
#[test]
fn gelu_is_accurate_in_its_tail() {
    let (x, expected) = (
        [-3.0f32, -4.0f32, -5.0f32, -6.0f32],
        [-0.004049694094890287, -0.00012668496733247986, -1.4332578593959731e-06, -5.919525870226207e-09],
    );
    let y =
        &run(&[stablehlo::Literal::from_vec([4], x).unwrap()], |b, p| Ok(vec![Activation::Gelu.apply(b, p[0])?]))[0];
    assert_close("gelu", y, &expected, 1e-5, 0.0);
}

#[test]
fn nan_stays_nan() {
    let nan = stablehlo::Literal::from_vec([2], [f32::NAN, 1.0]).unwrap();
    for activation in Activation::ALL {
        let y = &run(std::slice::from_ref(&nan), |b, p| Ok(vec![activation.apply(b, p[0])?]))[0];
        assert!(y[0].is_nan(), "{activation}(NaN) is {}", y[0]);
    }
}
