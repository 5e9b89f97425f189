//! Ahead-of-time reports on programs compiled for TPUs and NVIDIA GPUs, without the device.
//!
//! The compilers need no device: `pip install libtpu`, or `pip install jax-cuda13-pjrt nvidia-cuda-nvcc`.
//! [`compile`] compiles a program for a [`Machine`], and the [`Report`] says if the program fits into memory,
//! how long a step takes, which kernels were chosen for which layers, and which instructions take the time.
//!
//! Nothing is measured. On TPUs every time is **the TPU compiler's estimate**. It covers neither collectives
//! nor transfers, and it lacks some other operations; the report names them. On GPUs every time is **a
//! roofline bound**: for each kernel the longer of its operations at the card's peak and its bytes at the
//! card's bandwidth. `docs/compile-reports.md` compares both with published measurements.
//!
//! [`hlo`] reads the compiler's output; the other modules build the report from it.
//!
//! ```no_run
//! use compile_report::{Machine, Workload};
//! let libtpu = pjrt::Plugin::load("/path/to/libtpu.so")?;
//! let machine = Machine::named("v2:2x2")?;
//! let program = "func.func @main(%x: tensor<128x8xf32>) -> tensor<128x8xf32> { return %x : tensor<128x8xf32> }";
//! let report = compile_report::compile(&libtpu, &machine, &Workload::new("identity", program))?;
//! println!("{} cycles, fits: {}", report.call.cycles, report.memory.fits());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod advice;
mod compile;
mod cost;
mod error;
pub mod hlo;
mod kernel;
mod machine;
mod memory;
mod published;
mod report;
mod tensors;
mod traffic;
mod workload;

pub use compile::compile;
pub use cost::{Cost, Hotspot};
pub use error::{Error, Result};
pub use machine::{Accelerator, CARDS, Capability, Card, GENERATIONS, Generation, Machine, Peaks};
pub use memory::Memory;
pub use published::{MEASURED_OVER_BOUND, MEASURED_OVER_ESTIMATED, PUBLISHED, PublishedRate};
pub use report::{CostAnalysis, Layer, Report};
pub use tensors::{Scope, Tensor};
pub use workload::Workload;
