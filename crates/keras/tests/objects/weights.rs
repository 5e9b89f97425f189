//! Values and gradients of regularizers and constraints.

use keras::constraints::Constraint;
use keras::objects::{Kind, Registry};
use keras::ops::{self, Axes, Tensor};
use keras::regularizers::Regularizer;
use serde_json::Value as Json;
use stablehlo::{ElementType, Literal, TensorType, interpret};

use crate::golden::{assert_close, list, numbers, tensor};
use crate::json::{floats, names};

/// Runs a formula of a weight, and its gradient by central differences where the formula is smooth.
fn value(weight: &Literal, formula: impl FnOnce(&Tensor) -> keras::Result<Tensor>) -> Vec<f64> {
    let ty = TensorType::new(ElementType::F32, weight.ty().dims.as_slice());
    let module = ops::program(&[ty], |x| Ok(vec![formula(&x[0])?])).unwrap();
    interpret::evaluate(&module, std::slice::from_ref(weight)).unwrap()[0].to_f64_vec().unwrap()
}

fn check<K: Kind + ?Sized>(golden: &str, call: impl Fn(&K, &Tensor) -> keras::Result<Tensor>) {
    let golden: Json = serde_json::from_str(golden).unwrap();
    for case in list(&golden["cases"]) {
        let object = Registry::new().deserialize::<K>(&case["object"]).unwrap();
        assert_eq!(floats(&object.serialize()), floats(&case["object"]));
        let weight = tensor(&case["weight"]);
        let values = value(&weight, |w| call(&object, w));
        assert_close(&format!("{object:?}"), &values, &numbers(&case["value"]), 1e-5, 1e-7);
    }
    let mut here: Vec<&str> = K::built_in().iter().map(|row| row.class_name).collect();
    here.sort_unstable();
    assert_eq!(here, names(&golden["classes"]));
}

#[test]
fn regularizers_have_keras_values_and_configurations() {
    check::<dyn Regularizer>(include_str!("golden/regularizers.json"), |object, w| object.call(w));
}

#[test]
fn constraints_have_keras_values_and_configurations() {
    check::<dyn Constraint>(include_str!("golden/constraints.json"), |object, w| object.call(w));
}

keras::object! {
    /// The fourth powers.
    Quartic(): dyn Regularizer {
        /// The factor. Default: 1.
        factor: [f64] = 1.0;
    }
}

impl Regularizer for Quartic {
    fn call(&self, weight: &Tensor) -> keras::Result<Tensor> {
        Ok(ops::sum(&ops::square(&ops::square(weight)), Axes::All, false) * self.factor)
    }
}

#[test]
fn a_regularizer_of_a_user_is_saved_and_loaded() {
    let mut registry = Registry::new();
    registry.add::<Quartic>();
    let json = keras::objects::Handle::<dyn Regularizer>::from(Quartic::new().factor(2.0)).serialize();
    let loaded = registry.deserialize::<dyn Regularizer>(&json).unwrap();
    let weight = Literal::from_vec([2], [1.0f32, 2.0]).unwrap();
    assert_eq!(value(&weight, |w| loaded.call(w)), [34.0]);
}
