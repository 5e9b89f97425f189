//! Register programs: `while` loops over few elements, all of whose iterations run in one step of the plan.
//!
//! The registers of a program are runs of elements in one small block of memory. Constants and values from
//! outside of the loop are loaded before the first iteration; carried values stay in registers, or in memory
//! if the loop accesses only slices of them. A carried value has two places. An iteration reads one and
//! writes the other, the next iteration the reverse, so that nothing is copied in between: there are two
//! copies of the code.
//!
//! Each file imports only files above it:
//!
//! | File | Content |
//! |---|---|
//! | `instruction` | instructions and what they need |
//! | `short_runs` | functions for runs of one to four elements |
//! | `long_runs` | functions for longer runs, one for each family of operations |
//! | `functions` | the function of each instruction |
//! | `program` | programs and their execution |
//! | `builder` | programs from operations: values as lists of elements of registers |
//! | `branches` | conditionals |
//! | `fusion` | superinstructions |
//! | `layout` | places of registers, and the instructions with their offsets |

mod branches;
mod builder;
mod functions;
mod fusion;
mod instruction;
mod layout;
mod long_runs;
mod program;
mod short_runs;

pub(crate) use builder::{Element, RegisterProgramBuilder, SliceSpec, Value, is_contiguous};
pub(crate) use program::{ArrayPlace, RegisterProgram};
