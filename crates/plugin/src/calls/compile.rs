//! Compilation, and loading of serialized executables.

use std::sync::Arc;

use pjrt::ErrorKind;
use pjrt::abi::*;
use pjrt::export::{Call, Caller, Handle};

use crate::error::{Error, Result};
use crate::implementation::Labora;
use crate::interrupts;
use crate::objects::callbacks::Host;
use crate::objects::client::Client;
use crate::objects::executable::Executable;
use crate::objects::loaded_executable::LoadedExecutable;
use crate::objects::topology::Topology;

/// The code of a caller's program.
///
/// # Safety
/// `program` is null, or a program whose code and format have the stated sizes.
unsafe fn code_of<'call>(caller: Caller<'call>, program: *const PJRT_Program) -> Result<&'call [u8]> {
    // SAFETY: the caller of this function guarantees the program.
    let (format, code) = unsafe {
        let program = caller.copy_struct(program).ok_or_else(|| Error::invalid("the program is null"))?;
        let format = caller.text(program.format, program.format_size, "program's format")?;
        (format, caller.slice(program.code.cast_const().cast::<u8>(), program.code_size, "program")?)
    };
    if format != "mlir" {
        let message = format!("the program's format is {format:?}; only \"mlir\" (StableHLO) is supported");
        return Err(Error::new(ErrorKind::Unimplemented, message));
    }
    Ok(code)
}

/// Loads code with options.
type Load = fn(&Arc<Client>, &[u8], &[u8]) -> Result<LoadedExecutable>;

/// Loads a program by one of the functions of [`LoadedExecutable`], which the user may interrupt.
fn interruptible(load: Load, client: &Arc<Client>, code: &[u8], options: &[u8]) -> Result<LoadedExecutable> {
    // The arguments are the caller's, who goes on when the compilation is interrupted.
    let (client, code, options) = (client.clone(), code.to_vec(), options.to_vec());
    interrupts::compile(move || load(&client, &code, &options))
}

impl Call<Labora> for PJRT_Client_Compile_Args {
    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        // SAFETY: the arguments are null, or a live client, a program whose code and format have the stated
        // sizes, and options of the stated size.
        let (client, code, options) = unsafe {
            let client = caller.get::<Arc<Client>>(self.client)?;
            let code = code_of(caller, self.program)?;
            let options =
                caller.slice(self.compile_options.cast::<u8>(), self.compile_options_size, "compile options")?;
            (client, code, options)
        };
        let loaded = interruptible(LoadedExecutable::compile, client, code, options)?;
        // The host's functions are called on the thread of the host.
        loaded.tell_shardings()?;
        self.executable = loaded.into_handle();
        Ok(())
    }
}

impl Call<Labora> for PJRT_Compile_Args {
    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        // SAFETY: the arguments are null, or a live topology, a program whose code and format have the stated
        // sizes, and options of the stated size.
        let (topology, code, options) = unsafe {
            let topology = caller.get::<Topology>(self.topology)?;
            let code = code_of(caller, self.program)?;
            let options =
                caller.slice(self.compile_options.cast::<u8>(), self.compile_options_size, "compile options")?;
            (topology, code, options)
        };
        let (executable, _) = Executable::compile(topology.options(), (Host(None), None), code, options)?;
        self.executable = Arc::new(executable).into_handle();
        Ok(())
    }
}

impl Call<Labora> for PJRT_Executable_DeserializeAndLoad_Args {
    const MIN_STRUCT_SIZE: usize = pjrt::field_end!(Self, overridden_serialized_compile_options_size);

    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        // SAFETY: the arguments are null, or a live client, and bytes and options of the stated sizes.
        let (client, bytes, options) = unsafe {
            let client = caller.get::<Arc<Client>>(self.client)?;
            let bytes = caller.slice(
                self.serialized_executable.cast::<u8>(),
                self.serialized_executable_size,
                "serialized executable",
            )?;
            let options = caller.slice(
                self.overridden_serialized_compile_options.cast::<u8>(),
                self.overridden_serialized_compile_options_size,
                "compile options",
            )?;
            (client, bytes, options)
        };
        self.loaded_executable = interruptible(LoadedExecutable::deserialize, client, bytes, options)?.into_handle();
        Ok(())
    }
}
