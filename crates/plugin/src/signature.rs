//! What a program takes, read off its text: the API tells it only of results.

use pjrt::{ElementType, ErrorKind, Result};
use stablehlo::Module;

use crate::buffer::raw_type;

/// What a program takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// How many replicas it is written for (`mhlo.num_replicas`, else 1).
    pub replicas: usize,
    /// The arguments of a replica.
    pub parameters: Vec<Parameter>,
}

/// An argument of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The type of its elements.
    pub element: ElementType,
    /// Its shape.
    pub dims: Vec<usize>,
    /// Whether a result may take over its memory (`tf.aliasing_output`), so that it is to be given away.
    pub is_donated: bool,
}

/// Reads what a program in StableHLO text takes.
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
/// Where the text is no program, has no function `main`, or takes what there are no buffers of: the message says where.
pub fn signature(code: &str) -> Result<Signature> {
    let error = |kind, message: String| pjrt::Error::new(kind, "reading the program", message);
    let module = Module::parse(code).map_err(|e| error(ErrorKind::InvalidArgument, e.to_string()))?;
    let main =
        module.main().ok_or_else(|| error(ErrorKind::InvalidArgument, "it has no function called main".to_string()))?;
    let parameters = main.params.iter().zip(main.param_types()).map(|(param, ty)| {
        let element = ElementType::from_raw(raw_type(ty.element));
        let element = element
            .ok_or_else(|| error(ErrorKind::Unimplemented, format!("it takes {ty}, of which there are no buffers")))?;
        Ok(Parameter { element, dims: ty.dims, is_donated: param.aliasing_output.is_some() })
    });
    Ok(Signature { replicas: module.num_replicas.max(1), parameters: parameters.collect::<Result<_>>()? })
}
