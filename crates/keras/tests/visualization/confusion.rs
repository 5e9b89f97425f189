//! Confusion matrices. The numbers are those of the examples of scikit-learn 1.7, in the documentation of
//! `confusion_matrix`, `recall_score` and `precision_score`.

use keras::Array;
use keras::visualization::ConfusionMatrix;

/// Rows with 1 at the place of each class.
fn one_hot(classes: &[usize], count: usize) -> Array {
    let values = classes.iter().flat_map(|class| (0..count).map(move |i| if i == *class { 1.0f32 } else { 0.0 }));
    Array::new([classes.len(), count], values.collect::<Vec<f32>>()).unwrap()
}

#[test]
fn counts_are_those_of_scikit_learn() {
    let (labels, predicted) = ([2, 0, 2, 2, 0, 1], [0, 0, 2, 2, 0, 2]);
    let matrix = ConfusionMatrix::of(&Array::from(labels.to_vec()), &one_hot(&predicted, 3)).unwrap();
    assert_eq!(matrix.rows().collect::<Vec<_>>(), [[2, 0, 0], [0, 0, 1], [1, 0, 2]]);
    let of_one_hot = ConfusionMatrix::of(&one_hot(&labels.map(|label| label as usize), 3), &one_hot(&predicted, 3));
    assert_eq!(of_one_hot.unwrap(), matrix);

    let (labels, predicted) = ([0, 1, 2, 0, 1, 2], [0, 2, 1, 0, 0, 1]);
    let matrix = ConfusionMatrix::of(&Array::from(labels.to_vec()), &one_hot(&predicted, 3)).unwrap();
    assert_eq!(matrix.recalls(), [1.0, 0.0, 0.0]);
    assert_eq!(matrix.precisions(), [2.0 / 3.0, 0.0, 0.0]);
    let text = matrix.text(&["a", "b", "c"]);
    let last: Vec<&str> = text.lines().last().unwrap().split_whitespace().collect();
    assert_eq!(last, ["precision", "66.7%", "0.0%", "0.0%", "33.3%"]);
}

#[test]
fn one_number_is_a_class_of_two() {
    let labels = Array::new([4, 1], vec![0.0f32, 1.0, 0.0, 1.0]).unwrap();
    let outputs = Array::new([4, 1], vec![0.2f32, 0.9, 0.6, 0.1]).unwrap();
    // `confusion_matrix([0, 1, 0, 1], [0, 1, 1, 0]).ravel()` is 1, 1, 1, 1.
    assert_eq!(ConfusionMatrix::of(&labels, &outputs).unwrap().rows().collect::<Vec<_>>(), [[1, 1], [1, 1]]);
}

#[test]
fn what_is_no_class_is_refused() {
    let says = |labels: Array| ConfusionMatrix::of(&labels, &one_hot(&[0, 1], 2)).unwrap_err().to_string();
    assert!(says(Array::from(vec![0, 2])).contains("row 1 has the label 2, but there are 2 classes"));
    assert!(says(Array::from(vec![0.5f32, 1.0])).contains("row 0 has the label 0.5, which is no whole number"));
    assert!(says(Array::from(vec![0])).contains("1 targets do not fit 2 outputs"));
    let images = Array::new([2, 2, 2], vec![0.0f32; 8]).unwrap();
    assert!(says(images).contains("rows of shape [2, 2] are no classes"));
}
