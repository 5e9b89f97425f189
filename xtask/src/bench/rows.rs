//! What is measured, against whom, and what is aimed at: one table.

/// A line of the benchmark: one piece of work, done by us and by our peers.
pub struct Row {
    /// For `--only`.
    pub name: &'static str,
    pub title: &'static str,
    /// Examples in a step or call, for figures such as images a second.
    pub batch: usize,
    pub measure: Measure,
    /// Our ways to do it; the best counts.
    pub ours: &'static [Who],
    pub peers: &'static [Who],
    pub goals: &'static [Goal],
    /// Rounds, where the row has a number of its own: work that takes many measurements in one run.
    pub rounds: Option<usize>,
}

/// Someone who does the work of a row.
pub struct Who {
    pub name: &'static str,
    pub how: How,
    /// Arguments, separated by blanks. `{NAME}` stands for the program of that name, lowered by
    /// `bench/programs` in float32, and `{NAME:DTYPE}` in that type.
    pub args: &'static str,
}

/// What is started.
#[derive(Clone, Copy)]
pub enum How {
    /// `labora`.
    Labora,
    /// A script of `bench/peers` in the environment of a file of `bench/requirements`.
    Script { environment: &'static str, script: &'static str },
    /// The same with Keras on that backend.
    Keras { environment: &'static str, backend: &'static str },
}

/// What is looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    /// The median of the times in a process that has warmed up. Peers stay alive between their turns.
    Seconds,
    /// As before, but peers are started anew for each turn: together they would not fit in memory.
    SecondsAlone,
    /// The whole process, from its start to its end.
    Process,
    /// The most memory that the process had resident, in bytes.
    PeakMemory,
}

