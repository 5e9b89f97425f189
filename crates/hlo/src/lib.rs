//! A reader of XLA's optimized programs.
//!
//! A compiler behind the PJRT C API hands out what it made of a program as an `HloModuleProto`. A [`Module`] is that as
//! values: computations of instructions, shapes with their layouts in the device's memory ([`Layout`]: order of the dimensions,
//! tiles, memory space), and the compiler's notes on each instruction: which operation of the program it comes from, and on
//! TPUs how many cycles it is expected to take ([`Instruction::estimated_cycles`]).
//!
//! Only what is listed here is read of the messages (`xla/service/hlo.proto` and `xla/xla_data.proto` in openxla/xla); other
//! fields, constants' values among them, are passed over.
//!
//! ```
//! # fn example(format: &str, bytes: &[u8]) -> hlo::Result<()> {
//! let module = hlo::Module::read(format, bytes)?;
//! for instruction in &module.entry().instructions {
//!     println!("{} = {} {}", instruction.name, instruction.shape, instruction.opcode);
//! }
//! # Ok(())
//! # }
//! ```

mod element_type;
mod error;
mod module;
mod product;
mod proto;
mod read;
mod shape;

pub use element_type::ElementType;
pub use error::{Error, Result};
pub use module::{Computation, Instruction, Module};
pub use product::{Product, WindowDim};
pub use shape::{Array, Layout, Shape};
