//! The distributions of `keras::random`, drawn in a step of a training.

use keras::graph::{Layer, Scope, WeightSpec};
use keras::initializers::Zeros;
use keras::layers::Dense;
use keras::ops::{self, Tensor};
use keras::optimizers::SGD;
use keras::{Array, Compile, Input, Model, Result, Shape, random};

use super::{on, silent};

/// The numbers of each distribution.
const COUNT: usize = 1 << 14;

keras::layer! {
    /// Keeps what each function has drawn in the last step.
    Draws() {}
}

/// What is drawn: a name, and the mean and the variance of the numbers.
const DRAWN: [(&str, f64, f64); 9] = [
    ("uniform", 2.0, 16.0 / 12.0),
    ("normal", 3.0, 4.0),
    // A standard normal number that is at most 2 has the variance 0.7737.
    ("truncated_normal", -1.0, 0.25 * 0.773_741),
    ("randint", 4.0, 2.0),
    ("categorical", 1.1, 0.49),
    ("dropout", 1.0, 1.0 / 3.0),
    ("gamma", 2.5, 2.5),
    ("small gamma", 0.4, 0.4),
    ("beta", 2.0 / 5.0, 6.0 / (25.0 * 6.0)),
];

impl Layer for Draws {
    fn build(&self, _inputs: &[Shape]) -> Result<Vec<WeightSpec>> {
        let state = |name: &'static str| WeightSpec::state(name, [COUNT], Zeros::new());
        Ok(DRAWN.iter().map(|(name, ..)| *name).chain(["shuffled"]).map(state).collect())
    }

    fn call(&self, scope: &mut Scope, inputs: &[Tensor]) -> Result<Tensor> {
        if !scope.training() {
            return Ok(inputs[0].clone());
        }
        let shape = [COUNT];
        let zeros = ops::zeros_like(&scope.variable(0)?);
        let of = |value: f64| ops::full_like(&zeros, value);
        // The probabilities of the classes 0, 1 and 2 are 0.2, 0.5 and 0.3.
        let logits = ops::stack(&[&of(0.2f64.ln()), &of(0.5f64.ln()), &of(0.3f64.ln())], -1)?;
        let place = ops::cumsum(&of(1.0), 0);
        let draws = [
            random::uniform(scope, &shape, 0.0, 4.0)?,
            random::normal(scope, &shape, 3.0, 2.0)?,
            random::truncated_normal(scope, &shape, -1.0, 0.5)?,
            random::randint(scope, &shape, 2, 7)?,
            ops::reshape(&random::categorical(scope, &logits, 1)?, &[COUNT as i64]),
            random::dropout(scope, &of(1.0), 0.25)?,
            random::gamma(scope, &shape, &of(2.5))?,
            random::gamma(scope, &shape, &of(0.4))?,
            random::beta(scope, &shape, &of(2.0), &of(3.0))?,
            random::shuffle(scope, &place, 0)?,
        ];
        for (i, draws) in draws.iter().enumerate() {
            scope.update(i, draws)?;
        }
        Ok(inputs[0].clone())
    }
}

#[test]
fn draws_have_their_distributions() {
    let input = Input::new([1]);
    let x = Draws::new().call(&input).unwrap();
    let mut model = Model::new(&input, &Dense::new(1).call(&x).unwrap()).unwrap();
    model.compile(Compile::new(SGD::new(), "mse")).unwrap();
    let mut model = on(1, &model);
    let rows = Array::new([4, 1], vec![0.5f32; 4]).unwrap();
    model.fit(&rows, &rows, silent(1)).unwrap();
    let values = |name: &str| {
        let variable = model.model().variables().iter().find(|v| v.path.ends_with(name)).unwrap();
        variable.values.iter().map(|v| f64::from(*v)).collect::<Vec<f64>>()
    };
    for (name, mean, variance) in DRAWN {
        let drawn = values(&format!("/{name}"));
        let count = COUNT as f64;
        let found = drawn.iter().sum::<f64>() / count;
        let squares = drawn.iter().map(|v| (v - found).powi(2)).sum::<f64>() / count;
        // Six standard errors of the mean; the draws follow from the seed.
        assert!((found - mean).abs() < 6.0 * (variance / count).sqrt(), "{name}: the mean is {found}");
        assert!((squares / variance - 1.0).abs() < 0.1, "{name}: the variance is {squares}, not {variance}");
        assert!(drawn.iter().all(|v| v.is_finite()));
    }
    let [whole, cut] = ["/randint", "/truncated_normal"].map(values);
    assert!(whole.iter().all(|v| (2.0..=6.0).contains(v) && v.fract() == 0.0));
    assert!(cut.iter().all(|v| (v + 1.0).abs() <= 1.0 + 1e-6));
    let mut shuffled = values("/shuffled");
    assert!(shuffled.iter().zip(1..).filter(|(v, i)| **v == f64::from(*i)).count() < 20, "few stay where they were");
    shuffled.sort_by(f64::total_cmp);
    assert!(shuffled.iter().zip(1..).all(|(v, i)| *v == f64::from(i)), "each number is there once");
}

#[test]
fn what_cannot_be_drawn_is_said() {
    keras::layer! {
        /// Draws from nothing.
        Nothing() {}
    }
    impl Layer for Nothing {
        fn call(&self, scope: &mut Scope, _inputs: &[Tensor]) -> Result<Tensor> {
            random::randint(scope, &[2, 1], 3, 3)
        }
    }
    let error = Nothing::new().call(&Input::new([1])).unwrap_err();
    assert!(error.message().contains("minval=3, maxval=3"), "{}", error.message());
}
