use super::targets::Targets;
use crate::ops;

crate::loss! {
    /// The circle loss of embeddings, `[n, size]` and normalized, with class numbers as targets: those of a
    /// class become similar, those of different classes dissimilar (Sun et al., 2020).
    Circle "circle" {
        /// The scale of the similarities. Default: 80.
        gamma: [f64] = 80.0;
        /// The margin between the classes. Default: 0.4.
        margin: [f64] = 0.4;
        /// If true, an embedding is not compared with itself. Default: true.
        remove_diagonal: [bool] = true;
    }
    targets |_loss| { Targets::ClassNumbers { checked: false } }
    mask |_loss, _y_true, values| { Some(ops::greater(values, &ops::zeros_like(values))) }
    call |loss, y_true, y_pred| {
        let (gamma, margin) = (loss.gamma, loss.margin);
        let similarity = ops::matmul(y_pred, &ops::transpose(y_pred, &[1, 0]));
        let distances = 1.0 - similarity;
        let distances = &ops::maximum(&distances, &ops::zeros_like(&distances));
        let labels = ops::reshape(y_true, &[-1, 1]);
        let same = ops::equal(&labels, &ops::transpose(&labels, &[1, 0]));
        let other = ops::logical_not(&same);
        let own = ops::diag(&ops::ones_like(&ops::ravel(&labels)));
        let same = if loss.remove_diagonal { ops::logical_and(&same, &ops::logical_not(&own)) } else { same };
        let positive = |x: ops::Tensor| ops::maximum(&x, &ops::zeros_like(&x));
        let near = positive(distances + margin) * -gamma * (margin - distances);
        let far = positive((1.0 + margin) - distances) * gamma * ((1.0 - margin) - distances);
        let total = |pairs: &ops::Tensor, values: &ops::Tensor| {
            ops::logsumexp(&ops::where_(pairs, values, &ops::full_like(values, f64::NEG_INFINITY)), 1, false)
        };
        ops::softplus(&(total(&same, &near) + total(&other, &far)))
    }
}
