//! Callbacks of the host: what lives across them, programs that they run themselves, replicas and errors.

use std::sync::{Arc, Mutex};

use processor::{
    Argument, Buffer, CompileOptions, Cores, ErrorKind, Executable, HostArray, HostArrayMut, HostCallback, compile,
};
use stablehlo::{Literal, Module};

/// A host whose callback is a closure over floats.
struct Host<F>(F);

impl<F> std::fmt::Debug for Host<F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Host")
    }
}

impl<F: Fn(&[f32]) -> Result<Vec<f32>, String> + Send + Sync> HostCallback for Host<F> {
    fn call(&self, _: u64, arguments: &[HostArray<'_>], results: &mut [HostArrayMut<'_>]) -> Result<(), String> {
        let argument: Vec<f32> =
            arguments[0].bytes.chunks_exact(4).map(|b| f32::from_ne_bytes(b.try_into().unwrap())).collect();
        let result = (self.0)(&argument)?;
        assert_eq!(results[0].ty.num_elements(), result.len());
        results[0].bytes.chunks_exact_mut(4).zip(result).for_each(|(to, from)| to.copy_from_slice(&from.to_ne_bytes()));
        Ok(())
    }
}

fn compiled(
    text: &str,
    replicas: usize,
    host: impl Fn(&[f32]) -> Result<Vec<f32>, String> + Send + Sync + 'static,
) -> Executable {
    let mut module = Module::parse(text).unwrap();
    module.num_replicas = replicas;
    let options = CompileOptions { host_callback: Some(Arc::new(Host(host))), ..CompileOptions::default() };
    compile(&module, &options).unwrap()
}

fn vector(values: &[f32]) -> Argument {
    Argument::Borrow(Buffer::from_literal(&Literal::from_vec([values.len()], values).unwrap()))
}

fn floats(buffer: &Buffer) -> Vec<f32> {
    buffer.to_literal().to_vec::<f32>().unwrap()
}

/// A loop in which values before the callback are used after it, and the callback's result decides the next turn.
const LOOP: &str = "func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<i32>) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %limit = stablehlo.constant dense<100.0> : tensor<f32>
    %none = stablehlo.constant dense<0.0> : tensor<f32>
    %r:2 = stablehlo.while(%v = %x, %i = %zero) : tensor<4xf32>, tensor<i32>
    cond {
      %sum = stablehlo.reduce(%v init: %none) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
      %more = stablehlo.compare LT, %sum, %limit, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %before = stablehlo.dot_general %v, %v, contracting_dims = [] x [] : (tensor<4xf32>, tensor<4xf32>) -> tensor<4x4xf32>
      %h = stablehlo.custom_call @labora.callback(%v) {backend_config = \"3\", has_side_effect = true} : (tensor<4xf32>) -> tensor<4xf32>
      %d = stablehlo.reduce(%before init: %none) applies stablehlo.maximum across dimensions = [1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
      %n = stablehlo.add %h, %d : tensor<4xf32>
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %n, %j : tensor<4xf32>, tensor<i32>
    }
    return %r#0, %r#1 : tensor<4xf32>, tensor<i32>
}";

/// The result of the loop, and the arguments that its callback gets.
fn expected(mut x: Vec<f32>) -> (Vec<f32>, Vec<Vec<f32>>) {
    let mut seen = Vec::new();
    while x.iter().sum::<f32>() < 100.0 {
        seen.push(x.clone());
        let row = |a: &f32| x.iter().map(|b| a * b).fold(0.0, f32::max);
        x = x.iter().map(|a| a + 1.0 + row(a)).collect();
    }
    (x, seen)
}

#[test]
fn values_live_across_callbacks_on_any_number_of_threads() {
    let (result, calls) = expected(vec![0.5, 1.0, 1.5, 2.0]);
    assert!(calls.len() > 1);
    for threads in [1, 2, 3] {
        let seen = Arc::new(Mutex::new(Vec::new()));
        let log = seen.clone();
        let executable = compiled(LOOP, 1, move |x| {
            log.lock().unwrap().push(x.to_vec());
            Ok(x.iter().map(|x| x + 1.0).collect())
        });
        assert!(executable.cost().calls_host && executable.cost().has_loops);
        let cores = Cores::new(threads);
        for _ in 0..2 {
            let out = executable.run(&cores, vec![vec![vector(&[0.5, 1.0, 1.5, 2.0])]]).unwrap();
            assert_eq!(floats(&out[0][0]), result);
            assert_eq!(std::mem::take(&mut *seen.lock().unwrap()), calls, "in the order of the program");
        }
    }
}

#[test]
fn a_callback_runs_programs_on_the_same_cores() {
    let cores = Arc::new(Cores::new(1));
    let square = "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
        %y = stablehlo.multiply %x, %x : tensor<4xf32>
        return %y : tensor<4xf32>
    }";
    let square = compiled(square, 1, |_| Err("it has no callback".into()));
    let own = cores.clone();
    let calling = compiled(
        "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
            %e = stablehlo.exponential %x : tensor<4xf32>
            %h = stablehlo.custom_call @labora.callback(%x) {backend_config = \"0\", has_side_effect = true} : (tensor<4xf32>) -> tensor<4xf32>
            %y = stablehlo.multiply %h, %e : tensor<4xf32>
            return %y : tensor<4xf32>
        }",
        1,
        move |x| {
            let out = square.run(&own, vec![vec![vector(x)]]).map_err(|e| e.to_string())?;
            Ok(floats(&out[0][0]))
        },
    );
    let out = calling.run(&cores, vec![vec![vector(&[0.0, 1.0, -1.0, 2.0])]]).unwrap();
    let result = floats(&out[0][0]);
    for (x, y) in [0.0f32, 1.0, -1.0, 2.0].into_iter().zip(result) {
        assert!((y - x * x * x.exp()).abs() < 1e-4, "{x} gives {y}");
    }
}

