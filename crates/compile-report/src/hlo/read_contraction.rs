//! Sizes of contractions, from the dimension numbers of an instruction and the shapes of its operands.

use serde_json::Value;

use super::contraction::{Contraction, WindowDim};
use super::proto;
use super::shape::{Array, Shape};

/// The operands of a convolution, which a call of cuDNN's gradients has in other places.
struct Roles<'a> {
    input: &'a Array,
    filters: &'a Array,
    output: &'a Array,
}

/// Returns the size of a `convolution`, a `dot`, or a call of cuDNN or cuBLAS; none for other instructions,
/// or if the dimension numbers do not fit the shapes.
pub(super) fn read_contraction(
    message: &proto::Instruction,
    result: &Shape,
    operands: &[&Shape],
) -> Option<Contraction> {
    let (lhs, rhs) = (operands.first()?.as_array()?, operands.get(1)?.as_array()?);
    // Library calls return a tuple: the result, and their workspace.
    let result = *result.arrays().first()?;
    let requested = message.precision.as_ref().map_or(&[][..], |precision| &precision.operand_precision);
    // 0 is DEFAULT; 1 and 2 are HIGH and HIGHEST.
    let is_exact = requested.iter().any(|precision| [1, 2].contains(precision));
    let with_type = |contraction| Contraction { element: Some(lhs.element), is_exact, ..contraction };
    let forward = Roles { input: lhs, filters: rhs, output: result };
    let found = match (message.opcode.as_str(), message.custom_call_target.as_str()) {
        ("dot", _) => dot(&message.dot.as_ref()?.lhs_contracting_dimensions, lhs, result),
        ("convolution", _) => convolution(message, &forward),
        ("custom-call", "__cudnn$convBackwardInput") => {
            convolution(message, &Roles { input: result, filters: rhs, output: lhs })
        }
        ("custom-call", "__cudnn$convBackwardFilter") => {
            convolution(message, &Roles { input: lhs, filters: result, output: rhs })
        }
        ("custom-call", target) if target.starts_with("__cudnn$conv") => convolution(message, &forward),
        ("custom-call", target) if target.starts_with("__cublas$") => {
            dot(&cublas_contracting_dimensions(&message.backend_config)?, lhs, result)
        }
        _ => None,
    };
    found.map(with_type)
}

fn size(array: &Array, dim: i64) -> Option<u64> {
    array.dims.get(usize::try_from(dim).ok()?).copied()
}

fn dot(contracting: &[i64], lhs: &Array, result: &Array) -> Option<Contraction> {
    let contracted = contracting.iter().map(|&dim| size(lhs, dim)).try_fold(1u64, |n, size| n.checked_mul(size?))?;
    Some(Contraction { non_spatial_outputs: result.elements(), contracted, ..Contraction::default() })
}

fn convolution(message: &proto::Instruction, roles: &Roles<'_>) -> Option<Contraction> {
    let numbers = message.convolution.as_ref()?;
    let spatial = numbers.input_spatial_dimensions.iter().zip(&numbers.output_spatial_dimensions);
    let dims = message.window.as_ref().map_or(&[][..], |window| &window.dimensions);
    let window = spatial.zip(dims).map(|((&input, &output), dim)| {
        Some(WindowDim {
            input: size(roles.input, input)?,
            output: size(roles.output, output)?,
            size: u64::try_from(dim.size).ok()?,
            stride: dim.stride,
            padding_low: dim.padding_low,
            window_dilation: dim.window_dilation,
            base_dilation: dim.base_dilation,
        })
    });
    let window = window.collect::<Option<Vec<WindowDim>>>()?;
    let positions = window.iter().try_fold(1u64, |n, dim| n.checked_mul(dim.output))?;
    let non_spatial_outputs = roles.output.elements().checked_div(positions)?;
    let contracted = size(roles.filters, numbers.kernel_input_feature_dimension)?;
    Some(Contraction { non_spatial_outputs, contracted, window, ..Contraction::default() })
}

/// Returns the contracting dimensions of the left operand of a call of cuBLAS, from its backend config.
fn cublas_contracting_dimensions(backend_config: &[u8]) -> Option<Vec<i64>> {
    let config: Value = serde_json::from_slice(backend_config).ok()?;
    let dims = config.get("gemm_backend_config")?.get("dot_dimension_numbers")?.get("lhs_contracting_dimensions")?;
    // Protobuf's JSON mapping writes 64-bit integers as strings.
    dims.as_array()?.iter().map(|dim| dim.as_i64().or_else(|| dim.as_str()?.parse().ok())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hlo::ElementType;

    fn bf16(dims: &[u64]) -> Shape {
        Shape::Array(Array { element: ElementType::BF16, dims: dims.to_vec(), layout: None })
    }

    fn workspace(result: Shape) -> Shape {
        Shape::Tuple(vec![result, bf16(&[0])])
    }

    /// A call for 32 features of images of 8 x 8 pixels and 3 channels, in windows of 3 x 3 without padding.
    fn call(target: &str) -> proto::Instruction {
        let dim = proto::WindowDimension {
            size: 3,
            stride: 1,
            window_dilation: 1,
            base_dilation: 1,
            ..proto::WindowDimension::default()
        };
        proto::Instruction {
            opcode: "custom-call".into(),
            custom_call_target: target.into(),
            window: Some(proto::Window { dimensions: vec![dim.clone(), dim] }),
            // The layout o01i of filters.
            convolution: Some(proto::ConvolutionDimensionNumbers {
                kernel_input_feature_dimension: 3,
                input_spatial_dimensions: vec![1, 2],
                output_spatial_dimensions: vec![1, 2],
            }),
            ..proto::Instruction::default()
        }
    }

    #[test]
    fn the_three_calls_of_a_convolution_have_the_same_flops() {
        let (x, filters, y) = (bf16(&[16, 8, 8, 3]), bf16(&[32, 3, 3, 3]), bf16(&[16, 6, 6, 32]));
        let cases = [
            ("__cudnn$convForward", [&x, &filters], &y),
            ("__cudnn$convBiasActivationForward", [&x, &filters], &y),
            ("__cudnn$convBackwardInput", [&y, &filters], &x),
            ("__cudnn$convBackwardFilter", [&x, &y], &filters),
        ];
        for (target, operands, result) in cases {
            let found = read_contraction(&call(target), &workspace(result.clone()), &operands).unwrap();
            assert_eq!(found.flops(), 2 * 16 * 6 * 6 * 32 * 27, "{target}");
            assert_eq!(found.element, Some(ElementType::BF16));
        }
        assert_eq!(read_contraction(&call("mine"), &y, &[&x, &filters]), None);
    }

    #[test]
    fn cublas_names_its_contracting_dimensions_in_json() {
        let config = r#"{"gemm_backend_config":{"dot_dimension_numbers":{"lhs_contracting_dimensions":["0"]}}}"#;
        let message = proto::Instruction {
            backend_config: config.into(),
            precision: Some(proto::PrecisionConfig { operand_precision: vec![2, 2] }),
            ..call("__cublas$lt$matmul")
        };
        let found = read_contraction(&message, &workspace(bf16(&[4, 6])), &[&bf16(&[5, 4]), &bf16(&[5, 6])]).unwrap();
        assert_eq!((found.flops(), found.is_exact), (2 * 4 * 5 * 6, true));
    }
}
