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
            let weighed = b.multiply(y, p[1])?;
            let sum = b.sum(weighed, &[0, 1])?;
            Ok(vec![y, b.gradient(sum, &[p[0]])?[0]])
        });
        // Formulas differ, so roundings do.
        assert_close(&format!("{activation}"), &results[0], &numbers(&case["y"]), 2e-6, 5e-7);
        assert_close(&format!("gradient of {activation}"), &results[1], &numbers(&case["gradient"]), 4e-6, 2e-6);
    }
    assert_eq!(list(&golden["cases"]).len(), Activation::ALL.len(), "every activation has golden numbers");
}

#[test]
fn nan_stays_nan() {
    let nan = stablehlo::Literal::from_vec([2], [f32::NAN, 1.0]).unwrap();
    for activation in Activation::ALL {
        let y = &run(std::slice::from_ref(&nan), |b, p| Ok(vec![activation.apply(b, p[0])?]))[0];
        assert!(y[0].is_nan(), "{activation}(NaN) is {}", y[0]);
    }
}
