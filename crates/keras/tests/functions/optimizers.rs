//! The weights after each step of an optimizer.

use keras::objects::{Handle, Registry};
use keras::optimizers::{Adam, Optimizer, SGD, Slot, Step, from_name};
use serde_json::Value as Json;
use stablehlo::ElementType::{F32, I32};
use stablehlo::{FuncBuilder, Literal, Module, TensorType, Value, interpret};

use crate::golden::{assert_close, golden, list, numbers, tensor, text};

/// The optimizer of a golden case, from Keras's configuration.
fn optimizer(case: &Json) -> Handle<dyn Optimizer> {
    let object = serde_json::json!({ "class_name": case["class"], "config": case["config"] });
    Registry::new().deserialize(&object).unwrap()
}

/// The slots of a parameter, filled with their initial values.
fn initial(optimizer: &dyn Optimizer, params: &[Literal], paths: &[String]) -> Vec<Vec<Literal>> {
    let of = |slot: &Slot| {
        let filled = |(param, path): (&Literal, &String)| {
            let shape = optimizer.slot_shape(slot, &param.ty().dims, path).unwrap_or_default();
            Literal::full(TensorType::new(F32, shape), slot.initial).unwrap()
        };
        params.iter().zip(paths).map(filled).collect()
    };
    optimizer.all_slots().iter().map(of).collect()
}

/// One step as a program with the parameters iteration, learning rate, parameters, gradients and slots. It
/// returns the new parameters and slots.
fn step_program(optimizer: &dyn Optimizer, types: &[TensorType], paths: &[String], slots: &[Vec<Literal>]) -> Module {
    let mut b = FuncBuilder::new("main");
    let iteration = b.param(TensorType::scalar(I32));
    let learning_rate = b.param(TensorType::scalar(F32));
    let all = |b: &mut FuncBuilder| types.iter().map(|ty| b.param(ty.clone())).collect::<Vec<Value>>();
    let (params, grads) = (all(&mut b), all(&mut b));
    let slots: Vec<Vec<Value>> =
        slots.iter().map(|slot| slot.iter().map(|value| b.param(value.ty().clone())).collect()).collect();
    let step = Step { iteration, learning_rate, params: &params, paths, grads: &grads, slots: &slots };
    let (mut results, slots) = optimizer.apply(&mut b, &step).unwrap();
    results.extend(slots.into_iter().flatten());
    Module::new("step", b.finish(results))
}

#[test]
fn weights_after_each_step_are_those_of_keras() {
    let golden = golden("optimizers");
    let start: Vec<Literal> = list(&golden["params"]).iter().map(tensor).collect();
    let paths: Vec<String> = list(&golden["paths"]).iter().map(|path| text(path).to_owned()).collect();
    let types: Vec<TensorType> = start.iter().map(|p| p.ty().clone()).collect();
    for case in list(&golden["cases"]) {
        let optimizer = optimizer(case);
        let slots = initial(&*optimizer, &start, &paths);
        let module = step_program(&*optimizer, &types, &paths, &slots);
        let mut state: Vec<Literal> = start.iter().cloned().chain(slots.into_iter().flatten()).collect();
        let gradients = case.get("gradients").unwrap_or(&golden["gradients"]);
        for (i, (grads, expected)) in list(gradients).iter().zip(list(&case["after"])).enumerate() {
            let grads = list(grads).iter().zip(&types).map(|(g, ty)| Literal::from_f64(ty.clone(), &any(g)).unwrap());
            let mut inputs = vec![Literal::scalar(i as i32 + 1), Literal::scalar(optimizer.first_learning_rate())];
            inputs.extend(state[..types.len()].iter().cloned());
            inputs.extend(grads);
            inputs.extend(state[types.len()..].iter().cloned());
            state = interpret::evaluate(&module, &inputs).unwrap();
            for (param, expected) in state.iter().zip(list(expected)) {
                let what = format!("{} {} after step {}", case["class"], case["options"], i + 1);
                assert_close(&what, &param.to_f64_vec().unwrap(), &numbers(expected), 1e-5, 5e-7);
            }
        }
    }
}

/// Numbers, of which those that are not finite are texts.
fn any(json: &Json) -> Vec<f64> {
    let number = |n: &Json| n.as_f64().unwrap_or_else(|| text(n).parse().unwrap());
    list(json).iter().map(number).collect()
}

/// The configuration with all numbers as floats; Python writes 1 and 1.0.
fn floats(json: &Json) -> Json {
    match json {
        Json::Number(number) => number.as_f64().into(),
        Json::Object(object) => object.iter().map(|(name, value)| (name.clone(), floats(value))).collect(),
        other => other.clone(),
    }
}

#[test]
fn configurations_are_those_of_keras() {
    let golden = golden("optimizers");
    for case in list(&golden["cases"]) {
        assert_eq!(floats(&optimizer(case).get_config().into_json()), floats(&case["config"]), "{}", case["class"]);
    }
    let registry = Registry::new();
    let here: Vec<&str> = registry.rows::<dyn Optimizer>().map(|row| row.class_name).collect();
    let tested: Vec<&str> = list(&golden["cases"]).iter().map(|case| text(&case["class"])).collect();
    assert!(here.iter().all(|class| tested.contains(class)), "{here:?} {tested:?}");
}

#[test]
fn inputs_that_do_not_fit_are_errors() {
    let mut b = FuncBuilder::new("main");
    let iteration = b.param(TensorType::scalar(I32));
    let learning_rate = b.param(TensorType::scalar(F32));
    let w = b.param(TensorType::new(F32, [3]));
    let g = b.param(TensorType::new(F32, [4]));
    let mut message = |optimizer: &dyn Optimizer, grads: &[Value], slots: Vec<Vec<Value>>| {
        let step = Step { iteration, learning_rate, params: &[w], paths: &[], grads, slots: &slots };
        optimizer.apply(&mut b, &step).unwrap_err().to_string()
    };
    let adam = Adam::new();
    assert_eq!(message(&adam, &[], vec![vec![w], vec![w]]), "adam: 1 parameters with 0 gradients");
    assert!(message(&adam, &[w], vec![vec![w]]).contains("momentum"));
    assert_eq!(
        message(&adam, &[g], vec![vec![w], vec![w]]),
        "adam: parameter 0 is tensor<3xf32>, its gradient or slot tensor<4xf32>"
    );
    assert!(message(&SGD::new().momentum(2.0), &[w], vec![vec![w]]).contains("between 0 and 1"));
    assert!(from_name("tiger").unwrap_err().to_string().contains("adam_w"));
}
