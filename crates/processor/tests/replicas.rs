//! Replicas that meet: all-reduces in loops and groups, any number of threads, and what happens when they
//! disagree.

mod common;

use common::{Random, module, run};
use processor::{Argument, Buffer, CompileOptions, Cores, ErrorKind, compile};
use stablehlo::interpret::evaluate_replicas;
use stablehlo::ops::{Binary, Collective, Direction};
use stablehlo::{ElementType, Literal, Module, OpKind, TensorType};

const REPLICAS: usize = 8;

/// Elements that are averaged: several chunks of a reduction, but few under Miri, which is a thousand times
/// slower.
const ELEMENTS: usize = if cfg!(miri) { 200 } else { 20_000 };

/// Eight replicas that take steps towards the mean of what all of them hold, as often as they are told.
fn averaging() -> Module {
    let vector = TensorType::new(ElementType::F32, [ELEMENTS]);
    let types = [vector.clone(), TensorType::scalar(ElementType::I32)];
    let module = module(&types, |b, p| {
        let zero = b.scalar(0i32)?;
        let rounds = p[1];
        let out = b.while_loop(
            &[p[0], zero],
            |b, c| b.compare(Direction::Lt, c[1], rounds),
            |b, c| {
                let curved = b.tanh(c[0])?;
                let total = b.sum(curved, &[0])?;
                let sums = b.all_reduce_sum(&[curved, total])?;
                let share = b.full_like(sums[0], 1.0 / REPLICAS as f64)?;
                let mean = b.multiply(sums[0], share)?;
                let away = b.subtract(mean, c[0])?;
                let half = b.full_like(away, 0.5)?;
                let step = b.multiply(away, half)?;
                let little = b.scalar(1e-6f32)?;
                let lift = b.multiply(sums[1], little)?;
                let lift = b.broadcast_in_dim(lift, &[], &[ELEMENTS])?;
                let next = b.add(c[0], step)?;
                let next = b.add(next, lift)?;
                let one = b.scalar(1i32)?;
                Ok(vec![next, b.add(c[1], one)?])
            },
        )?;
        Ok(out)
    });
    module.unwrap().with_replicas(REPLICAS)
}

fn averaging_inputs(rounds: impl Fn(usize) -> i32) -> Vec<Vec<Literal>> {
    let mut random = Random(7);
    let ty = TensorType::new(ElementType::F32, [ELEMENTS]);
    (0..REPLICAS).map(|r| vec![random.literal(&ty), Literal::scalar(rounds(r))]).collect()
}

#[test]
fn results_are_the_same_on_any_number_of_threads() {
    let (module, inputs) = (averaging(), averaging_inputs(|_| 5));
    let one = run(&module, &CompileOptions::default(), 1, &inputs);
    for threads in [2, 3, 8, 11] {
        assert_eq!(run(&module, &CompileOptions::default(), threads, &inputs), one, "{threads} threads");
    }
    let want = evaluate_replicas(&module, &inputs).unwrap();
    for (got, want) in one.iter().zip(&want) {
        common::assert_close(&got[0], &want[0], Default::default(), "average");
        assert_eq!(got[1], want[1]);
    }
}

#[test]
fn replicas_that_go_round_more_often_than_others_are_an_error() {
    let executable = compile(&averaging(), &CompileOptions::default()).unwrap();
    for threads in [1, 2, 8] {
        let inputs = averaging_inputs(|r| if r == 3 { 2 } else { 4 });
        let borrow = |l: &Literal| Argument::Borrow(Buffer::from_literal(l));
        let arguments = inputs.iter().map(|list| list.iter().map(borrow).collect()).collect();
        let error = executable.run(&Cores::new(threads), arguments).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Collective);
        assert!(error.message().contains("replica 3 never reached"), "{error}");
        assert!(error.message().contains("all_reduce"), "{error}");
    }
}

