//! The weight cache: values that depend on weights alone, such as packed operands, are computed once, and
//! again only after the weights have changed. The programs classify a single example, whose contractions
//! threads share.

mod common;

use common::{Random, Tolerance, assert_close, module};
use kernels::Isa;
use processor::{Argument, Buffer, CompileOptions, Cores, Executable, Numerics, Profile, compile};
use stablehlo::interpret::Interpreter;
use stablehlo::{ElementType, Literal, Module, TensorType};

/// Inference of one image, three times in a loop: a convolution and two dense layers, whose weights each
/// iteration uses.
const PROGRAM: &str = r#"
    func.func @main(%x: tensor<1x16x14x32xf32>, %filters: tensor<3x3x32x64xf32>, %wide: tensor<14336x256xf32>,
                    %narrow: tensor<256x10xf32>, %rounds: tensor<i32>) -> tensor<1x10xf32> {
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %one = stablehlo.constant dense<1> : tensor<i32>
      %nothing = stablehlo.constant dense<0.0> : tensor<1x10xf32>
      %least = stablehlo.constant dense<0.0> : tensor<1x16x14x64xf32>
      %results:2 = stablehlo.while(%i = %zero, %sum = %nothing) : tensor<i32>, tensor<1x10xf32>
        cond {
          %more = stablehlo.compare LT, %i, %rounds : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %more : tensor<i1>
        } do {
          %c = stablehlo.convolution(%x, %filters) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
            window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
            : (tensor<1x16x14x32xf32>, tensor<3x3x32x64xf32>) -> tensor<1x16x14x64xf32>
          %r = stablehlo.maximum %c, %least : tensor<1x16x14x64xf32>
          %flat = stablehlo.reshape %r : (tensor<1x16x14x64xf32>) -> tensor<1x14336xf32>
          %wider = stablehlo.negate %wide : tensor<14336x256xf32>
          %h = stablehlo.dot_general %flat, %wider, contracting_dims = [1] x [0]
            : (tensor<1x14336xf32>, tensor<14336x256xf32>) -> tensor<1x256xf32>
          %y = stablehlo.dot_general %h, %narrow, contracting_dims = [1] x [0]
            : (tensor<1x256xf32>, tensor<256x10xf32>) -> tensor<1x10xf32>
          %next = stablehlo.add %sum, %y : tensor<1x10xf32>
          %j = stablehlo.add %i, %one : tensor<i32>
          stablehlo.return %j, %next : tensor<i32>, tensor<1x10xf32>
        }
      return %results#1 : tensor<1x10xf32>
    }"#;

/// A dense layer with its updated weights among the results, as in training.
const TRAINING: &str = r#"
    func.func @main(%x: tensor<1x4096xf32>, %wide: tensor<4096x256xf32>) -> (tensor<1x256xf32>, tensor<4096x256xf32>) {
      %h = stablehlo.dot_general %x, %wide, contracting_dims = [1] x [0]
        : (tensor<1x4096xf32>, tensor<4096x256xf32>) -> tensor<1x256xf32>
      %next = stablehlo.negate %wide : tensor<4096x256xf32>
      return %h, %next : tensor<1x256xf32>, tensor<4096x256xf32>
    }"#;

/// A batch normalization whose factors depend on weights alone, and a function of the labels, which are no
/// weights.
const NORMALIZATION: &str = r#"
    func.func @main(%x: tensor<4x64xf32>, %scale: tensor<64xf32>, %variance: tensor<64xf32>, %labels: tensor<4xi32>)
        -> (tensor<4x64xf32>, tensor<4xf32>) {
      %one = stablehlo.constant dense<1.0> : tensor<64xf32>
      %square = stablehlo.multiply %variance, %variance : tensor<64xf32>
      %positive = stablehlo.add %square, %one : tensor<64xf32>
      %root = stablehlo.rsqrt %positive : tensor<64xf32>
      %factor = stablehlo.multiply %root, %scale : tensor<64xf32>
      %factors = stablehlo.broadcast_in_dim %factor, dims = [1] : (tensor<64xf32>) -> tensor<4x64xf32>
      %y = stablehlo.multiply %x, %factors : tensor<4x64xf32>
      %next = stablehlo.negate %labels : tensor<4xi32>
      %floats = stablehlo.convert %next : (tensor<4xi32>) -> tensor<4xf32>
      return %y, %floats : tensor<4x64xf32>, tensor<4xf32>
    }"#;

