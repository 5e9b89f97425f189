//! Formulas that do not fit fail with a message, at the end of the trace.

use keras::Result;
use keras::ops::{self, Axes, Tensor};
use stablehlo::{ElementType::F32, TensorType};

fn error(formula: impl FnOnce(&Tensor, &Tensor) -> Tensor) -> String {
    let types = [TensorType::new(F32, [2, 3]), TensorType::new(F32, [4])];
    let result: Result<_> = ops::program(&types, |x| Ok(vec![formula(&x[0], &x[1])]));
    result.expect_err("the formula does not fit").to_string()
}

#[test]
fn the_first_error_is_reported() {
    let message = error(|x, y| ops::relu(&(x + y)) + ops::sum(x, 7, false));
    assert_eq!(message, "shapes [2, 3] and [4] cannot be broadcast together");
}

#[test]
fn errors_name_the_function_and_the_shapes() {
    for (message, expected) in [
        (error(|x, _| ops::sum(x, 2, false)), "axis 2 is out of bounds for a tensor of shape [2, 3]"),
        (error(|x, _| ops::reshape(x, &[4, -1])), "ops.reshape: shape [2, 3] cannot become [4, -1]"),
        (error(|x, _| ops::squeeze(x, 0)), "ops.squeeze: axis 0 of shape [2, 3] is not of size 1"),
        (error(|x, _| ops::split(x, 2, 1).remove(0)), "ops.split: 3 elements cannot be split into 2 parts"),
        (error(|x, _| ops::cast(x, "float31")), "ops.cast: there is no element type \"float31\""),
        (error(|x, _| ops::broadcast_to(x, &[3, 3])), "cannot broadcast shape [2, 3] to [3, 3]"),
        (error(|x, _| ops::expand_dims(x, 9)), "ops.expand_dims: axis 9 is out of bounds for [2, 3]"),
        (
            error(|x, y| ops::glu(&ops::sum(x, Axes::All, false), 0) + y),
            "axis 0 is out of bounds for a tensor of shape []",
        ),
    ] {
        assert_eq!(message, expected);
    }
    assert!(error(ops::matmul).contains("matmul"));
    assert!(error(|x, _| ops::top_k(x, 9).0).contains("slice"));
}

#[test]
fn a_loop_of_an_unknown_length_has_no_gradient() {
    let message = error(|x, _| {
        let below = |v: &[Tensor]| ops::less(&ops::sum(&v[0], Axes::All, false), &ops::array(&[9.0], &[]));
        let last = ops::while_loop(below, |v| vec![&v[0] * 2.0], &[x], None).expect("there is a variable");
        ops::gradients(&ops::sum(&last[0], Axes::All, false), &[x]).swap_remove(0)
    });
    let expected =
        "ops.gradients: gradient of stablehlo.while at ops.while_loop: the number of iterations is not known";
    assert!(message.starts_with(expected), "{message}");
}

#[test]
fn a_tensor_outlives_its_program_without_harm() {
    let mut kept = None;
    let row = [TensorType::new(F32, [3])];
    ops::program(&row, |x| {
        kept = Some(x[0].clone());
        Ok(vec![ops::relu(&x[0])])
    })
    .expect("the formula fits");
    let old = kept.expect("it was kept");
    let late = ops::relu(&old);
    assert_eq!(late.shape(), [3]);
    let error = ops::program(&row, |x| Ok(vec![&x[0] + &old])).expect_err("two programs");
    assert!(error.to_string().contains("different programs"), "{error}");
    assert!(ops::program(&row, |_| Ok(vec![old.clone()])).is_err());
}
