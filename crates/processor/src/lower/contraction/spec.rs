//! The kernels' specifications of contractions: sizes, strides, precision.

use kernels::{ConvOperand, ConvSpec, Element, GemmOperand, GemmSpec, KernelError, MathMode, SpatialDim};
use stablehlo::ops::{Convolution, DotGeneral, Precision};
use stablehlo::{ElementType, OpKind};

use super::verdict::ContractionSpec;
use crate::error::{Error, Result};
use crate::ir::Node;
use crate::lower::lowering::Lowering;
use crate::lower::views::{View, merged_stride};
use crate::options::Numerics;

impl Lowering<'_> {
    /// The specification of a contraction over canonical operands
    /// ([`canonicalize_operands`](super::operands)).
    pub(super) fn contraction_spec(&self, node: &Node) -> Result<ContractionSpec> {
        match node.op() {
            Some(OpKind::DotGeneral(attrs)) => Ok(ContractionSpec::Gemm(self.gemm_spec(node, attrs)?)),
            Some(OpKind::Convolution(attrs)) => {
                let spec = self.conv_spec(node, attrs)?;
                let gemm = if self.options.is_enabled("conv_as_gemm") { conv_as_gemm(&spec) } else { None };
                Ok(gemm.map_or(ContractionSpec::Conv(spec), ContractionSpec::Gemm))
            }
            _ => Err(Error::unsupported("not a contraction")),
        }
    }

    fn gemm_spec(&self, node: &Node, attrs: &DotGeneral) -> Result<GemmSpec> {
        let (b, k) = (attrs.lhs_batch.len(), attrs.lhs_contracting.len());
        let out = self.types.of(node.results[0]).clone();
        let side = |i: usize, this: &Self| {
            let view = this.view(node.operands[i]);
            let rank = view.dims.len();
            let cuts = [0..b, b..rank - k, rank - k..rank];
            let size = |r: &std::ops::Range<usize>| view.dims[r.clone()].iter().product::<usize>();
            let stride = |r: &std::ops::Range<usize>| merged_stride(&view.dims[r.clone()], &view.strides[r.clone()]);
            let strides = [0, 1, 2].map(|j| stride(&cuts[j]).and_then(|s| usize::try_from(s).ok()).unwrap_or(0));
            ([0, 1, 2].map(|j| size(&cuts[j])), strides, this.types.of(node.operands[i]).element)
        };
        let ([batch, m, depth], lhs, left) = side(0, self);
        let ([_, n, _], [rb, rn, rk], right) = side(1, self);
        Ok(GemmSpec {
            batch,
            m,
            n,
            k: depth,
            lhs: GemmOperand { element: kernel_element(left)?, strides: lhs },
            rhs: GemmOperand { element: kernel_element(right)?, strides: [rb, rk, rn] },
            out: GemmOperand { element: kernel_element(out.element)?, strides: [m * n, n, 1] },
            math_mode: self.math_mode([left, right], attrs.precision),
            allow_reassociation: self.allow_reassociation(attrs.precision),
        })
    }

    fn conv_spec(&self, node: &Node, attrs: &Convolution) -> Result<ConvSpec> {
        let d = &attrs.dims;
        let out = self.types.of(node.results[0]).clone();
        let [lhs, rhs] = [0, 1].map(|i| self.view(node.operands[i]));
        let [left, right] = [0, 1].map(|i| self.types.of(node.operands[i]).element);
        let strides = |v: &View| v.strides.iter().map(|s| *s as usize).collect::<Vec<_>>();
        let spatial = attrs.window.iter().enumerate().map(|(i, w)| SpatialDim {
            input: lhs.dims[d.input_spatial[i]],
            kernel: w.size,
            output: out.dims[d.output_spatial[i]],
            stride: w.stride,
            pad_low: w.pad_low as isize,
            lhs_dilation: w.base_dilation,
            rhs_dilation: w.window_dilation,
            reversed: w.reversal,
        });
        Ok(ConvSpec {
            batch: lhs.dims[d.input_batch],
            in_features: lhs.dims[d.input_feature],
            out_features: rhs.dims[d.kernel_output_feature],
            feature_groups: attrs.feature_group_count,
            batch_groups: attrs.batch_group_count,
            spatial: spatial.collect(),
            lhs: ConvOperand::new(
                kernel_element(left)?,
                &strides(&lhs),
                d.input_batch,
                d.input_feature,
                &d.input_spatial,
            ),
            rhs: ConvOperand::new(
                kernel_element(right)?,
                &strides(&rhs),
                d.kernel_input_feature,
                d.kernel_output_feature,
                &d.kernel_spatial,
            ),
            out: ConvOperand::new(
                kernel_element(out.element)?,
                &out.strides(),
                d.output_batch,
                d.output_feature,
                &d.output_spatial,
            ),
            math_mode: self.math_mode([left, right], attrs.precision),
            allow_reassociation: self.allow_reassociation(attrs.precision),
        })
    }

    /// The type in which operands are multiplied. Products of bf16 are exact in either mode. f32 operands are
    /// rounded to bf16 if the program leaves the precision open and the numerics are [`Numerics::Tpu`].
    pub(crate) fn math_mode(&self, elements: [ElementType; 2], precision: [Precision; 2]) -> MathMode {
        let is_open = precision == [Precision::Default; 2] && self.options.numerics == Numerics::Tpu;
        if is_open || elements == [ElementType::Bf16; 2] { MathMode::Bf16 } else { MathMode::F32 }
    }

    /// Returns true if the program and the numerics leave the order of f32 sums of products open.
    pub(crate) fn allow_reassociation(&self, precision: [Precision; 2]) -> bool {
        precision == [Precision::Default; 2] && self.options.numerics != Numerics::Highest
    }
}

