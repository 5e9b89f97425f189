use super::targets::Targets;
use crate::ops;

crate::loss! {
    /// The crossentropy of class numbers, `[..]` or `[.., 1]`, with predicted distributions, `[.., classes]`.
    SparseCategoricalCrossentropy "sparse_categorical_crossentropy" {
        /// If true, predictions are the inputs of a softmax instead of probabilities. Default: false.
        from_logits: [bool] = false;
        /// The class number of targets that do not count. Default: none.
        ignore_class: [Option<i64>] = None;
    }
    targets |loss| { Targets::ClassNumbers { checked: loss.ignore_class.is_none() } }
    mask |loss, y_true, _values| {
        loss.ignore_class.map(|class| ops::not_equal(y_true, &ops::full_like(y_true, class as f64)))
    }
    call |loss, y_true, y_pred| {
        let Some(class) = loss.ignore_class else {
            return Ok(ops::sparse_categorical_crossentropy(y_true, y_pred, loss.from_logits));
        };
        let counts = ops::not_equal(y_true, &ops::full_like(y_true, class as f64));
        let y_true = ops::where_(&counts, y_true, &ops::zeros_like(y_true));
        let y_pred = ops::where_(&ops::expand_dims(&counts, -1), y_pred, &ops::zeros_like(y_pred));
        let values = ops::sparse_categorical_crossentropy(&y_true, &y_pred, loss.from_logits);
        ops::where_(&counts, &values, &ops::zeros_like(&values))
    }
}
