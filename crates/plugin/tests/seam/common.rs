//! Helpers of the tests.

use pjrt::{Client, NamedValue, Plugin};

/// Runs a test on the linked plugin and on the loaded one.
pub fn both(test: impl Fn(&Plugin)) {
    let (linked, loaded) = linked_and_loaded();
    test(&linked);
    test(&loaded);
}

/// The linked plugin and the one loaded from its file. Miri cannot load libraries and uses the linked plugin
/// twice.
pub fn linked_and_loaded() -> (Plugin, Plugin) {
    if cfg!(miri) {
        return (labora_plugin::linked().unwrap(), labora_plugin::linked().unwrap());
    }
    let loaded = Plugin::load(testkit::built_library("labora_plugin")).unwrap();
    assert!(loaded.path().is_some());
    (labora_plugin::linked().unwrap(), loaded)
}

/// A client with this number of devices, which multiplies in f32.
pub fn client(plugin: &Plugin, cores: i64) -> Client {
    Client::new(plugin, &[("cores", NamedValue::Int64(cores)), ("numerics", NamedValue::String("float32".into()))])
        .unwrap()
}

pub fn bytes(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|v| v.to_le_bytes()).collect()
}

pub fn floats(bytes: &[u8]) -> Vec<f32> {
    bytes.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect()
}

/// A pseudo-random number generator (xorshift64*) with the same numbers in every run.
pub struct Random(pub u64);

impl Random {
    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % n
    }

    /// A number from -1 to 1.
    pub fn fraction(&mut self) -> f32 {
        self.below(2001) as f32 / 1000.0 - 1.0
    }
}

/// Squares three numbers, in place if the argument is donated.
pub const SQUARE: &str = "func.func @main(%x: tensor<3xf32> {tf.aliasing_output = 0 : i32}) -> tensor<3xf32> {
    %y = stablehlo.multiply %x, %x : tensor<3xf32>
    return %y : tensor<3xf32>
}";

/// Steps of gradient descent for `w` in `x w = y`, in a loop, on two replicas that average their gradients.
/// The weights are donated. The outputs are the weights and the mean squared error of the last step.
pub const DESCENT: &str = r#"module @descent attributes {mhlo.num_replicas = 2 : i32} {
  func.func public @main(%w: tensor<4x2xf32> {tf.aliasing_output = 0 : i32}, %x: tensor<8x4xf32>, %y: tensor<8x2xf32>,
                         %steps: tensor<i32>) -> (tensor<4x2xf32>, tensor<f32>) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %none = stablehlo.constant dense<0.0> : tensor<f32>
    %rate = stablehlo.constant dense<0.0625> : tensor<4x2xf32>
    %share = stablehlo.constant dense<0.03125> : tensor<f32>
    %r:3 = stablehlo.while(%i = %zero, %v = %w, %last = %none) : tensor<i32>, tensor<4x2xf32>, tensor<f32>
    cond {
      %more = stablehlo.compare LT, %i, %steps, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %p = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x2xf32>) -> tensor<8x2xf32>
      %e = stablehlo.subtract %p, %y : tensor<8x2xf32>
      %g = stablehlo.dot_general %x, %e, contracting_dims = [0] x [0] : (tensor<8x4xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
      %s = "stablehlo.all_reduce"(%g) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %c = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %c : tensor<f32>
      }) : (tensor<4x2xf32>) -> tensor<4x2xf32>
      %d = stablehlo.multiply %s, %rate : tensor<4x2xf32>
      %n = stablehlo.subtract %v, %d : tensor<4x2xf32>
      %ee = stablehlo.multiply %e, %e : tensor<8x2xf32>
      %l = stablehlo.reduce(%ee init: %none) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x2xf32>, tensor<f32>) -> tensor<f32>
      %m = "stablehlo.all_reduce"(%l) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %c = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %c : tensor<f32>
      }) : (tensor<f32>) -> tensor<f32>
      %mean = stablehlo.multiply %m, %share : tensor<f32>
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %j, %n, %mean : tensor<i32>, tensor<4x2xf32>, tensor<f32>
    }
    return %r#1, %r#2 : tensor<4x2xf32>, tensor<f32>
  }
}"#;
