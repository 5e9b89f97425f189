//! Signatures of programs. The C API reports the types of outputs only, so those of parameters are read from
//! the text.

use pjrt::{ElementType, ErrorKind, Result};
use stablehlo::Module;

use crate::donation;
use crate::element_type::to_pjrt;

/// The parameters of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The number of replicas that the program is written for (`mhlo.num_replicas`). Default 1.
    pub replicas: usize,
    /// The parameters of a replica.
    pub parameters: Vec<Parameter>,
}

/// A parameter of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The type of the elements.
    pub element: ElementType,
    /// The dimensions.
    pub dims: Vec<usize>,
    /// True if an output may reuse the argument's memory (`tf.aliasing_output`, `jax.buffer_donor`), so
    /// that it should be donated.
    pub is_donated: bool,
}

/// Reads the parameters of a program in StableHLO's text form.
///
/// ```
/// let signature = labora_plugin::signature(
///     "func.func @main(%x: tensor<4x2xbf16>) -> tensor<4x2xbf16> { return %x : tensor<4x2xbf16> }",
/// )?;
/// assert_eq!(signature.parameters[0].dims, [4, 2]);
/// # Ok::<(), pjrt::Error>(())
/// ```
///
/// # Errors
/// The text is not a program, has no function `main`, or has a parameter of a type that buffers cannot have.
/// The message contains the position of an error in the text.
pub fn signature(code: &str) -> Result<Signature> {
    let error = |kind, message: String| pjrt::Error::new(kind, "reading the program", message);
    let module = Module::parse(code).map_err(|e| error(ErrorKind::InvalidArgument, e.to_string()))?;
    let main = module
        .main()
        .ok_or_else(|| error(ErrorKind::InvalidArgument, "the program has no function main".to_string()))?;
    let parameters = donation::donated(&module).into_iter().zip(main.param_types()).map(|(is_donated, ty)| {
        let element = ElementType::from_raw(to_pjrt(ty.element));
        let element = element.ok_or_else(|| {
            error(
                ErrorKind::Unimplemented,
                format!("the program has a parameter of type {ty}, which buffers cannot have"),
            )
        })?;
        Ok(Parameter { element, dims: ty.dims, is_donated })
    });
    Ok(Signature { replicas: module.num_replicas.max(1), parameters: parameters.collect::<Result<_>>()? })
}
