//! Learning rates of schedules.

use keras::objects::{Kind, Object, Registry};
use keras::optimizers::schedules::{CosineDecayRestarts, LearningRateSchedule};
use keras::optimizers::{Adam, LearningRate, Optimizer};
use serde_json::{Value as Json, json};

use crate::golden::{assert_close, list, numbers};
use crate::json::{floats, names};

#[test]
fn learning_rates_and_configurations_are_those_of_keras() {
    let golden: Json = serde_json::from_str(include_str!("golden/schedules.json")).unwrap();
    let steps = numbers(&golden["steps"]);
    for case in list(&golden["cases"]) {
        let schedule = Registry::new().deserialize::<dyn LearningRateSchedule>(&case["object"]).unwrap();
        assert_eq!(floats(&schedule.serialize()), floats(&case["object"]));
        let rates: Vec<f64> = steps.iter().map(|step| schedule.at(*step as u64)).collect();
        // Keras computes in f32, where a cosine near its end has lost digits.
        assert_close(&format!("{schedule:?}"), &rates, &numbers(&case["values"]), 2e-6, 1e-8);
        let optimizer = Adam::new().learning_rate(schedule.clone());
        assert_eq!(optimizer.first_learning_rate(), schedule.at(0) as f32);
        assert_eq!(floats(optimizer.get_config().get("learning_rate").unwrap()), floats(&case["object"]));
        assert_eq!(optimizer.learning_rate, LearningRate::Schedule(schedule));
    }
    let mut here: Vec<&str> = <dyn LearningRateSchedule>::built_in().iter().map(|row| row.class_name).collect();
    here.sort_unstable();
    assert_eq!(here, names(&golden["classes"]));
}

#[test]
fn a_restart_is_at_its_step() {
    let schedule = CosineDecayRestarts::new(1.0, 4).t_mul(3.0);
    let mut restart = 0;
    for decay in 0..12 {
        assert!(restart == 0 || schedule.at(restart - 1) < 0.2, "before the restart at step {restart}");
        assert!((schedule.at(restart) - 1.0).abs() < 1e-9, "the restart at step {restart}");
        restart += 4 * 3u64.pow(decay);
    }
    // Decays of 4, 2, 1, ... steps are over after 8.
    assert_eq!(CosineDecayRestarts::new(1.0, 4).t_mul(0.5).alpha(0.25).at(8), 0.25);
}

#[test]
fn wrong_schedules_are_errors() {
    let message = |class: &str, config: Json| {
        let object = json!({ "class_name": class, "config": config });
        Registry::new().deserialize::<dyn LearningRateSchedule>(&object).unwrap_err().to_string()
    };
    assert_eq!(
        message("CosineDecay", json!({ "initial_learning_rate": 0.1, "decay_steps": 0 })),
        "CosineDecay: decay_steps is 0, expected a number of steps from 1 on"
    );
    assert_eq!(
        message("PiecewiseConstantDecay", json!({ "boundaries": [1, 2], "values": [0.1] })),
        "PiecewiseConstantDecay: 2 boundaries with 1 values, expected one value more"
    );
    assert_eq!(
        message("ExponentialDecay", json!({ "initial_learning_rate": 0.1, "decay_steps": 5 })),
        "ExponentialDecay: setting 'decay_rate' is missing, expected a number"
    );
}
