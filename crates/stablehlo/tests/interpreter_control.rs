//! The interpreter's control flow, calls, replicas and random bits, and its errors.

mod common;

use common::{eval, eval1, vector};
use stablehlo::interpret::rng::{philox4x32, threefry2x32};
use stablehlo::interpret::{evaluate, evaluate_replicas};
use stablehlo::ops::{Binary, Collective, Direction, RngAlgorithm};
use stablehlo::{ElementType, ErrorKind, FuncBuilder, Literal, Module, OpKind, Result, TensorType, Value};

/// Doubles `x` until it is at least 100, and counts the iterations.
fn doubling(b: &mut FuncBuilder, x: Value) -> Result<Vec<Value>> {
    let zero = b.scalar(0i64)?;
    b.while_loop(
        &[x, zero],
        |b, p| {
            let limit = b.scalar(100i64)?;
            b.compare(Direction::Lt, p[0], limit)
        },
        |b, p| {
            let one = b.scalar(1i64)?;
            Ok(vec![b.add(p[0], p[0])?, b.add(p[1], one)?])
        },
    )
}

#[test]
fn loops_run_until_the_condition_fails() {
    let run = |x: i64| eval(&[Literal::scalar(x)], |b, p| doubling(b, p[0])).unwrap();
    assert_eq!(run(3), [Literal::scalar(192i64), Literal::scalar(6i64)]);
    assert_eq!(run(500), [Literal::scalar(500i64), Literal::scalar(0i64)], "no iteration");
}

#[test]
fn branches_are_selected() {
    let select = |p: bool| {
        eval1(&[Literal::scalar(p), Literal::scalar(7i32)], |b, p| {
            let r = b.if_else(p[0], |_| Ok(vec![p[1]]), |b| Ok(vec![b.negate(p[1])?]))?;
            Ok(r[0])
        })
    };
    assert_eq!([select(true), select(false)], [Literal::scalar(7i32), Literal::scalar(-7i32)]);
    let case = |index: i32| {
        eval1(&[Literal::scalar(index)], |b, p| {
            let branches =
                (0..3).map(|i| b.region(&[], |b, _| Ok(vec![b.scalar(10 * i)?]))).collect::<Result<Vec<_>>>()?;
            Ok(b.push(OpKind::Case, p, branches)?[0])
        })
    };
    let results = [case(0), case(1), case(2), case(-1), case(99)];
    assert_eq!(results, [0i32, 10, 20, 20, 20].map(Literal::scalar), "an index out of bounds selects the last branch");
}

#[test]
fn functions_are_called() {
    let ty = TensorType::scalar(ElementType::I32);
    let mut b = FuncBuilder::new("triple");
    let x = b.param(ty.clone());
    let twice = b.add(x, x).unwrap();
    let triple = b.add(twice, x).unwrap();
    let callee = b.finish(vec![triple]);
    let mut b = FuncBuilder::new("main");
    let x = b.param(ty.clone());
    let call = |b: &mut FuncBuilder, x| {
        b.push_typed(OpKind::Call { callee: "triple".into() }, &[x], Vec::new(), vec![ty.clone()]).unwrap()[0]
    };
    let once = call(&mut b, x);
    let twice = call(&mut b, once);
    let mut module = Module::new("calls", b.finish(vec![once, twice]));
    module.funcs.push(callee);
    let results = evaluate(&module, &[Literal::scalar(5i32)]).unwrap();
    assert_eq!(results, [Literal::scalar(15i32), Literal::scalar(45i32)]);
}

fn replicas<T: stablehlo::NativeType>(values: &[T]) -> Vec<Vec<Literal>> {
    values.iter().map(|v| vec![Literal::scalar(*v)]).collect()
}

#[test]
fn all_reduce_sums_within_each_group() {
    let program = |groups: Vec<Vec<i64>>, op: Binary| {
        let mut b = FuncBuilder::new("main");
        let x = b.param(TensorType::scalar(ElementType::I64));
        let region = b.scalar_region(op, ElementType::I64).unwrap();
        let attrs = Collective { replica_groups: groups, ..Collective::default() };
        let y = b.push(OpKind::AllReduce(attrs), &[x], vec![region]).unwrap();
        Module::new("sums", b.finish(y)).with_replicas(4)
    };
    let inputs = replicas(&[1i64, 20, 300, 4000]);
    let run = |module: &Module| evaluate_replicas(module, &inputs).unwrap();
    assert_eq!(run(&program(vec![], Binary::Add)), replicas(&[4321i64; 4]));
    assert_eq!(run(&program(vec![vec![0, 3], vec![2, 1]], Binary::Add)), replicas(&[4001i64, 320, 320, 4001]));
    assert_eq!(run(&program(vec![vec![0, 1, 2], vec![3]], Binary::Maximum)), replicas(&[300i64, 300, 300, 4000]));
    let outside = evaluate_replicas(&program(vec![vec![0, 1]], Binary::Add), &inputs).unwrap_err();
    assert!(outside.message().contains("replica 2"), "{outside}");
}

