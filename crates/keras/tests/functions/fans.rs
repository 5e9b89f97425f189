//! The fans of initializers.

use keras::initializers::fans;

use crate::golden::{golden, list, numbers};

#[test]
fn fans_are_those_of_keras() {
    for case in list(&golden("initializers")["fans"]) {
        let shape: Vec<usize> = numbers(&case["shape"]).iter().map(|d| *d as usize).collect();
        let (fan_in, fan_out) = fans(&shape);
        assert_eq!(vec![fan_in as f64, fan_out as f64], numbers(&case["fans"]), "{shape:?}");
    }
}
