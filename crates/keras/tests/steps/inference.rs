//! Evaluation and prediction, with rows that do not divide evenly.

use keras::layers::{BatchNormalization, Dense};
use keras::optimizers::Adam;
use keras::trace::{Batch, DataTypes, Inference};
use keras::{Activation, Array, Compile, Input, Model};
use stablehlo::{Literal, interpret};

use crate::program::{array, f32s, literal, numbers};

fn network() -> Model {
    let input = Input::new([3]);
    let x = BatchNormalization::new().call(&input).unwrap();
    let mut model = Model::new(&input, &Dense::new(2).activation(Activation::Softmax).call(&x).unwrap()).unwrap();
    let mean = model.variables().iter().find(|v| v.name == "moving_mean").unwrap().path.clone();
    model.set_variable(&mean, vec![0.5, -0.5, 0.25]).unwrap();
    model
}

fn variables(model: &Model) -> Vec<Literal> {
    model.variables().iter().map(|v| f32s(&v.shape, &v.values)).collect()
}

/// The reference: the network's formula, row by row.
fn expected(model: &Model, x: &Array) -> Vec<Vec<f64>> {
    let weight = |name: &str| -> Vec<f64> {
        let own = model.variables().iter().find(|v| v.path.ends_with(name)).unwrap();
        own.values.iter().map(|v| f64::from(*v)).collect()
    };
    let (mean, variance, kernel) = (weight("moving_mean"), weight("moving_variance"), weight("kernel"));
    let row = |r: usize| {
        let x: Vec<f64> = x.row(r).unwrap().into_iter().map(f64::from).collect();
        let normal: Vec<f64> = (0..3).map(|c| (x[c] - mean[c]) / (variance[c] + 1e-3).sqrt()).collect();
        let logits: Vec<f64> = (0..2).map(|k| (0..3).map(|c| normal[c] * kernel[2 * c + k]).sum()).collect();
        let sum: f64 = logits.iter().map(|l: &f64| l.exp()).sum();
        logits.iter().map(|l| l.exp() / sum).collect()
    };
    (0..x.rows()).map(row).collect()
}

#[test]
fn predictions_are_the_formula_for_every_row() {
    let (model, x) = (network(), array(&[7, 3], numbers(21, 9)));
    let data = DataTypes { x: vec![x.ty()], ..DataTypes::default() };
    let inference = Inference { model: &model, data: &data, batch: Batch { cores: 2, rows: 4 }, first_row: 0 };
    assert_eq!(inference.steps(), 2);
    let module = inference.trace_prediction().unwrap();
    stablehlo::verify(&module).unwrap();
    let mut inputs =
        vec![Literal::full(inference.outputs_types().unwrap()[0].clone(), 0.0).unwrap(), Literal::scalar(0i32)];
    inputs.extend(variables(&model));
    inputs.extend([literal(&x), Literal::scalar(2i32)]);
    let outputs = interpret::evaluate_replicas(&module, &[inputs.clone(), inputs]).unwrap();
    let per_core: Vec<Vec<f32>> = outputs.iter().map(|o| o[0].to_vec().unwrap()).collect();
    for (row, expected) in expected(&model, &x).into_iter().enumerate() {
        // Batches of four rows: two on each core.
        let (step, core, i) = (row / 4, row % 4 / 2, row % 2);
        for (k, p) in expected.into_iter().enumerate() {
            let found = f64::from(per_core[core][(step * 2 + i) * 2 + k]);
            assert!((found - p).abs() < 1e-6, "row {row}: {found} {p}");
        }
    }
}

#[test]
fn evaluation_counts_every_row_once() {
    let (model, x) = (network(), array(&[7, 3], numbers(21, 9)));
    let y = Array::from(vec![0, 1, 1, 0, 1, 0, 0]);
    let compile = Compile::new(Adam::new(), "sparse_categorical_crossentropy").metrics(["accuracy"]);
    let resolved = compile.resolve(&[y.dims()], &model.output_shapes(7).unwrap()).unwrap();
    let data = DataTypes::single(x.ty(), y.ty());
    // The rows from the third on, as for a validation split.
    let inference = Inference { model: &model, data: &data, batch: Batch { cores: 2, rows: 4 }, first_row: 2 };
    let module = inference.trace_evaluation(&resolved).unwrap();
    stablehlo::verify(&module).unwrap();
    let mut inputs = vec![f32s(&[4], &[0.0; 4]), Literal::scalar(0i32)];
    inputs.extend(variables(&model));
    inputs.extend([literal(&x), literal(&y), Literal::scalar(inference.steps() as i32)]);
    let outputs = interpret::evaluate_replicas(&module, &[inputs.clone(), inputs]).unwrap();
    let totals: Vec<Vec<f32>> = outputs.iter().map(|o| o[0].to_vec().unwrap()).collect();
    let total = |i: usize| f64::from(totals[0][i]) + f64::from(totals[1][i]);

    let (mut loss, mut right) = (0.0, 0.0);
    for (row, p) in expected(&model, &x).into_iter().enumerate().skip(2) {
        let label = y.row(row).unwrap()[0] as usize;
        loss -= p[label].ln();
        right += f64::from(u8::from(p[label] > 0.5));
    }
    assert_eq!((total(1), total(3)), (5.0, 5.0));
    assert!((total(0) - loss).abs() < 1e-5, "{} {loss}", total(0));
    assert_eq!(total(2), right);
}

/// The loss of a compiled model over all rows.
pub fn evaluated(model: &Model, x: &Array, y: &Array, batch: Batch) -> f64 {
    let resolved = model.compiled().unwrap().resolve(&[y.dims()], &model.output_shapes(x.rows()).unwrap()).unwrap();
    let data = DataTypes::single(x.ty(), y.ty());
    let inference = Inference { model, data: &data, batch, first_row: 0 };
    let module = inference.trace_evaluation(&resolved).unwrap();
    stablehlo::verify(&module).unwrap();
    let mut inputs = vec![f32s(&[2], &[0.0; 2]), Literal::scalar(0i32)];
    inputs.extend(variables(model));
    inputs.extend([literal(x), literal(y), Literal::scalar(inference.steps() as i32)]);
    let outputs = interpret::evaluate_replicas(&module, &vec![inputs; batch.cores]).unwrap();
    let total = |i: usize| outputs.iter().map(|o| f64::from(o[0].to_vec::<f32>().unwrap()[i])).sum::<f64>();
    total(0) / total(1)
}