#[test]
fn every_replica_calls_the_host() {
    let calling = compiled(
        "func.func @main(%x: tensor<4xf32> {mhlo.is_same_data_across_replicas = true}) -> tensor<4xf32> {
            %y = stablehlo.custom_call @labora.callback(%x) {backend_config = \"0\", has_side_effect = true} : (tensor<4xf32>) -> tensor<4xf32>
            return %y : tensor<4xf32>
        }",
        3,
        |x| Ok(x.iter().map(|x| -x).collect()),
    );
    for threads in [1, 3] {
        let arguments = (0..3).map(|_| vec![vector(&[1.0, 2.0, 3.0, 4.0])]).collect();
        for out in calling.run(&Cores::new(threads), arguments).unwrap() {
            assert_eq!(floats(&out[0]), [-1.0, -2.0, -3.0, -4.0]);
        }
    }
}

#[test]
fn the_message_of_a_callback_is_the_error_of_the_run() {
    let executable = compiled(LOOP, 1, |x| match x[0] {
        0.5 => Ok(x.to_vec()),
        _ => Err("the second call fails".into()),
    });
    let cores = Cores::new(2);
    let error = executable.run(&cores, vec![vec![vector(&[0.5, 1.0, 1.5, 2.0])]]).unwrap_err();
    assert_eq!((error.kind(), error.message()), (ErrorKind::Callback, "the second call fails"));
    // The cores go on.
    let out = executable.run(&cores, vec![vec![vector(&[100.0; 4])]]).unwrap();
    assert_eq!(floats(&out[0][0]), [100.0; 4]);
}

#[test]
fn a_program_with_callbacks_needs_a_host() {
    let module = Module::parse(LOOP).unwrap();
    let error = compile(&module, &CompileOptions::default()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unsupported);
    assert!(error.message().contains("no host that serves it"), "{error}");
}

/// Calls without results, in a loop whose results nobody reads, between two calls that only a token orders.
#[test]
fn callbacks_get_no_tokens_and_run_in_the_order_of_the_program() {
    #[derive(Debug, Default)]
    struct Log(Mutex<Vec<(u64, usize, usize)>>);
    impl HostCallback for Log {
        fn call(&self, number: u64, args: &[HostArray<'_>], results: &mut [HostArrayMut<'_>]) -> Result<(), String> {
            self.0.lock().unwrap().push((number, args.len(), results.len()));
            Ok(())
        }
    }
    let text = "func.func @main(%t: !stablehlo.token, %x: tensor<4xf32>) -> (!stablehlo.token, tensor<4xf32>) {
        %zero = stablehlo.constant dense<0> : tensor<i32>
        %one = stablehlo.constant dense<1> : tensor<i32>
        %two = stablehlo.constant dense<2> : tensor<i32>
        %y = stablehlo.exponential %x : tensor<4xf32>
        %t1 = stablehlo.custom_call @labora.callback(%t, %y) {backend_config = \"1\", has_side_effect = true} : (!stablehlo.token, tensor<4xf32>) -> !stablehlo.token
        %i = stablehlo.while(%v = %zero) : tensor<i32>
        cond {
          %more = stablehlo.compare LT, %v, %two, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %more : tensor<i1>
        } do {
          stablehlo.custom_call @labora.callback(%v) {backend_config = \"2\", has_side_effect = true} : (tensor<i32>) -> ()
          %n = stablehlo.add %v, %one : tensor<i32>
          stablehlo.return %n : tensor<i32>
        }
        %t2 = stablehlo.custom_call @labora.callback(%t1) {backend_config = \"3\", has_side_effect = true} : (!stablehlo.token) -> !stablehlo.token
        return %t2, %x : !stablehlo.token, tensor<4xf32>
    }";
    let (module, log) = (Module::parse(text).unwrap(), Arc::new(Log::default()));
    let options = CompileOptions { host_callback: Some(log.clone()), ..CompileOptions::default() };
    let executable = compile(&module, &options).unwrap();
    let token = Buffer::from_bytes(executable.param_types()[0].clone(), &[]).unwrap();
    executable.run(&Cores::new(2), vec![vec![Argument::Borrow(token), vector(&[0.0; 4])]]).unwrap();
    assert_eq!(*log.0.lock().unwrap(), [(1, 1, 0), (2, 1, 0), (2, 1, 0), (3, 0, 0)]);
}
