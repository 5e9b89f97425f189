//! Callbacks: custom calls of the program that its host executes, such as a Python function.

use std::fmt::Debug;

use stablehlo::TensorType;

/// The target of the custom call that runs a callback of the host. Its `backend_config` is the number of the
/// callback, in decimal.
pub const CALLBACK_TARGET: &str = "labora.callback";

/// The host's side of callbacks: [`CompileOptions::host_callback`](crate::CompileOptions::host_callback).
///
/// ```
/// use processor::{Buffer, CompileOptions, Cores, HostArray, HostArrayMut, HostCallback, compile};
/// use stablehlo::Module;
///
/// #[derive(Debug)]
/// struct Negate;
///
/// impl HostCallback for Negate {
///     fn call(&self, number: u64, args: &[HostArray<'_>], results: &mut [HostArrayMut<'_>]) -> Result<(), String> {
///         assert_eq!(number, 7);
///         results[0].bytes.iter_mut().zip(args[0].bytes).for_each(|(to, from)| *to = !from);
///         Ok(())
///     }
/// }
///
/// let module = Module::parse(
///     "func.func @main(%x: tensor<2xui8>) -> tensor<2xui8> {
///         %y = stablehlo.custom_call @labora.callback(%x) {backend_config = \"7\", has_side_effect = true}
///             : (tensor<2xui8>) -> tensor<2xui8>
///         return %y : tensor<2xui8>
///     }",
/// )?;
/// let options = CompileOptions { host_callback: Some(std::sync::Arc::new(Negate)), ..CompileOptions::default() };
/// let x = Buffer::from_bytes(module.main().unwrap().param_types()[0].clone(), &[0, 1])?;
/// let executable = compile(&module, &options)?;
/// let results = executable.run(&Cores::default(), vec![vec![processor::Argument::Borrow(x)]])?;
/// assert_eq!(results[0][0].as_bytes(), [255, 254]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait HostCallback: Debug + Send + Sync {
    /// Runs the callback of that number: reads the arguments and writes all results. It is called on the
    /// thread that executes the replica, in the order of the program, and may itself run programs: the
    /// thread gives its permit to compute away for the duration of the call.
    ///
    /// # Errors
    /// A message, with which the run fails.
    fn call(&self, number: u64, arguments: &[HostArray<'_>], results: &mut [HostArrayMut<'_>]) -> Result<(), String>;
}

/// An argument of a callback.
#[derive(Clone, Copy, Debug)]
pub struct HostArray<'a> {
    /// The type.
    pub ty: &'a TensorType,
    /// The elements in row-major order and the machine's byte order.
    pub bytes: &'a [u8],
}

/// A result of a callback.
#[derive(Debug)]
pub struct HostArrayMut<'a> {
    /// The type.
    pub ty: &'a TensorType,
    /// The elements, to be written in row-major order and the machine's byte order. Their contents before the
    /// call are unspecified.
    pub bytes: &'a mut [u8],
}
