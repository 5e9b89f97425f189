//! A reader of XLA's optimized HLO modules.
//!
//! A compiler behind the PJRT C API returns the program it compiled as an `HloModuleProto`. [`Module`] holds
//! that message as Rust values: computations of instructions, shapes with their layouts in device memory
//! ([`Layout`]: order of dimensions, tiles, memory space), and the compiler's annotations on each
//! instruction: the operation of the source program it comes from; on TPUs its estimated cycles
//! ([`Instruction::estimated_cycles`]); on GPUs the library or the code generator that was chosen.
//!
//! Only the fields listed here are read from the messages (`xla/service/hlo.proto` and `xla/xla_data.proto`
//! in openxla/xla). Other fields, the values of constants among them, are skipped.
//!
//! ```
//! # fn example(format: &str, bytes: &[u8]) -> compile_report::hlo::Result<()> {
//! let module = compile_report::hlo::Module::read(format, bytes)?;
//! for instruction in &module.entry().instructions {
//!     println!("{} = {} {}", instruction.name, instruction.shape, instruction.opcode);
//! }
//! # Ok(())
//! # }
//! ```

mod contraction;
mod element_type;
mod error;
mod module;
mod proto;
mod read;
mod read_contraction;
mod shape;

pub use contraction::{Contraction, WindowDim};
pub use element_type::ElementType;
pub use error::{Error, Result};
pub use module::{Computation, Instruction, Module};
pub use shape::{Array, Layout, Shape};