#[test]
fn replicas_know_their_id_and_may_diverge() {
    let mut b = FuncBuilder::new("main");
    let x = b.param(TensorType::scalar(ElementType::I64));
    let id = b.push(OpKind::ReplicaId, &[], Vec::new()).unwrap()[0];
    let looped = doubling(&mut b, x).unwrap();
    let module = Module::new("divergent", b.finish(vec![id, looped[1]])).with_replicas(3);
    let results = evaluate_replicas(&module, &replicas(&[1i64, 200, 60])).unwrap();
    let expected = [(0u32, 7i64), (1, 0), (2, 1)].map(|(id, n)| vec![Literal::scalar(id), Literal::scalar(n)]);
    assert_eq!(results, expected);
}

#[test]
fn a_collective_that_some_replicas_do_not_reach_is_an_error() {
    let mut b = FuncBuilder::new("main");
    let x = b.param(TensorType::scalar(ElementType::F32));
    let zero = b.scalar(0.0f32).unwrap();
    let positive = b.compare(Direction::Gt, x, zero).unwrap();
    let y = b.if_else(positive, |b| b.all_reduce_sum(&[x]), |_| Ok(vec![x])).unwrap();
    let module = Module::new("split", b.finish(y)).with_replicas(2);
    assert_eq!(evaluate_replicas(&module, &replicas(&[1.0f32, 2.0])).unwrap(), replicas(&[3.0f32, 3.0]));
    let error = evaluate_replicas(&module, &replicas(&[1.0f32, -2.0])).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Evaluation);
    assert!(error.message().contains("all_reduce") && error.message().contains("replica 1"), "{error}");
}

fn bits(algorithm: RngAlgorithm, state: &[u64], ty: TensorType) -> (Vec<u64>, Literal) {
    let results = eval(&[vector(state)], |b, p| {
        let (state, bits) = b.rng_bits(algorithm, p[0], ty)?;
        Ok(vec![state, bits])
    });
    let results = results.unwrap();
    (results[0].to_vec().unwrap(), results[1].clone())
}

#[test]
fn random_bits_are_blocks_of_successive_counters() {
    let key = 0x0123_4567_89ab_cdefu64;
    let words = |dims: &[usize]| TensorType::new(ElementType::Ui32, dims);
    let low_high = [0x89ab_cdef, 0x0123_4567];

    let (state, output) = bits(RngAlgorithm::Philox, &[key, u64::MAX], words(&[2, 3]));
    // In a state of two elements, the key is also the high half of the counter.
    let first = philox4x32(low_high, [u32::MAX, u32::MAX, low_high[0], low_high[1]]);
    let second = philox4x32(low_high, [0, 0, low_high[0] + 1, low_high[1]]);
    assert_eq!(output.to_vec::<u32>().unwrap(), [first[0], first[1], first[2], first[3], second[0], second[1]]);
    assert_eq!(state, [key, 1]);
    let (state, _) = bits(RngAlgorithm::Default, &[key, u64::MAX, 5], words(&[5]));
    assert_eq!(state, [key, 1, 6]);

    let (state, output) = bits(RngAlgorithm::ThreeFry, &[key, 7], words(&[3]));
    let blocks = [threefry2x32(low_high, [7, 0]), threefry2x32(low_high, [8, 0])];
    assert_eq!(output.to_vec::<u32>().unwrap(), [blocks[0][0], blocks[0][1], blocks[1][0]]);
    assert_eq!(state, [key, 9]);

    let (_, bytes) = bits(RngAlgorithm::ThreeFry, &[key, 7], TensorType::new(ElementType::Ui8, [2]));
    assert_eq!(bytes.to_vec::<u8>().unwrap(), [blocks[0][0] as u8, blocks[0][1] as u8]);
    let (state, long) = bits(RngAlgorithm::ThreeFry, &[key, 7], TensorType::new(ElementType::Ui64, [2]));
    let joined = blocks.map(|b| b[0] as u64 | (b[1] as u64) << 32);
    assert_eq!(long.to_vec::<u64>().unwrap(), joined);
    assert_eq!(state, [key, 9]);
}

#[test]
fn invalid_inputs_and_custom_calls_are_errors() {
    let mut b = FuncBuilder::new("main");
    let x = b.param(TensorType::new(ElementType::F32, [2]));
    let module = Module::new("identity", b.finish(vec![x]));
    let refused = |inputs: &[Literal]| evaluate(&module, inputs).unwrap_err().to_string();
    assert!(refused(&[]).contains("@main has 1 parameters, but 0 inputs were given"));
    assert!(refused(&[vector(&[1.0f64, 2.0])]).contains("has type tensor<2xf32>, but input 0 has type tensor<2xf64>"));
    let wrong_replicas = evaluate_replicas(&module, &[Vec::new(), Vec::new()]).unwrap_err();
    assert!(wrong_replicas.message().contains("1 replicas"), "{wrong_replicas}");
    assert_eq!(evaluate(&Module::default(), &[]).unwrap_err().kind(), ErrorKind::Program);

    let custom = OpKind::CustomCall {
        target: "mystery".into(),
        backend_config: String::new(),
        has_side_effect: false,
        called_computations: Vec::new(),
        attributes: Vec::new(),
    };
    let error = eval(&[], |b, _| {
        b.set_location(Some("layer".into()));
        b.push_typed(custom, &[], Vec::new(), vec![TensorType::scalar(ElementType::F32)])
    });
    let error = error.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Evaluation);
    assert!(error.message().contains("mystery") && error.message().contains("layer"), "{error}");
}
