//! The PJRT C API as Rust types, for programs and for plugins.
//!
//! The names are those of the C header (`pjrt_c_api.h` of OpenXLA), version
//! [`PJRT_API_MAJOR`].[`PJRT_API_MINOR`], so that its documentation applies. A client fills argument structs
//! and calls through [`PJRT_Api`]; a plugin fills a [`PJRT_Api`] and reads the same structs. This module
//! calls no function itself.
//!
//! * [`api`]: the table of functions, one line each. It generates the function struct, the names for messages
//!   and the offsets for version checks.
//! * [`layout`]: `struct_size`, which makes old and new versions compatible.
//! * [`handles`]: the opaque handles.
//! * the other modules: the structs of one subject each.
//!
//! The API only grows at the end of its structs. Code that reads a field which another version may lack first
//! checks with [`has_field!`](crate::has_field) that `struct_size` includes it.
#![allow(non_camel_case_types, non_upper_case_globals, non_snake_case)]

#[macro_use]
pub mod layout;

pub mod api;
pub mod buffer;
pub mod client;
pub mod device;
pub mod error;
pub mod event;
pub mod executable;
pub mod execute;
pub mod extension;
pub mod handles;
pub mod layouts;
pub mod memory;
pub mod memory_descriptions;
pub mod named_value;
pub mod plugin;
pub mod shardings;
pub mod topology;
pub mod transfer;
pub mod version;

pub use api::*;
pub use buffer::*;
pub use client::*;
pub use device::*;
pub use error::*;
pub use event::*;
pub use executable::*;
pub use execute::*;
pub use extension::*;
pub use handles::*;
pub use layout::{AbiStruct, PJRT_Bool};
pub use layouts::*;
pub use memory::*;
pub use memory_descriptions::*;
pub use named_value::*;
pub use plugin::*;
pub use shardings::*;
pub use topology::*;
pub use transfer::*;
pub use version::*;
