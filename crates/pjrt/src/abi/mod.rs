//! The PJRT C API as Rust types: what crosses the line between a program and a plugin, in both directions.
//!
//! Names are those of the published C header (`pjrt_c_api.h` of OpenXLA), version [`PJRT_API_MAJOR`].[`PJRT_API_MINOR`],
//! so that its documentation applies word by word. A client fills argument structs and calls through [`PJRT_Api`]; a plugin
//! fills a [`PJRT_Api`] and reads the same structs. Nothing here calls anything.
//!
//! * [`api`]: the table of functions, one line each, from which the function struct, the names for messages and the offsets
//!   for version checks are made.
//! * [`layout`]: `struct_size`, the rule by which old and new versions understand each other.
//! * the other modules: the structs of one matter each.
//!
//! The API only grows at the end of its structs: whoever reads a field that a caller of another version may lack first asks
//! whether `struct_size` reaches behind it ([`has_field!`](crate::has_field)).
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
pub mod memory;
pub mod named_value;
pub mod plugin;
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
pub use memory::*;
pub use named_value::*;
pub use plugin::*;
pub use topology::*;
pub use transfer::*;
pub use version::*;
