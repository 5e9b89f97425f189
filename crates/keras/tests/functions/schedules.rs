//! Learning rates of schedules, and the fans of initializers.

use keras::initializers::fans;
use keras::optimizers::{Adam, LearningRate, Optimizer, Schedule, Warmup};
use serde_json::Value as Json;

use crate::golden::{assert_close, golden, list, numbers, text};

fn schedule(class: &str, config: &Json) -> Schedule {
    let number = |key: &str| config[key].as_f64().unwrap_or_else(|| panic!("{class} without {key}"));
    let initial_learning_rate = config["initial_learning_rate"].as_f64().unwrap_or(0.0);
    let decay_steps = config["decay_steps"].as_u64().unwrap_or(0);
    let staircase = config["staircase"] == true;
    match class {
        "ExponentialDecay" => Schedule::ExponentialDecay {
            initial_learning_rate,
            decay_steps,
            decay_rate: number("decay_rate"),
            staircase,
        },
        "InverseTimeDecay" => Schedule::InverseTimeDecay {
            initial_learning_rate,
            decay_steps,
            decay_rate: number("decay_rate"),
            staircase,
        },
        "PiecewiseConstantDecay" => Schedule::PiecewiseConstantDecay {
            boundaries: numbers(&config["boundaries"]).iter().map(|b| *b as u64).collect(),
            values: numbers(&config["values"]),
        },
        "PolynomialDecay" => Schedule::PolynomialDecay {
            initial_learning_rate,
            decay_steps,
            end_learning_rate: number("end_learning_rate"),
            power: number("power"),
        },
        "CosineDecay" => Schedule::CosineDecay {
            initial_learning_rate,
            decay_steps,
            alpha: number("alpha"),
            warmup: config["warmup_target"]
                .as_f64()
                .map(|target| Warmup { target, steps: number("warmup_steps") as u64 }),
        },
        _ => panic!("no schedule {class}"),
    }
}

#[test]
fn learning_rates_are_those_of_keras() {
    let golden = golden("schedules");
    let steps = numbers(&golden["steps"]);
    for case in list(&golden["cases"]) {
        let schedule = schedule(text(&case["class"]), &case["config"]);
        let rates: Vec<f64> = steps.iter().map(|step| schedule.at(*step as u64)).collect();
        // Keras computes in f32, where a cosine near its end has lost digits.
        assert_close(&format!("{schedule:?}"), &rates, &numbers(&case["values"]), 2e-6, 1e-8);
        let optimizer = Adam::new().with_learning_rate(schedule.clone());
        assert_eq!(optimizer.learning_rate(), schedule.at(0) as f32);
        assert_eq!(optimizer.config()["learning_rate"]["config"], case["config"]);
        assert!(matches!(optimizer.options.learning_rate, LearningRate::Schedule(_)));
    }
}

#[test]
fn fans_are_those_of_keras() {
    for case in list(&golden("initializers")["fans"]) {
        let shape: Vec<usize> = numbers(&case["shape"]).iter().map(|d| *d as usize).collect();
        let (fan_in, fan_out) = fans(&shape);
        assert_eq!(vec![fan_in as f64, fan_out as f64], numbers(&case["fans"]), "{shape:?}");
    }
}
