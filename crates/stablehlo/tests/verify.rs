//! Modules that are malformed as a whole, built by hand where text cannot say it.

use stablehlo::ElementType::F32;
use stablehlo::ops::{Binary, Unary};
use stablehlo::{Block, ErrorKind, Func, FuncBuilder, Module, Op, OpKind, Param, TensorType, Value, verify};

fn ty() -> TensorType {
    TensorType::new(F32, [2])
}

/// A function of one parameter whose operations `fill` gives, from the parameter and three more values.
fn func(fill: impl FnOnce(Value, [Value; 3]) -> (Vec<Op>, Vec<Value>)) -> Func {
    let mut func = Func::new("main");
    let x = func.new_value(ty());
    let more = [(); 3].map(|()| func.new_value(ty()));
    func.params.push(Param { value: x, aliasing_output: None, attributes: Vec::new() });
    let (ops, results) = fill(x, more);
    func.body = Block { params: vec![x], ops, results };
    func
}

fn op(kind: OpKind, operands: &[Value], results: &[Value]) -> Op {
    Op { kind, operands: operands.to_vec(), results: results.to_vec(), regions: Vec::new(), location: None }
}

const NEGATE: OpKind = OpKind::Unary(Unary::Negate);

#[track_caller]
fn refused(module: &Module, kind: ErrorKind, words: &str) {
    let e = verify(module).expect_err(words);
    assert!(e.to_string().contains(words), "{e}");
    assert_eq!(e.kind(), kind, "{e}");
}

fn one(func: Func) -> Module {
    Module::new("m", func)
}

#[test]
fn values_are_made_once_before_they_are_used() {
    let good = func(|x, [a, b, _]| (vec![op(NEGATE, &[x], &[a]), op(NEGATE, &[a], &[b])], vec![b]));
    verify(&one(good)).unwrap();
    let early = func(|x, [a, b, _]| (vec![op(NEGATE, &[b], &[a]), op(NEGATE, &[x], &[b])], vec![a]));
    refused(
        &one(early),
        ErrorKind::Program,
        "function @main: operation 1 (%0 = stablehlo.negate): %1 is used before it is made",
    );
    let twice = func(|x, [a, ..]| (vec![op(NEGATE, &[x], &[a]), op(NEGATE, &[x], &[a])], vec![a]));
    refused(&one(twice), ErrorKind::Program, "is made twice");
    let never = func(|_, [a, ..]| (vec![], vec![a]));
    refused(&one(never), ErrorKind::Program, "return: %undefined is used before it is made");
}

#[test]
fn a_value_of_another_function_is_none() {
    let mut other = Func::new("other");
    let far = (0..9).map(|_| other.new_value(ty())).last().unwrap();
    let module = one(func(|_, [a, ..]| (vec![op(NEGATE, &[far], &[a])], vec![a])));
    refused(&module, ErrorKind::Program, "value 8 is none of this function's");
    let module = one(func(|x, _| (vec![op(NEGATE, &[x], &[far])], vec![x])));
    refused(&module, ErrorKind::Program, "no value of this function");
}

#[test]
fn what_a_region_makes_stays_in_it() {
    let mut b = FuncBuilder::new("main");
    let p = b.scalar(true).unwrap();
    let x = b.param(ty());
    let mut inner = None;
    let branch = |b: &mut FuncBuilder| {
        let y = b.negate(x)?;
        inner = Some(y);
        Ok(vec![y])
    };
    b.if_else(p, branch, |_| Ok(vec![x])).unwrap();
    let module = one(b.finish(vec![inner.unwrap()]));
    refused(&module, ErrorKind::Program, "is used outside of the region that makes it");
}

#[test]
fn types_are_checked_again() {
    let mut f = func(|x, [a, ..]| (vec![op(OpKind::Binary(Binary::Add), &[x], &[a])], vec![a]));
    f.body.ops[0].location = Some("layer".into());
    refused(
        &one(f),
        ErrorKind::Type,
        "operation 1 (%0 = stablehlo.add) at \"layer\": stablehlo.add: the operand has type tensor<2xf32>, it takes 2",
    );
}

fn calling(name: &str, callee: &str) -> Func {
    let mut f = func(|x, [a, ..]| (vec![op(OpKind::Call { callee: callee.into() }, &[x], &[a])], vec![a]));
    f.name = name.into();
    f
}

#[test]
fn calls_reach_a_function_of_their_types() {
    refused(&one(calling("main", "f")), ErrorKind::Program, "there is no function @f");
    let mut module = one(calling("main", "f"));
    let mut b = FuncBuilder::new("f");
    let x = b.param(TensorType::new(F32, [3]));
    module.funcs.push(b.finish(vec![x]));
    refused(&module, ErrorKind::Type, "@f is (tensor<3xf32>) -> (tensor<3xf32>), it is called as (tensor<2xf32>)");
    refused(&one(calling("main", "main")), ErrorKind::Program, "in a circle: @main -> @main");
    let mut circle = one(calling("main", "f"));
    circle.funcs.push(calling("f", "g"));
    circle.funcs.push(calling("g", "f"));
    refused(&circle, ErrorKind::Program, "in a circle: @main -> @f -> @g -> @f");
}

#[test]
fn names_and_numbers_of_the_module() {
    let plain = || func(|x, _| (vec![], vec![x]));
    let mut module = one(plain());
    module.funcs.push(plain());
    refused(&module, ErrorKind::Program, "two functions are called @main");
    refused(&one(plain()).with_replicas(0), ErrorKind::Program, "one replica and partition at least");
}

#[test]
fn memory_is_given_to_one_result_of_the_same_type() {
    let donated = |outputs: &[usize]| {
        let mut b = FuncBuilder::new("main");
        let params: Vec<Value> = outputs.iter().map(|_| b.param(ty())).collect();
        let sum = b.sum(params[0], &[0]).unwrap();
        outputs.iter().enumerate().for_each(|(i, o)| b.alias(i, *o).unwrap());
        one(b.finish(vec![params[0], sum]))
    };
    verify(&donated(&[0])).unwrap();
    refused(&donated(&[2]), ErrorKind::Program, "parameter 0 is given to result 2, there are 2 results");
    refused(&donated(&[1]), ErrorKind::Program, "parameter 0 of tensor<2xf32> is given to result 1 of tensor<f32>");
    refused(&donated(&[0, 0]), ErrorKind::Program, "two parameters are given to result 0");
}
