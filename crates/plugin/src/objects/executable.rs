//! Executables: compiled programs.

use std::ffi::c_char;
use std::sync::Arc;

use pjrt::abi::{PJRT_Buffer_Type, PJRT_Executable};
use pjrt::{NamedValue, NamedValueList};

use crate::element_type::to_pjrt;
use crate::handle::{Handle, Pointers};
use crate::objects::memory::MEMORY_KIND;

/// A compiled program with its properties, as arrays for callers.
pub struct Executable {
    pub compiled: processor::Executable,
    /// The memory that the program needs on the client's threads.
    pub memory: processor::MemoryStats,
    pub name: String,
    pub fingerprint: String,
    pub output_types: Vec<PJRT_Buffer_Type>,
    /// The dimensions of all outputs, one output after the other.
    pub output_dims: Vec<i64>,
    pub output_ranks: Vec<usize>,
    /// [`MEMORY_KIND`] for each output.
    pub memory_kinds: Pointers<c_char>,
    pub memory_kind_sizes: Vec<usize>,
    pub cost_analysis: NamedValueList,
}

// SAFETY: executable handles are made by `into_handle` of an `Arc<Executable>` only.
unsafe impl Handle for Arc<Executable> {
    type C = PJRT_Executable;
    const NAME: &'static str = "executable";
}

impl Executable {
    /// `threads` is the number of cores that run at once.
    pub fn new(compiled: processor::Executable, threads: usize, name: String, fingerprint: String) -> Self {
        let results = compiled.result_types();
        let output_types = results.iter().map(|t| to_pjrt(t.element)).collect();
        let output_ranks = results.iter().map(|t| t.rank()).collect();
        let output_dims = results.iter().flat_map(|t| t.dims.iter().map(|d| *d as i64)).collect();
        let num_outputs = results.len();
        let cost_analysis = NamedValueList::new([("flops", NamedValue::Float(compiled.flops() as f32))]);
        Self {
            memory: compiled.memory(threads),
            compiled,
            // A module may have no name, but messages need one.
            name: if name.is_empty() { "main".into() } else { name },
            fingerprint,
            output_types,
            output_dims,
            output_ranks,
            memory_kinds: std::iter::repeat_n(MEMORY_KIND.as_ptr().cast_mut().cast(), num_outputs).collect(),
            memory_kind_sizes: vec![MEMORY_KIND.len(); num_outputs],
            cost_analysis,
        }
    }
}
