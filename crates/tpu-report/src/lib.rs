//! Ahead-of-time reports on programs compiled for TPUs, without a TPU.
//!
//! Google's TPU compiler needs no TPU: `pip install libtpu` is enough. [`compile`] compiles a program for a
//! [`Machine`], and the [`Report`] says if the program fits into memory, how long a step takes by the
//! compiler's estimate, which instructions take the time, and how much memory the padding of tiles costs.
//!
//! Nothing is measured: every time is **the TPU compiler's estimate**. The estimate covers neither
//! collectives nor transfers, and it lacks some other operations; the report names them. `docs/tpu.md`
//! compares the estimates with published measurements.
//!
//! [`hlo`] reads the compiler's output; the other modules build the report from it.
//!
//! ```no_run
//! use tpu_report::{Machine, Workload};
//! let libtpu = pjrt::Plugin::load("/path/to/libtpu.so")?;
//! let machine = Machine::named("v2:2x2")?;
//! let program = "func.func @main(%x: tensor<128x8xf32>) -> tensor<128x8xf32> { return %x : tensor<128x8xf32> }";
//! let report = tpu_report::compile(&libtpu, &machine, &Workload::new("identity", program))?;
//! println!("{} cycles, fits: {}", report.call.cycles, report.memory.fits());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod advice;
mod compile;
mod cost;
mod error;
pub mod hlo;
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
pub use machine::{GENERATIONS, Generation, Machine};
pub use memory::Memory;
pub use published::{MEASURED_OVER_ESTIMATED, PUBLISHED, PublishedRate};
pub use report::{CostAnalysis, Report};
pub use tensors::{Scope, Tensor};
pub use workload::Workload;
