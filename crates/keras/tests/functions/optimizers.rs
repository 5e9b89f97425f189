//! The weights after each step of an optimizer.

use keras::optimizers::{Adam, AdamW, Clip, Optimizer, Options, RmsProp, Sgd, Step, from_name};
use serde_json::Value as Json;
use stablehlo::ElementType::{F32, I32};
use stablehlo::{FuncBuilder, Literal, Module, TensorType, Value, interpret};

use crate::golden::{assert_close, golden, list, numbers, tensor, text};

/// The optimizer of a golden case.
fn optimizer(name: &str, settings: &Json) -> Box<dyn Optimizer> {
    let number = |key: &str, otherwise: f64| settings[key].as_f64().unwrap_or(otherwise);
    let flag = |key: &str| settings[key] == true;
    let common = |given: &Options| Options {
        learning_rate: settings["learning_rate"].as_f64().map_or(given.learning_rate.clone(), Into::into),
        weight_decay: settings["weight_decay"].as_f64().or(given.weight_decay),
        clip: [
            ("clipnorm", Clip::Norm as fn(f64) -> Clip),
            ("clipvalue", Clip::Value),
            ("global_clipnorm", Clip::GlobalNorm),
        ]
        .into_iter()
        .find_map(|(key, clip)| settings[key].as_f64().map(clip)),
    };
    let adam = |given: Adam| Adam {
        options: common(&given.options),
        beta_1: number("beta_1", given.beta_1),
        beta_2: number("beta_2", given.beta_2),
        epsilon: number("epsilon", given.epsilon),
        amsgrad: flag("amsgrad"),
    };
    match name {
        "sgd" => {
            let given = Sgd::new();
            let momentum = number("momentum", given.momentum);
            Box::new(Sgd { options: common(&given.options), momentum, nesterov: flag("nesterov") })
        }
        "adam" => Box::new(adam(Adam::new())),
        "adamw" => Box::new(AdamW(adam(AdamW::new().0))),
        "rmsprop" => {
            let given = RmsProp::new();
            Box::new(RmsProp {
                options: common(&given.options),
                rho: number("rho", given.rho),
                momentum: number("momentum", given.momentum),
                epsilon: number("epsilon", given.epsilon),
                centered: flag("centered"),
            })
        }
        _ => panic!("no optimizer {name}"),
    }
}

/// One step as a program with the parameters iteration, learning rate, parameters, gradients and slots. It
/// returns the new parameters and slots.
fn step_program(optimizer: &dyn Optimizer, types: &[TensorType]) -> Module {
    let mut b = FuncBuilder::new("main");
    let iteration = b.param(TensorType::scalar(I32));
    let learning_rate = b.param(TensorType::scalar(F32));
    let all = |b: &mut FuncBuilder| types.iter().map(|ty| b.param(ty.clone())).collect::<Vec<Value>>();
    let (params, grads) = (all(&mut b), all(&mut b));
    let slots: Vec<Vec<Value>> = optimizer.slot_names().iter().map(|_| all(&mut b)).collect();
    let step = Step { iteration, learning_rate, params: &params, grads: &grads, slots: &slots };
    let (mut results, slots) = optimizer.apply(&mut b, &step).unwrap();
    results.extend(slots.into_iter().flatten());
    Module::new("step", b.finish(results))
}

#[test]
fn weights_after_each_step_are_those_of_keras() {
    let golden = golden("optimizers");
    let start: Vec<Literal> = list(&golden["params"]).iter().map(tensor).collect();
    let types: Vec<TensorType> = start.iter().map(|p| p.ty().clone()).collect();
    for case in list(&golden["cases"]) {
        let optimizer = optimizer(text(&case["name"]), &case["options"]);
        let module = step_program(&*optimizer, &types);
        let zeros = || types.iter().map(|ty| Literal::full(ty.clone(), 0.0).unwrap());
        let mut state: Vec<Literal> =
            start.iter().cloned().chain(optimizer.slot_names().iter().flat_map(|_| zeros())).collect();
        for (i, (grads, expected)) in list(&golden["gradients"]).iter().zip(list(&case["after"])).enumerate() {
            let grads =
                list(grads).iter().zip(&types).map(|(g, ty)| Literal::from_f64(ty.clone(), &numbers(g)).unwrap());
            let mut inputs = vec![Literal::scalar(i as i32 + 1), Literal::scalar(optimizer.learning_rate())];
            inputs.extend(state[..types.len()].iter().cloned());
            inputs.extend(grads);
            inputs.extend(state[types.len()..].iter().cloned());
            state = interpret::evaluate(&module, &inputs).unwrap();
            for (param, expected) in state.iter().zip(list(expected)) {
                let what = format!("{optimizer:?} after step {}", i + 1);
                assert_close(&what, &param.to_f64_vec().unwrap(), &numbers(expected), 2e-6, 5e-7);
            }
        }
    }
}

#[test]
fn configurations_are_those_of_keras() {
    for case in list(&golden("optimizers")["cases"]) {
        let config = optimizer(text(&case["name"]), &case["options"]).config();
        assert_eq!(config, case["config"], "{}", case["name"]);
    }
}

#[test]
fn inputs_that_do_not_fit_are_errors() {
    let mut b = FuncBuilder::new("main");
    let iteration = b.param(TensorType::scalar(I32));
    let learning_rate = b.param(TensorType::scalar(F32));
    let w = b.param(TensorType::new(F32, [3]));
    let g = b.param(TensorType::new(F32, [4]));
    let mut message = |optimizer: &dyn Optimizer, grads: &[Value], slots: Vec<Vec<Value>>| {
        let step = Step { iteration, learning_rate, params: &[w], grads, slots: &slots };
        optimizer.apply(&mut b, &step).unwrap_err().to_string()
    };
    let adam = Adam::new();
    assert_eq!(message(&adam, &[], vec![vec![w], vec![w]]), "adam: 1 parameters with 0 gradients");
    assert!(message(&adam, &[w], vec![vec![w]]).contains("momentum"));
    assert_eq!(
        message(&adam, &[g], vec![vec![w], vec![w]]),
        "adam: parameter 0 is tensor<3xf32>, its gradient or slot tensor<4xf32>"
    );
    assert!(message(&Sgd { momentum: 2.0, ..Sgd::new() }, &[w], vec![vec![w]]).contains("between 0 and 1"));
    assert!(from_name("lion").unwrap_err().to_string().contains("adamw"));
}
