//! Programs before compilation.

use std::ffi::c_char;

use crate::abi::*;
use crate::call::Api;
use crate::compile_options::CompileOptions;
use crate::zero_extended::ZeroExtended;

/// A program to compile, with the name of its format.
#[derive(Clone, Copy)]
pub struct Program<'a> {
    /// The program's text or bytes.
    pub code: &'a [u8],
    /// `mlir` (StableHLO as text or as bytecode), `hlo` or `hlo_with_config`.
    pub format: &'a str,
}

impl<'a> Program<'a> {
    /// A StableHLO program, as text or as bytecode.
    pub fn mlir(code: &'a (impl AsRef<[u8]> + ?Sized)) -> Program<'a> {
        Program { code: code.as_ref(), format: "mlir" }
    }
}

impl<'a> From<&'a str> for Program<'a> {
    fn from(text: &'a str) -> Program<'a> {
        Program::mlir(text)
    }
}

impl<'a> From<&'a String> for Program<'a> {
    fn from(text: &'a String) -> Program<'a> {
        Program::mlir(text)
    }
}

/// A program and its options as C arguments. The pointers are valid as long as this value and the program's
/// memory.
pub(crate) struct CompileInput {
    program: ZeroExtended<PJRT_Program>,
    options: Vec<u8>,
}

impl CompileInput {
    pub(crate) fn new(api: Api, program: &Program<'_>, options: &CompileOptions) -> CompileInput {
        CompileInput::from_serialized(api, program, options.encode())
    }

    /// `options` is a serialized `CompileOptionsProto`.
    pub(crate) fn from_serialized(api: Api, program: &Program<'_>, options: Vec<u8>) -> CompileInput {
        let program = PJRT_Program {
            // The field is mutable in C because `PJRT_Executable_OptimizedProgram` writes it; a compilation
            // only reads.
            code: program.code.as_ptr().cast_mut().cast(),
            code_size: program.code.len(),
            format: program.format.as_ptr().cast(),
            format_size: program.format.len(),
            ..AbiStruct::new()
        };
        CompileInput { program: ZeroExtended::new(&program, api.is_later()), options }
    }

    pub(crate) fn program(&mut self) -> *const PJRT_Program {
        self.program.as_mut_ptr()
    }

    /// The start and the size of the serialized options.
    pub(crate) fn options(&self) -> (*const c_char, usize) {
        (self.options.as_ptr().cast(), self.options.len())
    }
}
