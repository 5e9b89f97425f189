//! The PJRT C API, the interface between machine-learning programs and devices, and a safe client for it.
//!
//! * [`abi`] is the C API itself as Rust types, for this client and for plugins written in Rust.
//! * [`export`] is for plugins that are written in Rust.
//! * Everything else is the client. A [`Plugin`] is loaded or linked in, and a [`Client`] opened on it. The
//!   client has [`Device`]s, allocates [`Buffer`]s on them and compiles programs to [`LoadedExecutable`]s,
//!   which run on several devices at once. A [`Topology`] compiles for machines that are not present.
//!
//! ```no_run
//! use pjrt::{Argument, Client, CompileOptions, ElementType, ExecuteOptions, Plugin};
//!
//! let plugin = Plugin::load("libtpu.so")?;
//! let client = Client::new(&plugin, &[])?;
//! let program = "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
//!     %y = stablehlo.add %x, %x : tensor<4xf32>
//!     return %y : tensor<4xf32>
//! }";
//! let double = client.compile(program, &CompileOptions::default())?;
//! let ones: Vec<u8> = [1f32; 4].iter().flat_map(|x| x.to_ne_bytes()).collect();
//! let x = client.buffer_from_host(&ones, ElementType::F32, &[4], &client.devices()[0])?;
//! let outputs = double.execute(vec![vec![Argument::Borrow(&x)]], &ExecuteOptions::default())?;
//! let twos: Vec<u8> = outputs[0][0].to_vec()?;
//! # Ok::<(), pjrt::Error>(())
//! ```
//!
//! # Versions
//! Plugins of API 0.57 and later are supported. A call of a function that a plugin lacks is an error of kind
//! [`ErrorKind::Unimplemented`] that names the function; nothing beyond a plugin's `struct_size` is ever
//! read. A plugin of a later version than [`abi`] receives zero-extended structs, since it may reject structs
//! that are shorter than its own.
//!
//! # Threads
//! PJRT requires of every implementation that clients, devices, buffers, executables and events can be used
//! from several threads at once. The types here are therefore `Send` and `Sync`.

#[macro_use]
pub mod abi;
pub mod export;

mod buffer;
mod call;
mod client;
mod compile_options;
mod device;
mod element_type;
mod error;
mod event;
mod executable;
mod execute;
mod extension;
mod handle;
mod key_value;
mod layout;
mod loaded_executable;
mod memory;
mod memory_stats;
mod named_value;
mod plugin;
mod preload;
mod program;
mod shape;
mod sharding;
mod topology;
mod zero_extended;

pub use buffer::Buffer;
pub use client::{Client, HostData};
pub use compile_options::{CompileOptions, DeviceAssignment, OptionValue};
pub use device::{Device, DeviceDescription};
pub use element_type::ElementType;
pub use error::{Error, ErrorKind, Result};
pub use event::Event;
pub use executable::{Executable, OptimizedProgram, OutputSpec};
pub use execute::{Argument, ExecuteOptions, Execution};
pub use key_value::KeyValueStore;
pub use loaded_executable::LoadedExecutable;
pub use memory::Memory;
pub use memory_stats::{CompiledMemoryStats, DeviceMemoryStats};
pub use named_value::{Attributes, NamedValue, NamedValueList};
pub use plugin::Plugin;
pub use preload::preload;
pub use program::Program;
pub use topology::Topology;