/// What is aimed at.
pub enum Goal {
    /// The fastest peer takes so many times as long as we do.
    TimesFaster(f64),
    /// We take at most that part of what the leanest peer takes.
    PartOfLeanest(f64),
    /// A figure in our JSON is at most so much.
    AtMost(&'static str, f64),
    /// A figure in our JSON is at least so much.
    AtLeast(&'static str, f64),
}

use Goal::*;
use How::*;
use Measure::*;

const fn who(name: &'static str, how: How, args: &'static str) -> Who {
    Who { name, how, args }
}

const TENSORFLOW: How = Keras { environment: "tensorflow", backend: "tensorflow" };
const KERAS_JAX: How = Keras { environment: "jax", backend: "jax" };
const TORCH: How = Script { environment: "torch", script: "torch_peer.py" };
const JAX: How = Script { environment: "jax", script: "jax_peer.py" };
const ONNX: How = Script { environment: "onnx", script: "onnx_peer.py" };

pub const ROWS: &[Row] = &[
    Row {
        name: "cifar10-step-bf16",
        title: "the article's train step, batch 1024, 8 cores, bf16 multiplies",
        batch: 1024,
        measure: Seconds,
        ours: &[
            who("tpu, mixed_bfloat16", Labora, "bench train-step --dtype mixed_bfloat16 --steps 5"),
            who("tpu, float32 policy", Labora, "bench train-step --steps 5"),
        ],
        peers: &[
            who("Keras on TensorFlow", TENSORFLOW, "cifar10-step --batch 1024 --dtype bfloat16 --steps 5"),
            who("PyTorch", TORCH, "cifar10-step --batch 1024 --dtype bfloat16 --steps 5"),
            who("PyTorch compiled", TORCH, "cifar10-step --batch 1024 --dtype bfloat16 --mode compile --steps 5"),
        ],
        goals: &[TimesFaster(1.5), AtLeast("bf16_dot_peak_fraction", 0.8), AtMost("compile_s", 0.15)],
        rounds: None,
    },
    Row {
        name: "cifar10-step-f32",
        title: "the article's train step, batch 1024, 8 cores, f32",
        batch: 1024,
        measure: Seconds,
        ours: &[who("cpu, 8 cores", Labora, "bench train-step --device cpu --cores 8 --steps 5")],
        peers: &[
            who("Keras on TensorFlow", TENSORFLOW, "cifar10-step --batch 1024 --steps 5"),
            who("PyTorch", TORCH, "cifar10-step --batch 1024 --steps 5"),
            who("PyTorch channels first", TORCH, "cifar10-step --batch 1024 --mode contiguous --steps 5"),
            who("PyTorch compiled", TORCH, "cifar10-step --batch 1024 --mode compile --steps 5"),
        ],
        goals: &[TimesFaster(1.3)],
        rounds: None,
    },
    Row {
        name: "cifar10-step-jax",
        title: "the article's train step, batch 1024, against Keras on JAX (XLA:CPU), f32",
        batch: 1024,
        measure: Seconds,
        ours: &[who("cpu, 8 cores", Labora, "bench train-step --device cpu --cores 8 --steps 5")],
        peers: &[who("Keras on JAX", KERAS_JAX, "cifar10-step --batch 1024 --steps 2")],
        goals: &[TimesFaster(10.0)],
        rounds: None,
    },
    Row {
        name: "cifar10-epoch",
        title: "a whole fit epoch of 50,000 images from host arrays, with validation on 10,000",
        batch: 60_000,
        measure: Seconds,
        ours: &[who("tpu, mixed_bfloat16", Labora, "bench epoch --dtype mixed_bfloat16 --epochs 6")],
        peers: &[],
        goals: &[AtMost("of_steps", 1.03)],
        rounds: Some(1),
    },
    Row {
        name: "predict-1-f32",
        title: "predict, batch 1, f32",
        batch: 1,
        measure: Seconds,
        ours: &[who("cpu", Labora, "bench predict --device cpu --calls 200")],
        peers: &[
            who("ONNX Runtime", ONNX, "cifar10-predict --batch 1 --steps 200"),
            who("Keras on TensorFlow", TENSORFLOW, "cifar10-predict --batch 1 --steps 200"),
            who("PyTorch", TORCH, "cifar10-predict --batch 1 --steps 200"),
            who("PyTorch compiled", TORCH, "cifar10-predict --batch 1 --mode compile --steps 200"),
        ],
        goals: &[TimesFaster(1.3)],
        rounds: None,
    },
    Row {
        name: "predict-1-bf16",
        title: "predict, batch 1, bf16 multiplies",
        batch: 1,
        measure: Seconds,
        ours: &[
            who("tpu core, float32 policy", Labora, "bench predict --device tpu --cores 1 --calls 200"),
            who("cpu, mixed_bfloat16", Labora, "bench predict --device cpu --dtype mixed_bfloat16 --calls 200"),
        ],
        peers: &[
            who("ONNX Runtime (f32)", ONNX, "cifar10-predict --batch 1 --steps 200"),
            who("Keras on TensorFlow", TENSORFLOW, "cifar10-predict --batch 1 --dtype bfloat16 --steps 200"),
            who("PyTorch", TORCH, "cifar10-predict --batch 1 --dtype bfloat16 --steps 200"),
            who("PyTorch compiled", TORCH, "cifar10-predict --batch 1 --dtype bfloat16 --mode compile --steps 200"),
        ],
        goals: &[TimesFaster(1.3)],
        rounds: None,
    },
    Row {
        name: "predict-1024-f32",
        title: "predict, batch 1024, f32",
        batch: 1024,
        measure: Seconds,
        ours: &[who("cpu, 8 cores", Labora, "bench predict --device cpu --cores 8 --batch-size 1024 --calls 8")],
        peers: &[
            who("ONNX Runtime", ONNX, "cifar10-predict --batch 1024 --steps 8"),
            who("Keras on TensorFlow", TENSORFLOW, "cifar10-predict --batch 1024 --steps 8"),
            who("PyTorch", TORCH, "cifar10-predict --batch 1024 --steps 8"),
            who("PyTorch compiled", TORCH, "cifar10-predict --batch 1024 --mode compile --steps 8"),
        ],
        goals: &[TimesFaster(1.3)],
        rounds: None,
    },
    Row {
        name: "predict-1024-bf16",
        title: "predict, batch 1024, bf16 multiplies",
        batch: 1024,
        measure: Seconds,
        ours: &[
            who("tpu, float32 policy", Labora, "bench predict --device tpu --batch-size 1024 --calls 8"),
            who("tpu, mixed", Labora, "bench predict --device tpu --batch-size 1024 --dtype mixed_bfloat16 --calls 8"),
        ],
        peers: &[
            who("ONNX Runtime (f32)", ONNX, "cifar10-predict --batch 1024 --steps 8"),
            who("Keras on TensorFlow", TENSORFLOW, "cifar10-predict --batch 1024 --dtype bfloat16 --steps 8"),
            who("PyTorch", TORCH, "cifar10-predict --batch 1024 --dtype bfloat16 --steps 8"),
            who("PyTorch compiled", TORCH, "cifar10-predict --batch 1024 --dtype bfloat16 --mode compile --steps 8"),
        ],
        goals: &[TimesFaster(1.3)],
        rounds: None,
    },
    Row {
        name: "resnet50-f32",
        title: "ResNet-50 at 224x224, a train step of batch 32, f32",
        batch: 32,
        measure: SecondsAlone,
        ours: &[who("cpu", Labora, "bench program {resnet50} --device cpu --steps 3")],
        peers: &[
            who("Keras on TensorFlow", TENSORFLOW, "resnet50 --batch 32 --steps 3"),
            who("PyTorch", TORCH, "resnet50 --batch 32 --steps 3"),
            who("PyTorch compiled", TORCH, "resnet50 --batch 32 --mode compile --steps 3"),
            who("JAX", JAX, "resnet50 --batch 32 --steps 1"),
        ],
        goals: &[TimesFaster(1.2), AtMost("compile_s", 1.5)],
        rounds: Some(3),
    },
    Row {
        name: "resnet50-bf16",
        title: "ResNet-50 at 224x224, a train step of batch 32, bf16 multiplies",
        batch: 32,
        measure: SecondsAlone,
        ours: &[
            who("tpu, mixed_bfloat16", Labora, "bench program {resnet50:mixed_bfloat16} --device tpu --steps 3"),
            who("tpu, float32 policy", Labora, "bench program {resnet50} --device tpu --steps 3"),
        ],
        peers: &[
            who("Keras on TensorFlow", TENSORFLOW, "resnet50 --batch 32 --dtype bfloat16 --steps 3"),
            who("PyTorch", TORCH, "resnet50 --batch 32 --dtype bfloat16 --steps 3"),
            who("PyTorch compiled", TORCH, "resnet50 --batch 32 --dtype bfloat16 --mode compile --steps 3"),
        ],
        goals: &[TimesFaster(1.2), AtMost("compile_s", 1.5)],
        rounds: Some(3),
    },
    Row {
        name: "transformer-f32",
        title: "six transformer blocks (width 512, 256 positions), a train step of batch 8, f32",
        batch: 8,
        measure: Seconds,
        ours: &[who("cpu", Labora, "bench program {transformer} --device cpu --steps 3")],
        peers: &[
            who("Keras on TensorFlow", TENSORFLOW, "transformer --batch 8 --steps 3"),
            who("PyTorch", TORCH, "transformer --batch 8 --steps 3"),
            who("PyTorch compiled", TORCH, "transformer --batch 8 --mode compile --steps 3"),
            who("JAX", JAX, "transformer --batch 8 --steps 3"),
        ],
        goals: &[TimesFaster(1.2)],
        rounds: None,
    },
    Row {
        name: "transformer-bf16",
        title: "six transformer blocks (width 512, 256 positions), a train step of batch 8, bf16 multiplies",
        batch: 8,
        measure: Seconds,
        ours: &[
            who("tpu, mixed_bfloat16", Labora, "bench program {transformer:mixed_bfloat16} --device tpu --steps 3"),
            who("tpu, float32 policy", Labora, "bench program {transformer} --device tpu --steps 3"),
        ],
        peers: &[
            who("Keras on TensorFlow", TENSORFLOW, "transformer --batch 8 --dtype bfloat16 --steps 3"),
            who("PyTorch", TORCH, "transformer --batch 8 --dtype bfloat16 --steps 3"),
            who("PyTorch compiled", TORCH, "transformer --batch 8 --dtype bfloat16 --mode compile --steps 3"),
        ],
        goals: &[TimesFaster(1.2)],
        rounds: None,
    },
    Row {
        name: "mlp-f32",
        title: "MLP 784-512-512-10, a train step of batch 128, f32",
        batch: 128,
        measure: Seconds,
        ours: &[who("cpu", Labora, "bench program {mlp} --device cpu --steps 100")],
        peers: &[
            who("Keras on TensorFlow", TENSORFLOW, "mlp --batch 128 --steps 100"),
            who("PyTorch", TORCH, "mlp --batch 128 --steps 100"),
            who("PyTorch compiled", TORCH, "mlp --batch 128 --mode compile --steps 100"),
            who("JAX", JAX, "mlp --batch 128 --steps 100"),
        ],
        goals: &[TimesFaster(1.2)],
        rounds: None,
    },
    Row {
        name: "mlp-bf16",
        title: "MLP 784-512-512-10, a train step of batch 128, bf16 multiplies",
        batch: 128,
        measure: Seconds,
        ours: &[
            who("tpu, mixed_bfloat16", Labora, "bench program {mlp:mixed_bfloat16} --device tpu --steps 100"),
            who("tpu, float32 policy", Labora, "bench program {mlp} --device tpu --steps 100"),
        ],
        peers: &[
            who("Keras on TensorFlow", TENSORFLOW, "mlp --batch 128 --dtype bfloat16 --steps 100"),
            who("PyTorch", TORCH, "mlp --batch 128 --dtype bfloat16 --steps 100"),
            who("PyTorch compiled", TORCH, "mlp --batch 128 --dtype bfloat16 --mode compile --steps 100"),
        ],
        goals: &[TimesFaster(1.2)],
        rounds: None,
    },
    Row {
        name: "start",
        title: "from process start to the first train step done, the article's network, batch 1024",
        batch: 1024,
        measure: Process,
        ours: &[who("tpu, mixed_bfloat16", Labora, "bench train-step --dtype mixed_bfloat16 --first-only")],
        peers: &[
            who("Keras on TensorFlow", TENSORFLOW, "cifar10-step --batch 1024 --dtype bfloat16 --steps 0"),
            who("PyTorch", TORCH, "cifar10-step --batch 1024 --dtype bfloat16 --steps 0"),
            who("Keras on JAX", KERAS_JAX, "cifar10-step --batch 1024 --dtype bfloat16 --steps 0"),
        ],
        goals: &[AtMost("process_s", 1.0)],
        rounds: None,
    },
    Row {
        name: "memory",
        title: "peak memory of the article's training, batch 1024",
        batch: 1024,
        measure: PeakMemory,
        ours: &[who("tpu, mixed_bfloat16", Labora, "bench train-step --dtype mixed_bfloat16 --steps 3")],
        peers: &[
            who("Keras on TensorFlow", TENSORFLOW, "cifar10-step --batch 1024 --dtype bfloat16 --steps 2"),
            who("PyTorch", TORCH, "cifar10-step --batch 1024 --dtype bfloat16 --steps 2"),
            who("Keras on JAX", KERAS_JAX, "cifar10-step --batch 1024 --dtype bfloat16 --steps 2"),
        ],
        goals: &[PartOfLeanest(1.0 / 3.0)],
        rounds: None,
    },
];

/// The programs that rows name, with the number of replicas that they are lowered for.
pub const PROGRAMS: &[(&str, usize)] = &[("resnet50", 1), ("transformer", 1), ("mlp", 1)];
