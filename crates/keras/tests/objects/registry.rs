//! Names, objects of a user, and configurations that are wrong.

use keras::losses::{BinaryCrossentropy, Dice, Loss, Reduction};
use keras::objects::{Declared, Handle, Object, Registry};
use keras::ops;
use serde_json::json;

keras::loss! {
    /// The absolute error beyond a tolerance.
    Tolerant "tolerant" {
        /// The error that costs nothing. Default: 0.1.
        tolerance: [f64] = 0.1;
    }
    call |loss, y_true, y_pred| {
        ops::mean(&ops::relu(&(ops::abs(&(y_true - y_pred)) - loss.tolerance)), -1, false)
    }
}

#[test]
fn an_object_of_a_user_is_saved_and_loaded() {
    let mut registry = Registry::new();
    registry.add::<Tolerant>();
    let loss: Handle<dyn Loss> = Tolerant::new().tolerance(0.25).reduction(Reduction::Sum).into();
    let json = loss.serialize();
    assert_eq!((&json["module"], &json["registered_name"]), (&json!(null), &json!("Custom>Tolerant")));
    let loaded = registry.deserialize::<dyn Loss>(&json).unwrap();
    assert_eq!(loaded, loss);
    assert_eq!(registry.from_name::<dyn Loss>("tolerant").unwrap(), Tolerant::new().into());
    let unknown = Registry::new().deserialize::<dyn Loss>(&json).unwrap_err().to_string();
    assert!(unknown.starts_with("there is no loss \"Custom>Tolerant\"; there are binary_crossentropy, "), "{unknown}");
}

#[test]
fn names_are_those_of_keras() {
    let registry = Registry::new();
    for (name, class) in [
        ("mse", "MeanSquaredError"),
        ("KLD", "KLDivergence"),
        ("kl_divergence", "KLDivergence"),
        ("CTC", "CTC"),
        ("ctc", "CTC"),
        ("binary_focal_crossentropy", "BinaryFocalCrossentropy"),
    ] {
        assert_eq!(registry.from_name::<dyn Loss>(name).unwrap().class_name(), class);
        assert_eq!(registry.deserialize::<dyn Loss>(&json!(name)).unwrap().class_name(), class);
    }
    // A loss that was given to Keras as a function.
    let function =
        json!({ "module": "builtins", "class_name": "function", "config": "huber", "registered_name": "function" });
    assert_eq!(registry.deserialize::<dyn Loss>(&function).unwrap().class_name(), "Huber");
}

#[test]
fn wrong_configurations_name_object_setting_and_what_is_allowed() {
    let message = |class: &str, config: serde_json::Value| {
        let object = json!({ "class_name": class, "config": config });
        Registry::new().deserialize::<dyn Loss>(&object).unwrap_err().to_string()
    };
    assert_eq!(message("Huber", json!({ "delta": "wide" })), "Huber: setting 'delta' is \"wide\", expected a number");
    assert_eq!(
        message("Huber", json!({ "gamma": 1.0 })),
        "Huber has no setting 'gamma'; there are delta, reduction, name"
    );
    assert_eq!(
        message("Poisson", json!({ "reduction": "all" })),
        "Poisson: setting 'reduction' is \"all\", expected 'sum_over_batch_size' or 'sum' or 'mean' or \
         'mean_with_sample_weight' or 'none'"
    );
    assert_eq!(
        message("CategoricalGeneralizedCrossEntropy", json!({ "q": 1.5 })),
        "CategoricalGeneralizedCrossEntropy: q is 1.5, not between 0 and 1"
    );
    assert_eq!(
        message("Dice", json!({ "axis": [1.5] })),
        "Dice: setting 'axis' is [1.5], expected an axis, a list of axes, or null for all"
    );
    assert_eq!(message("Hinge", json!([1])), "Hinge: the configuration is [1], expected an object");
    // Null is no setting, and Keras writes one axis as a number.
    let dice = json!({ "axis": 1, "from_the_future": null });
    let config = keras::objects::Config::from_json("Dice", &dice).unwrap();
    assert_eq!(Dice::from_config(&config, &Registry::new()).unwrap().axis, ops::Axes::from(1));
}

#[test]
fn settings_have_setters_and_are_in_the_configuration() {
    let loss = BinaryCrossentropy::new().from_logits(true).label_smoothing(0.1).name("labels");
    assert_eq!(
        loss.get_config().into_json(),
        json!({ "from_logits": true, "label_smoothing": 0.1, "axis": -1, "reduction": "sum_over_batch_size", "name": "labels" })
    );
    assert_eq!(BinaryCrossentropy::SETTINGS.len(), 5);
}
