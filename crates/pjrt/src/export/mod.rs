//! For plugins that are written in Rust: the functions of their table.
//!
//! A plugin names itself by a type with [`Implementation`]. It implements [`Call`] for the argument struct of
//! each function that it has, with the type as parameter, and lists these functions in a
//! [`PJRT_Api`](crate::abi::PJRT_Api) that it fills by [`entry_point`]. [`Unimplemented`] fills in the
//! others. Errors and events are the same in all plugins; their functions are implemented here.
//!
//! * `entry` is the only way in: it checks `struct_size`, copies the arguments in and the results out so that
//!   callers of older and newer versions are compatible, and turns errors and panics into `PJRT_Error`s.
//! * A [`Caller`] is the only way to follow pointers of the caller. Its functions are `unsafe`; each use
//!   states why the pointer is valid.
//! * A [`Handle`] is an object behind an opaque pointer.

#[macro_use]
mod getters;

mod caller;
mod entry;
mod error;
mod error_calls;
mod error_object;
mod event;
mod event_calls;
mod execute;
mod fork;
mod handle;
mod panics;

pub use crate::{destructors, getters};
pub use caller::Caller;
pub use entry::{Call, Implementation, Unimplemented, entry_point, infallible_entry_point};
pub use error::{Error, Result};
pub use event::Event;
pub use fork::{Process, watch_forks};
pub use getters::{array, named_values, no_deletion, text};
pub use handle::{Handle, Pointers, SharedHandle};
pub use panics::{catch, catch_or};
