//! Intersections over unions, of classes in a confusion matrix.

use super::mean::row_weights;
use super::metric::Metric;
use crate::error::{Error, Result};
use crate::losses::Targets;
use crate::ops::{self, Tensor};

crate::metric! {
    /// The mean of `intersection / union` over some classes, of targets and predictions that are class
    /// numbers.
    IoU(
        /// The number of classes.
        num_classes: [usize],
        /// The classes whose mean is reported.
        target_class_ids: [Vec<i64>]
    ) "io_u" {
        /// A class number whose targets do not count. Default: none.
        ignore_class: [Option<i64>] = None;
        /// If true, targets are class numbers, else scores along an axis. Default: true.
        sparse_y_true: [bool] = true;
        /// If true, predictions are class numbers, else scores along an axis. Default: true.
        sparse_y_pred: [bool] = true;
        /// The axis of the scores. Default: the last.
        axis: [i64] = -1;
    }
    check |metric| { check_classes(&metric.target_class_ids, metric.num_classes) }
}

crate::metric! {
    /// The mean of `intersection / union` over all classes.
    MeanIoU(
        /// The number of classes.
        num_classes: [usize]
    ) "mean_io_u" {
        /// A class number whose targets do not count. Default: none.
        ignore_class: [Option<i64>] = None;
        /// If true, targets are class numbers, else scores along an axis. Default: true.
        sparse_y_true: [bool] = true;
        /// If true, predictions are class numbers, else scores along an axis. Default: true.
        sparse_y_pred: [bool] = true;
        /// The axis of the scores. Default: the last.
        axis: [i64] = -1;
    }
}

crate::metric! {
    /// The mean of `intersection / union` over some classes, of one-hot targets.
    OneHotIoU(
        /// The number of classes.
        num_classes: [usize],
        /// The classes whose mean is reported.
        target_class_ids: [Vec<i64>]
    ) "one_hot_io_u" {
        /// A class number whose targets do not count. Default: none.
        ignore_class: [Option<i64>] = None;
        /// If true, predictions are class numbers, else scores along an axis. Default: false.
        sparse_y_pred: [bool] = false;
        /// The axis of the scores. Default: the last.
        axis: [i64] = -1;
    }
    check |metric| { check_classes(&metric.target_class_ids, metric.num_classes) }
}

crate::metric! {
    /// The mean of `intersection / union` over all classes, of one-hot targets.
    OneHotMeanIoU(
        /// The number of classes.
        num_classes: [usize]
    ) "one_hot_mean_io_u" {
        /// A class number whose targets do not count. Default: none.
        ignore_class: [Option<i64>] = None;
        /// If true, predictions are class numbers, else scores along an axis. Default: false.
        sparse_y_pred: [bool] = false;
        /// The axis of the scores. Default: the last.
        axis: [i64] = -1;
    }
}

crate::metric! {
    /// The mean of `intersection / union` over the classes 0 and 1, of probabilities.
    BinaryIoU() "binary_io_u" {
        /// The classes whose mean is reported. Default: both.
        target_class_ids: [Vec<i64>] = vec![0, 1];
        /// A prediction from it on means 1. Default: 0.5.
        threshold: [f64] = 0.5;
    }
    check |metric| { check_classes(&metric.target_class_ids, 2) }
}

fn check_classes(ids: &[i64], classes: usize) -> Result<()> {
    match ids.iter().find(|id| !(0..classes as i64).contains(id)) {
        Some(id) => Err(Error::argument(format!("target class id {id} is out of range, which is [0, {classes})"))),
        None => Ok(()),
    }
}

/// What a metric of this file counts.
struct ConfusionClasses<'a> {
    count: usize,
    reported: Option<&'a [i64]>,
    ignored: Option<i64>,
    axis: i64,
    sparse: [bool; 2],
    threshold: Option<f64>,
}

