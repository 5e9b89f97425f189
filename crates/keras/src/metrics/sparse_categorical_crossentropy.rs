use crate::losses::{self, Loss, Targets, axis_last};

crate::mean_metric! {
    /// The mean crossentropy of class numbers.
    SparseCategoricalCrossentropy "sparse_categorical_crossentropy" Down {
        /// If true, predictions are the inputs of a softmax instead of probabilities. Default: false.
        from_logits: [bool] = false;
        /// The class number of targets whose crossentropy is 0; they count as rows, as in Keras.
        /// Default: none.
        ignore_class: [Option<i64>] = None;
        /// The axis of the classes. Default: the last.
        axis: [i64] = -1;
    }
    targets |_metric| { Targets::ClassNumbers { checked: false } }
    values |metric, y_true, y_pred| {
        let mut loss = losses::SparseCategoricalCrossentropy::new().from_logits(metric.from_logits);
        loss.ignore_class = metric.ignore_class;
        loss.call(y_true, &axis_last(y_pred, metric.axis))?
    }
}
