//! Matrix products by their definition, one element after another, for element types without fast kernels.

use super::implementation::{GemmAlgorithm, GemmImplementation, GemmMemory};
use super::spec::{GemmOperand, GemmSpec, KERNEL};
use crate::candidate::Refusal;
use crate::element::{Element, WriteMode};
use crate::error::KernelError;
use crate::reference::{Accumulator, AccumulatorType};

#[derive(Debug)]
pub(super) struct ReferenceGemm {
    spec: GemmSpec,
    accumulator: AccumulatorType,
}

impl ReferenceGemm {
    pub(super) fn accepts(spec: &GemmSpec) -> Result<(), Refusal> {
        match spec.elements().into_iter().all(Element::is_fast) {
            true => Err("operands and result are f32 or bf16, which have faster kernels".into()),
            false => Ok(()),
        }
    }

    /// # Errors
    /// Element types that mix integers and floating point.
    pub(super) fn new(spec: &GemmSpec) -> Result<ReferenceGemm, KernelError> {
        let elements = spec.elements();
        let accumulator = AccumulatorType::of(elements).ok_or(KernelError::BadElements { kernel: KERNEL, elements })?;
        Ok(ReferenceGemm { spec: spec.clone(), accumulator })
    }
}

impl GemmImplementation for ReferenceGemm {
    fn algorithm(&self) -> GemmAlgorithm {
        GemmAlgorithm::Reference
    }

    fn name(&self) -> &'static str {
        "reference GEMM"
    }

    fn scratch_bytes(&self) -> usize {
        0
    }

    unsafe fn run(&self, memory: GemmMemory<'_>, write: WriteMode) {
        let GemmMemory { lhs, rhs, out, .. } = memory;
        let GemmSpec { batch, m, n, k, lhs: a, rhs: b, out: c, .. } = &self.spec;
        let at = |operand: &GemmOperand, index: [usize; 3]| {
            let element: usize = index.iter().zip(operand.strides).map(|(i, stride)| i * stride).sum();
            let bytes = operand.element.bytes();
            element * bytes..(element + 1) * bytes
        };
        for (batch, m) in (0..*batch).flat_map(|batch| (0..*m).map(move |m| (batch, m))) {
            for n in 0..*n {
                let mut sum = Accumulator::zero(self.accumulator);
                for k in 0..*k {
                    let (x, y) = (&lhs[at(a, [batch, m, k])], &rhs[at(b, [batch, k, n])]);
                    sum.add_product(a.element, x, b.element, y);
                }
                sum.store(c.element, &mut out[at(c, [batch, m, n])], write);
            }
        }
    }
}