/// The error of a specification that no kernel accepts.
pub(crate) fn unsupported(e: KernelError) -> Error {
    Error::unsupported(e.to_string())
}

/// The kernels' name of an element type.
///
/// # Errors
/// A type that no kernel multiplies, such as complex numbers.
pub(crate) fn kernel_element(element: ElementType) -> Result<Element> {
    Ok(match element {
        ElementType::F32 => Element::F32,
        ElementType::Bf16 => Element::Bf16,
        ElementType::F16 => Element::F16,
        ElementType::F64 => Element::F64,
        ElementType::I8 => Element::I8,
        ElementType::I16 => Element::I16,
        ElementType::I32 => Element::I32,
        ElementType::I64 => Element::I64,
        ElementType::Ui8 => Element::U8,
        ElementType::Ui16 => Element::U16,
        ElementType::Ui32 => Element::U32,
        ElementType::Ui64 => Element::U64,
        other => return Err(Error::unsupported(format!("dots and convolutions of {other}"))),
    })
}

/// The matrix product that equals a convolution; none if there is none.
///
/// A convolution with a 1x1 window is a product whose rows are all positions of all images. One whose window
/// is the whole image, as the weight gradient of the former, sums over these positions. The positions of all
/// images must be a fixed stride apart.
fn conv_as_gemm(spec: &ConvSpec) -> Option<GemmSpec> {
    let is_trivial = |dim: &SpatialDim| {
        dim.stride == 1 && dim.pad_low == 0 && dim.lhs_dilation == 1 && dim.rhs_dilation == 1 && !dim.reversed
    };
    if spec.feature_groups * spec.batch_groups != 1 || !spec.spatial.iter().all(is_trivial) {
        return None;
    }
    let is_pointwise = spec.spatial.iter().all(|dim| dim.kernel == 1 && dim.output == dim.input);
    let window_is_image = spec.spatial.iter().all(|dim| dim.output == 1 && dim.kernel == dim.input);
    // The number of positions of all images, and the stride that walks them.
    let positions = |images: usize, step: usize, strides: &[usize]| {
        let dims: Vec<usize> = [images].into_iter().chain(spec.spatial.iter().map(|dim| dim.input)).collect();
        let strides: Vec<isize> = [step].iter().chain(strides).map(|s| s.cast_signed()).collect();
        let stride = merged_stride(&dims, &strides).and_then(|s| usize::try_from(s).ok())?;
        Some((dims.iter().product::<usize>(), stride))
    };
    let ConvSpec { lhs, rhs, out, .. } = spec;
    let (rows, depth) = if is_pointwise {
        let (m, left) = positions(spec.batch, lhs.batch_or_in, &lhs.spatial)?;
        let (_, result) = positions(spec.batch, out.batch_or_in, &out.spatial)?;
        ((m, left, result), (spec.in_features, lhs.feature_or_out, rhs.batch_or_in))
    } else if window_is_image {
        let (k, left) = positions(spec.in_features, lhs.feature_or_out, &lhs.spatial)?;
        let (_, right) = positions(spec.in_features, rhs.batch_or_in, &rhs.spatial)?;
        ((spec.batch, lhs.batch_or_in, out.batch_or_in), (k, left, right))
    } else {
        return None;
    };
    let ((m, left, result), (k, left_depth, right_depth), n) = (rows, depth, spec.out_features);
    // The rows of the result must be adjacent.
    (out.feature_or_out == 1 && result == n).then(|| GemmSpec {
        batch: 1,
        m,
        n,
        k,
        lhs: GemmOperand { element: lhs.element, strides: [0, left, left_depth] },
        rhs: GemmOperand { element: rhs.element, strides: [0, right_depth, rhs.feature_or_out] },
        out: GemmOperand { element: out.element, strides: [m * n, n, 1] },
        math_mode: spec.math_mode,
        allow_reassociation: spec.allow_reassociation,
    })
}