fn inputs(module: &Module, seed: u64) -> Vec<Literal> {
    let mut random = Random(seed);
    let types: Vec<TensorType> = module.main().expect("main").param_types();
    let literal = |ty: &TensorType| match ty.dims.is_empty() {
        true => Literal::from_vec([], [3i32]).expect("a scalar"),
        false => random.literal(ty),
    };
    types.iter().map(literal).collect()
}

fn buffers(inputs: &[Literal]) -> Vec<Buffer> {
    inputs.iter().map(Buffer::from_literal).collect()
}

fn profiled(executable: &Executable, cores: &Cores, buffers: &[Buffer]) -> (Literal, Profile) {
    let arguments = vec![buffers.iter().cloned().map(Argument::Borrow).collect()];
    let (results, profile) = executable.run_profiled(cores, arguments).expect("the program runs");
    (results[0][0].to_literal(), profile)
}

fn result(executable: &Executable, cores: &Cores, buffers: &[Buffer]) -> Literal {
    profiled(executable, cores, buffers).0
}

/// The number of operands that were packed in a run.
fn packed(profile: &Profile) -> u64 {
    profile.by_step().iter().filter(|step| step.name.starts_with("pack")).map(|step| step.count).sum()
}

#[test]
fn one_example_agrees_with_the_interpreter_on_any_number_of_threads() {
    let module = Module::parse(PROGRAM).expect("a program");
    let inputs = inputs(&module, 3);
    let buffers = buffers(&inputs);
    let want = Interpreter::new(&module).run(&inputs).expect("the interpreter runs it");
    for isa in Isa::available() {
        let options = CompileOptions { isa: Some(isa), ..CompileOptions::default() };
        let executable = compile(&module, &options).expect("the program compiles");
        let one = result(&executable, &Cores::new(1), &buffers);
        assert_close(&one, &want[0], Tolerance { units: 64.0 }, isa.name());
        for threads in [2, 3, 8] {
            let many = result(&executable, &Cores::new(threads), &buffers);
            assert_eq!(one.bytes(), many.bytes(), "{isa}, {threads} threads");
        }
    }
}

#[test]
fn weights_are_packed_once_and_again_after_they_change() {
    let module = Module::parse(PROGRAM).expect("a program");
    for numerics in [Numerics::Float32, Numerics::Tpu, Numerics::Highest] {
        let options = CompileOptions { numerics, ..CompileOptions::default() };
        let executable = compile(&module, &options).expect("the program compiles");
        let cores = Cores::new(2);
        let fresh = |buffers: &[Buffer]| {
            let executable = compile(&module, &options).expect("the program compiles");
            result(&executable, &Cores::new(1), buffers)
        };
        let mut given = buffers(&inputs(&module, 4));
        let others = buffers(&inputs(&module, 5));
        let (first, profile) = profiled(&executable, &cores, &given);
        assert_eq!(first, fresh(&given));
        assert_eq!(packed(&profile), 3, "filters and two layers, once for all iterations: {profile}");
        // Another image, the same weights.
        given[0] = others[0].clone();
        let (second, profile) = profiled(&executable, &cores, &given);
        assert_eq!(second, fresh(&given));
        assert_ne!(second, first);
        assert_eq!(packed(&profile), 0, "{profile}");
        // One weight after the other changes.
        for i in [1, 2, 3] {
            given[i] = others[i].clone();
            let (got, profile) = profiled(&executable, &cores, &given);
            assert_eq!(got, fresh(&given));
            assert_eq!(packed(&profile), 1, "{profile}");
        }
        // Equal weights in other buffers.
        let again = buffers(&inputs(&module, 4));
        let (got, profile) = profiled(&executable, &cores, &again);
        assert_eq!(got, first);
        assert_eq!(packed(&profile), 3, "{profile}");
    }
}

