//! Programs compiled for machines that are not here, and what the compiler says of them.
//!
//! Google's TPU compiler needs no TPU: `pip install libtpu` is enough. It is asked for a program as it would run on a
//! [`Machine`], and a [`Report`] says whether that fits into memory, how long a step takes by the compiler's estimate, where
//! the time goes, and what the padding of tiles costs.
//!
//! Nothing of this is measured: every figure is **the TPU compiler's estimate**. It counts neither collectives nor transfers,
//! and some operations not at all; the report says which. `docs/tpu.md` compares it with published measurements.
//!
//! ```no_run
//! use labora::ahead::{self, Machine};
//! let libtpu = labora::plugins::named("libtpu").ok_or("pip install libtpu")?.load()?;
//! let machine = Machine::named("v2:2x2")?;
//! let program = "func.func @main(%x: tensor<128x8xf32>) -> tensor<128x8xf32> { return %x : tensor<128x8xf32> }";
//! let report = ahead::compile(&libtpu, &machine, &ahead::Workload::new("identity", program))?;
//! println!("{} cycles, fits: {}", report.call.cycles, report.memory.fits());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod advice;
mod calibration;
mod cost;
mod machine;
mod report;
mod tensors;
mod traffic;

pub use calibration::{MEASURED_BY_ESTIMATED, PUBLISHED, Published};
pub use cost::{Cost, Hot};
pub use machine::{GENERATIONS, Generation, Machine};
pub use report::{Memory, Report, Workload, compile};
pub use tensors::{Place, Tensor};
