//! The verifier on malformed modules, most of which have no text form.

use stablehlo::ElementType::F32;
use stablehlo::ops::{Binary, Unary};
use stablehlo::{Block, ErrorKind, Func, FuncBuilder, Module, Op, OpKind, Param, TensorType, Value, verify};

fn ty() -> TensorType {
    TensorType::new(F32, [2])
}

/// A function of one parameter. `fill` returns its operations and results, given the parameter and three more
/// values.
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
fn values_are_defined_once_before_they_are_used() {
    let good = func(|x, [a, b, _]| (vec![op(NEGATE, &[x], &[a]), op(NEGATE, &[a], &[b])], vec![b]));
    verify(&one(good)).unwrap();
    let early = func(|x, [a, b, _]| (vec![op(NEGATE, &[b], &[a]), op(NEGATE, &[x], &[b])], vec![a]));
    refused(
        &one(early),
        ErrorKind::Program,
        "function @main: operation 1 (%0 = stablehlo.negate): %1 is used before it is defined",
    );
    let twice = func(|x, [a, ..]| (vec![op(NEGATE, &[x], &[a]), op(NEGATE, &[x], &[a])], vec![a]));
    refused(&one(twice), ErrorKind::Program, "is defined twice");
    let never = func(|_, [a, ..]| (vec![], vec![a]));
    refused(&one(never), ErrorKind::Program, "return: %undefined is used before it is defined");
}

#[test]
fn values_of_other_functions_are_errors() {
    let mut other = Func::new("other");
    let foreign = (0..9).map(|_| other.new_value(ty())).last().unwrap();
    let module = one(func(|_, [a, ..]| (vec![op(NEGATE, &[foreign], &[a])], vec![a])));
    refused(&module, ErrorKind::Program, "value 8 is not a value of this function");
    let module = one(func(|x, _| (vec![op(NEGATE, &[x], &[foreign])], vec![x])));
    refused(&module, ErrorKind::Program, "a result is not a value of this function");
}

#[test]
fn values_of_a_region_are_not_visible_outside() {
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
    refused(&module, ErrorKind::Program, "is used outside the region that defines it");
}

#[test]
fn types_of_operations_are_checked() {
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
fn calls_have_the_types_of_their_callee() {
    refused(&one(calling("main", "f")), ErrorKind::Program, "there is no function @f");
    let mut module = one(calling("main", "f"));
    let mut b = FuncBuilder::new("f");
    let x = b.param(TensorType::new(F32, [3]));
    module.funcs.push(b.finish(vec![x]));
    refused(
        &module,
        ErrorKind::Type,
        "@f has type (tensor<3xf32>) -> (tensor<3xf32>), but is called as (tensor<2xf32>)",
    );
    refused(&one(calling("main", "main")), ErrorKind::Program, "recursive calls are not allowed: @main -> @main");
    let mut cycle = one(calling("main", "f"));
    cycle.funcs.push(calling("f", "g"));
    cycle.funcs.push(calling("g", "f"));
    refused(&cycle, ErrorKind::Program, "recursive calls are not allowed: @main -> @f -> @g -> @f");
}

#[test]
fn function_names_are_unique_and_replica_counts_positive() {
    let plain = || func(|x, _| (vec![], vec![x]));
    let mut module = one(plain());
    module.funcs.push(plain());
    refused(&module, ErrorKind::Program, "two functions have the name @main");
    for replicas in [0, 1 << 31] {
        refused(&one(plain()).with_replicas(replicas), ErrorKind::Program, "from 1 to 2147483647 replicas");
    }
}

#[test]
fn parameters_are_donated_to_one_result_of_the_same_type() {
    let donated = |outputs: &[usize]| {
        let mut b = FuncBuilder::new("main");
        let params: Vec<Value> = outputs.iter().map(|_| b.param(ty())).collect();
        let sum = b.sum(params[0], &[0]).unwrap();
        outputs.iter().enumerate().for_each(|(i, o)| b.alias(i, *o).unwrap());
        one(b.finish(vec![params[0], sum]))
    };
    verify(&donated(&[0])).unwrap();
    refused(&donated(&[2]), ErrorKind::Program, "parameter 0 is donated to result 2, but the function has 2 results");
    refused(
        &donated(&[1]),
        ErrorKind::Program,
        "parameter 0 of type tensor<2xf32> is donated to result 1 of type tensor<f32>",
    );
    refused(&donated(&[0, 0]), ErrorKind::Program, "two parameters are donated to result 0");
}

/// A manual computation over four devices, from rows to rows.
const MANUAL: &str = r#"module {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  sdy.mesh @other = <["x"=4]>
  func.func @main(%x: tensor<4x2xf32>) -> tensor<4x2xf32> {
    %r = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%s: tensor<2x2xf32>) {
      %0 = stablehlo.add %s, %s : tensor<2x2xf32>
      sdy.return %0 : tensor<2x2xf32>
    } : (tensor<4x2xf32>) -> tensor<4x2xf32>
    return %r : tensor<4x2xf32>
  }
}"#;

#[test]
fn manual_computations_fit_their_meshes() {
    Module::parse(MANUAL).unwrap();
    for (from, to, words) in [
        ("in_shardings=[<@mesh", "in_shardings=[<@none", "names a mesh that the module does not define"),
        ("out_shardings=[<@mesh", "out_shardings=[<@other", "a manual computation has two meshes"),
        (r#"in_shardings=[<@mesh, [{"x"}, {}]>]"#, "in_shardings=[]", "in_shardings has 0 shardings, 1 are needed"),
        (r#"in_shardings=[<@mesh, [{"x"}, {}]>]"#, r#"in_shardings=[<@mesh, [{"x"}]>]"#, "has another rank than"),
        (r#"manual_axes={"x"}"#, r#"manual_axes={"z"}"#, "lacks one of the manual axes"),
        (r#"manual_axes={"x"}"#, r#"manual_axes={"x", "x"}"#, r#"manual_axes name "x" twice"#),
        (r#"manual_axes={"x"}"#, "manual_axes={}", "has shards of tensor<4x2xf32> in the manual computation"),
        (r#"manual_axes={"x"}"#, "manual_axes={x}", "expected '\"'"),
        (r#"manual_axes={"x"} (%s: tensor<2x2xf32>)"#, r#"manual_axes={"x"} ()"#, "%s is not defined"),
        ("stablehlo.add %s, %s", "stablehlo.add %x, %x", "%x is not defined"),
        (r#"["x"=2, "y"=2]"#, r#"["x"=3, "y"=2]"#, "cannot be divided into 3 equal shards"),
        (r#"["x"=2, "y"=2]"#, r#"["x"=0, "y"=2]"#, "sizes of axes are invalid"),
        ("sdy.return %0 : tensor<2x2xf32>", "sdy.return", "returns 0"),
    ] {
        let error = Module::parse(&MANUAL.replace(from, to)).expect_err(words);
        assert!(error.to_string().contains(words), "{to}: {error}");
    }
}