#[test]
fn factors_are_computed_once_and_again_after_weights_change() {
    let module = Module::parse(NORMALIZATION).expect("a program");
    let executable = compile(&module, &CompileOptions::default()).expect("the program compiles");
    let cores = Cores::new(2);
    let mut random = Random(12);
    let types: Vec<TensorType> = module.main().expect("main").param_types();
    let mut inputs: Vec<Literal> = types.iter().map(|ty| random.literal(ty)).collect();
    let mut given = buffers(&inputs);
    let (mut times, mut labels) = (Vec::new(), 0);
    // The first run, a run with nothing new, another batch with its labels, another scale.
    for new in [&[][..], &[], &[0, 3], &[1]] {
        for &i in new {
            inputs[i] = random.literal(&types[i]);
            given[i] = Buffer::from_literal(&inputs[i]);
        }
        let want = Interpreter::new(&module).run(&inputs).expect("the interpreter runs it");
        let (got, profile) = profiled(&executable, &cores, &given);
        assert_close(&got, &want[0], Tolerance { units: 64.0 }, "result");
        let count = |name: &str| -> u64 {
            profile.by_step().iter().filter(|step| step.name.contains(name)).map(|step| step.count).sum()
        };
        times.push(count("rsqrt"));
        labels += count("convert");
    }
    assert_eq!((times, labels), (vec![1, 0, 0, 1], 4));
}

#[test]
fn constants_are_weights_too() {
    let [x, w] = [[1, 512], [512, 256]].map(|dims| TensorType::new(ElementType::F32, dims));
    let literal = Random(6).literal(&w);
    let module = module(std::slice::from_ref(&x), |b, p| {
        let w = b.constant(literal)?;
        let negated = b.negate(w)?;
        Ok(vec![b.matmul(p[0], w)?, b.matmul(p[0], negated)?])
    });
    let module = module.expect("a program");
    let executable = compile(&module, &CompileOptions::default()).expect("the program compiles");
    let cores = Cores::new(2);
    for (seed, times) in [(7, 2), (8, 0), (9, 0)] {
        let input = [Random(seed).literal(&x)];
        let want = Interpreter::new(&module).run(&input).expect("the interpreter runs it");
        let (got, profile) = profiled(&executable, &cores, &buffers(&input));
        assert_close(&got, &want[0], Tolerance { units: 64.0 }, "result");
        assert_eq!(packed(&profile), times, "{profile}");
    }
}

#[test]
fn concurrent_runs_have_their_own_weights() {
    let module = Module::parse(PROGRAM).expect("a program");
    let executable = compile(&module, &CompileOptions::default()).expect("the program compiles");
    let cores = Cores::new(4);
    let cases: Vec<(Vec<Buffer>, Literal)> = (0..3)
        .map(|seed| {
            let buffers = buffers(&inputs(&module, seed));
            let want = result(&executable, &Cores::new(1), &buffers);
            (buffers, want)
        })
        .collect();
    std::thread::scope(|scope| {
        for (buffers, want) in &cases {
            let (executable, cores) = (&executable, &cores);
            scope.spawn(move || (0..10).for_each(|_| assert_eq!(result(executable, cores, buffers), *want)));
        }
    });
}

#[test]
fn cached_memory_is_counted_and_training_caches_nothing() {
    let compiled = |text: &str| {
        let module = Module::parse(text).expect("a program");
        compile(&module, &CompileOptions::default()).expect("the program compiles")
    };
    let wide = 14336 * 256 * 4;
    assert!(compiled(PROGRAM).memory(1).temp_bytes >= wide, "{:?}", compiled(PROGRAM).memory(1));
    let training = compiled(TRAINING);
    assert!(training.memory(1).temp_bytes < 4096 * 256 * 4, "{:?}", training.memory(1));
}
