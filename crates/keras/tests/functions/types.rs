//! The types of programs, for all kinds of input.

use keras::activations::Activation;
use keras::losses;
use keras::metrics;
use keras::objects::Handle;
use keras::optimizers::{self, Adam, Optimizer, RMSprop, SGD, Step};
use stablehlo::ElementType::{Bf16, F32, I32, Ui8};
use stablehlo::{ElementType, FuncBuilder, TensorType, Value};

fn param(b: &mut FuncBuilder, element: ElementType, dims: &[usize]) -> Value {
    b.param(TensorType::new(element, dims))
}

#[test]
fn every_activation_keeps_its_input_type() {
    for activation in Activation::ALL {
        for element in [F32, Bf16] {
            let mut b = FuncBuilder::new("main");
            let x = param(&mut b, element, &[4, 6]);
            let y = activation.apply(&mut b, x).unwrap();
            let columns = if *activation == Activation::Glu { 3 } else { 6 };
            assert_eq!(b.ty(y), &TensorType::new(element, [4, columns]), "{activation}");
        }
        assert_eq!(activation.name().parse::<Activation>().unwrap(), *activation);
    }
}

#[test]
fn activations_reject_integers() {
    let mut b = FuncBuilder::new("main");
    let x = param(&mut b, I32, &[4]);
    let error = Activation::Relu.apply(&mut b, x).unwrap_err();
    assert_eq!(error.to_string(), "activation relu takes floating-point values, not tensor<4xi32>");
}

#[test]
fn losses_and_metrics_return_a_value_per_row() {
    let cases: &[(&str, &[usize], &[usize])] = &[
        ("sparse_categorical_crossentropy", &[8], &[8, 10]),
        ("sparse_categorical_crossentropy", &[8, 1], &[8, 10]),
        ("sparse_categorical_crossentropy", &[8, 4, 4], &[8, 4, 4, 3]),
        ("categorical_crossentropy", &[8, 10], &[8, 10]),
        ("binary_crossentropy", &[8], &[8, 1]),
        ("mean_squared_error", &[8, 3, 2], &[8, 3, 2]),
        ("mean_absolute_error", &[8, 1], &[8, 1]),
    ];
    for &(name, y_true, y_pred) in cases {
        for (target, prediction) in [(I32, F32), (Ui8, Bf16), (F32, F32)] {
            let loss = losses::from_name(name).unwrap();
            {
                let mut b = FuncBuilder::new("main");
                let (t, p) = (param(&mut b, target, y_true), param(&mut b, prediction, y_pred));
                let values = loss.per_sample(&mut b, t, p, None, None).unwrap();
                assert_eq!(b.ty(values), &TensorType::new(F32, [8]), "{loss:?}");
                let weights = param(&mut b, F32, &[8]);
                let metric = metrics::resolve("accuracy", y_true, y_pred).unwrap();
                let parts = metric.trace(&mut b, t, p, Some(weights)).unwrap();
                assert_eq!([b.ty(parts[0]), b.ty(parts[1])], [&TensorType::scalar(F32); 2], "{metric:?}");
            }
        }
    }
}

#[test]
fn every_optimizer_keeps_the_types_of_parameters_and_slots() {
    let optimizers: Vec<Handle<dyn Optimizer>> = vec![
        optimizers::from_name("SGD").unwrap(),
        SGD::new().momentum(0.9).nesterov(true).clipnorm(1.0).into(),
        optimizers::from_name("adam").unwrap(),
        Adam::new().amsgrad(true).global_clipnorm(1.0).into(),
        optimizers::from_name("adamw").unwrap(),
        optimizers::from_name("rmsprop").unwrap(),
        RMSprop::new().momentum(0.9).centered(true).clipvalue(1.0).into(),
    ];
    for optimizer in optimizers {
        let mut b = FuncBuilder::new("main");
        let iteration = param(&mut b, I32, &[]);
        let learning_rate = param(&mut b, F32, &[]);
        let shapes: [&[usize]; 3] = [&[3, 3, 2, 4], &[4], &[]];
        let params = shapes.map(|s| param(&mut b, F32, s));
        let grads = shapes.map(|s| param(&mut b, F32, s));
        let declared = optimizer.all_slots();
        let slots = declared.iter().map(|_| shapes.iter().map(|s| param(&mut b, F32, s)).collect());
        let slots: Vec<Vec<Value>> = slots.collect();
        let step = Step { iteration, learning_rate, params: &params, paths: &[], grads: &grads, slots: &slots };
        let (new, new_slots) = optimizer.apply(&mut b, &step).unwrap();
        let same = |values: &[Value]| values.iter().zip(shapes).all(|(v, s)| b.ty(*v) == &TensorType::new(F32, s));
        assert!(new.len() == 3 && same(&new), "{optimizer:?}");
        assert_eq!(new_slots.len(), optimizer.all_slots().len());
        assert!(new_slots.iter().all(|s| s.len() == 3 && same(s)), "{optimizer:?}");
    }
}