#[test]
fn a_run_after_a_failed_one_is_none_the_worse() {
    let executable = compile(&averaging(), &CompileOptions::default()).unwrap();
    let cores = Cores::new(2);
    let go = |rounds: &dyn Fn(usize) -> i32| {
        let borrow = |l: &Literal| Argument::Borrow(Buffer::from_literal(l));
        let inputs = averaging_inputs(rounds);
        executable.run(&cores, inputs.iter().map(|list| list.iter().map(borrow).collect()).collect())
    };
    let before = go(&|_| 3).unwrap();
    assert!(go(&|r| r as i32).is_err());
    let after = go(&|_| 3).unwrap();
    let bytes = |r: &[Vec<Buffer>]| r.iter().map(|b| b[0].as_bytes().to_vec()).collect::<Vec<_>>();
    assert_eq!(bytes(&before), bytes(&after));
}

#[test]
fn groups_reduce_among_themselves() {
    for element in [ElementType::F32, ElementType::I64, ElementType::Bf16] {
        let ty = TensorType::new(element, [33]);
        let module = module(std::slice::from_ref(&ty), |b, p| {
            let region = b.scalar_region(Binary::Maximum, element)?;
            let groups = vec![vec![0, 2], vec![3, 1]];
            let kind = OpKind::AllReduce(Collective { replica_groups: groups, ..Collective::default() });
            let most = b.push(kind, p, vec![region])?[0];
            Ok(vec![b.subtract(most, p[0])?])
        })
        .unwrap()
        .with_replicas(4);
        let mut random = Random(8);
        let inputs: Vec<Vec<Literal>> = (0..4).map(|_| vec![random.literal(&ty)]).collect();
        let want = evaluate_replicas(&module, &inputs).unwrap();
        for threads in [1, 2] {
            assert_eq!(run(&module, &CompileOptions::default(), threads, &inputs), want);
        }
    }
}

#[test]
fn each_replica_knows_its_number() {
    let module = module(&[], |b, _| {
        let id = b.push(OpKind::ReplicaId, &[], Vec::new())?[0];
        let sum = b.all_reduce_sum(&[id])?;
        Ok(vec![id, sum[0]])
    })
    .unwrap()
    .with_replicas(5);
    let got = run(&module, &CompileOptions::default(), 2, &vec![Vec::new(); 5]);
    for (i, list) in got.iter().enumerate() {
        assert_eq!(*list, [Literal::scalar(i as u32), Literal::scalar(10u32)]);
    }
}

#[test]
fn several_all_reduces_become_one_meeting_and_stay_right() {
    let types = [TensorType::new(ElementType::F32, [70]), TensorType::new(ElementType::F32, [9000])];
    let module = module(&types, |b, p| {
        let a = b.all_reduce_sum(&[p[0]])?[0];
        let scaled = b.multiply(p[1], p[1])?;
        let c = b.all_reduce_sum(&[scaled])?[0];
        let total = b.sum(c, &[0])?;
        let wide = b.broadcast_in_dim(total, &[], &[70])?;
        let mixed = b.add(a, wide)?;
        let again = b.all_reduce_sum(&[mixed])?[0];
        Ok(vec![again, a, c])
    })
    .unwrap()
    .with_replicas(3);
    let mut random = Random(9);
    let inputs: Vec<Vec<Literal>> = (0..3).map(|_| types.iter().map(|t| random.literal(t)).collect()).collect();
    let want = evaluate_replicas(&module, &inputs).unwrap();
    let got = run(&module, &CompileOptions::default(), 2, &inputs);
    for (g, w) in got.iter().flatten().zip(want.iter().flatten()) {
        common::assert_close(g, w, Default::default(), "sums");
    }
}

#[test]
fn an_operand_that_is_reduced_twice_is_not_overwritten_by_the_first_sum() {
    let ty = TensorType::new(ElementType::F32, [ELEMENTS]);
    let module = module(std::slice::from_ref(&ty), |b, p| {
        let x = b.tanh(p[0])?;
        let (first, second) = (b.all_reduce_sum(&[x])?[0], b.all_reduce_sum(&[x])?[0]);
        Ok(vec![b.subtract(first, second)?, first, second])
    })
    .unwrap()
    .with_replicas(3);
    let mut random = Random(10);
    let inputs: Vec<Vec<Literal>> = (0..3).map(|_| vec![random.literal(&ty)]).collect();
    let got = run(&module, &CompileOptions::default(), 2, &inputs);
    assert!(got.iter().all(|list| list[1] == list[2] && list[1] == got[0][1]));
    assert!(got[0][0].to_f64_vec().unwrap().iter().all(|x| *x == 0.0));
}
