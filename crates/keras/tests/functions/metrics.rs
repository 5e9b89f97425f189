//! Sums and counts of metrics, and the meaning of "accuracy".

use keras::metrics::{Direction, Metric, SparseCategoricalAccuracy, resolve};
use keras::objects::Handle;

use crate::golden::{assert_close, golden, list, numbers, run, tensor, text};

#[test]
fn sums_and_counts_are_those_of_keras() {
    for case in list(&golden("metrics")) {
        let (y_true, y_pred) = (tensor(&case["y_true"]), tensor(&case["y_pred"]));
        let metric = resolve(text(&case["name"]), &y_true.ty().dims, &y_pred.ty().dims).unwrap();
        let results = run(&[y_true, y_pred, tensor(&case["weights"])], |b, p| {
            let mut parts = metric.trace(b, p[0], p[1], None)?;
            parts.extend(metric.trace(b, p[0], p[1], Some(p[2]))?);
            Ok(parts)
        });
        let results: Vec<f64> = results.into_iter().flatten().collect();
        let expected = [numbers(&case["unweighted"]), numbers(&case["weighted"])].concat();
        assert_close(&format!("{metric:?}"), &results, &expected, 1e-6, 0.0);
    }
}

#[test]
fn ties_go_to_the_first() {
    let y_pred = stablehlo::Literal::from_vec([3, 3], [1.0f32, 1.0, 0.0, 0.0, 2.0, 2.0, 5.0, 5.0, 5.0]).unwrap();
    let metric: Handle<dyn Metric> = SparseCategoricalAccuracy::new().into();
    for (labels, right) in [([0, 1, 0], 3.0), ([1, 2, 2], 0.0)] {
        let labels = stablehlo::Literal::from_vec([3], labels).unwrap();
        let results = run(&[labels, y_pred.clone()], |b, p| Ok(vec![metric.trace(b, p[0], p[1], None)?[0]]));
        assert_eq!(results, [[right]]);
    }
}

#[test]
fn shapes_determine_the_accuracy() {
    let kind = |y_true: &[usize], y_pred: &[usize]| resolve("accuracy", y_true, y_pred).unwrap().class_name();
    assert_eq!(kind(&[8], &[8, 1]), "BinaryAccuracy");
    assert_eq!(kind(&[8, 1], &[8, 1]), "BinaryAccuracy");
    assert_eq!(kind(&[8], &[8, 10]), "SparseCategoricalAccuracy");
    assert_eq!(kind(&[8, 1], &[8, 10]), "SparseCategoricalAccuracy");
    assert_eq!(kind(&[8, 10], &[8, 10]), "CategoricalAccuracy");
    assert_eq!(resolve("acc", &[8], &[8, 10]).unwrap().name(), "acc");
    assert_eq!(resolve("mse", &[8, 2], &[8, 2]).unwrap().direction(), Direction::Down);
    assert_eq!(resolve("accuracy", &[8, 2], &[8, 2]).unwrap().direction(), Direction::Up);
    assert!(resolve("precisions", &[8], &[8, 1]).unwrap_err().to_string().contains("categorical_accuracy"));
    let misfit = resolve("accuracy", &[8, 9], &[8, 10]).unwrap().check_shapes(&[8, 9], &[8, 10]).unwrap_err();
    assert_eq!(misfit.to_string(), "metric accuracy: targets of shape [8, 9] do not fit predictions of shape [8, 10]");
}
