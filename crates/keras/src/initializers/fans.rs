//! The connections of a weight.

/// Returns fan in and fan out of a variable of this shape: the number of connections into an output and out
/// of an input. A kernel is `[.., inputs, outputs]`; the leading dimensions (a convolution's receptive field)
/// count in both.
///
/// ```
/// assert_eq!(keras::initializers::fans(&[3, 3, 32, 64]), (288, 576));
/// ```
pub fn fans(shape: &[usize]) -> (usize, usize) {
    match *shape {
        [] => (1, 1),
        [n] => (n, n),
        [ref field @ .., inputs, outputs] => {
            let field: usize = field.iter().product();
            (inputs * field, outputs * field)
        }
    }
}