/// The confusion matrix, `[classes, classes]`: rows are targets, columns predictions.
fn confusion(classes: &ConfusionClasses<'_>, y_true: &Tensor, y_pred: &Tensor, weights: Option<&Tensor>) -> Tensor {
    let numbers = |x: &Tensor, sparse: bool| if sparse { x.clone() } else { ops::argmax(x, classes.axis) };
    let y_pred = match classes.threshold {
        Some(threshold) => ops::cast(&ops::greater_equal(y_pred, &ops::full_like(y_pred, threshold)), "int32"),
        None => numbers(y_pred, classes.sparse[1]),
    };
    let y_true = ops::cast(&numbers(y_true, classes.sparse[0]), "int32");
    let weights = ops::broadcast_to(&row_weights(&y_true, weights), y_true.shape());
    let mut one_hot = ops::one_hot(&ops::ravel(&y_true), classes.count);
    let mut counts = ops::ravel(&weights);
    if let Some(ignored) = classes.ignored {
        let labels = ops::ravel(&y_true);
        let kept = ops::not_equal(&labels, &ops::full_like(&labels, ignored as f64));
        counts = counts * ops::cast(&kept, "float32");
    }
    one_hot = one_hot * ops::expand_dims(&counts, -1);
    ops::matmul(&ops::transpose(&one_hot, &[1, 0]), &ops::one_hot(&ops::ravel(&y_pred), classes.count))
}

/// The mean over the reported classes that occur.
fn mean_iou(classes: &ConfusionClasses<'_>, matrix: &[f64]) -> f64 {
    const EPSILON: f64 = 1e-7;
    let n = classes.count;
    let (mut sum, mut occurring) = (0.0, 0.0);
    for class in 0..n {
        if classes.reported.is_some_and(|reported| !reported.contains(&(class as i64))) {
            continue;
        }
        let row: f64 = (0..n).map(|i| matrix[class * n + i]).sum();
        let column: f64 = (0..n).map(|i| matrix[i * n + class]).sum();
        let both = matrix[class * n + class];
        let union = row + column - both;
        if union > 1e-9 {
            sum += both / (union + EPSILON);
            occurring += 1.0;
        }
    }
    sum / (occurring + EPSILON)
}

macro_rules! intersections_over_unions {
    ($($metric:ident |$this:ident| $classes:expr;)*) => { $(
        impl $metric {
            fn classes(&self) -> ConfusionClasses<'_> {
                let $this = self;
                $classes
            }
        }

        impl Metric for $metric {
            fn name(&self) -> &str {
                &self.name
            }

            fn targets(&self) -> Targets {
                Targets::Any
            }

            fn state(&self, _y_true: &[usize], _y_pred: &[usize]) -> Result<Vec<Vec<usize>>> {
                let n = self.classes().count;
                Ok(vec![vec![n, n]])
            }

            fn update(&self, y_true: &Tensor, y_pred: &Tensor, weights: Option<&Tensor>) -> Result<Vec<Tensor>> {
                Ok(vec![confusion(&self.classes(), y_true, y_pred, weights)])
            }

            fn results(&self, state: &[Vec<f64>]) -> Vec<f64> {
                vec![mean_iou(&self.classes(), &state[0])]
            }
        }
    )* };
}

intersections_over_unions! {
    IoU |m| ConfusionClasses {
        count: m.num_classes,
        reported: Some(&m.target_class_ids),
        ignored: m.ignore_class,
        axis: m.axis,
        sparse: [m.sparse_y_true, m.sparse_y_pred],
        threshold: None,
    };
    MeanIoU |m| ConfusionClasses {
        count: m.num_classes,
        reported: None,
        ignored: m.ignore_class,
        axis: m.axis,
        sparse: [m.sparse_y_true, m.sparse_y_pred],
        threshold: None,
    };
    OneHotIoU |m| ConfusionClasses {
        count: m.num_classes,
        reported: Some(&m.target_class_ids),
        ignored: m.ignore_class,
        axis: m.axis,
        sparse: [false, m.sparse_y_pred],
        threshold: None,
    };
    OneHotMeanIoU |m| ConfusionClasses {
        count: m.num_classes,
        reported: None,
        ignored: m.ignore_class,
        axis: m.axis,
        sparse: [false, m.sparse_y_pred],
        threshold: None,
    };
    BinaryIoU |m| ConfusionClasses {
        count: 2,
        reported: Some(&m.target_class_ids),
        ignored: None,
        axis: -1,
        sparse: [true, true],
        threshold: Some(m.threshold),
    };
}
