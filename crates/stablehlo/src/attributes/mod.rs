//! Named attributes of operations: the readers of text and of bytecode fill them in, and [`kind`] creates an
//! operation from them.

mod attr;
mod kind;

pub(crate) use attr::{Attr, Attrs};
pub(crate) use kind::{all_reduce, binary, kind};
