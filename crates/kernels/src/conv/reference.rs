//! Convolution by its definition, one element after another, for element types without fast kernels.

use super::implementation::{ConvAlgorithm, ConvImplementation, ConvMemory};
use super::run_args::RunArgs;
use super::spec::{ConvSpec, KERNEL, dot, indices};
use crate::candidate::Refusal;
use crate::element::Element;
use crate::error::KernelError;
use crate::reference::{Accumulator, AccumulatorType};

#[derive(Debug)]
pub(super) struct ReferenceConv {
    spec: ConvSpec,
    accumulator: AccumulatorType,
}

impl ReferenceConv {
    pub(super) fn accepts(spec: &ConvSpec) -> Result<(), Refusal> {
        match spec.elements().into_iter().all(Element::is_fast) {
            true => Err("operands and result are f32 or bf16, which have faster kernels".into()),
            false => Ok(()),
        }
    }

    /// # Errors
    /// Element types that mix integers and floating point.
    pub(super) fn new(spec: &ConvSpec) -> Result<ReferenceConv, KernelError> {
        let elements = spec.elements();
        let accumulator = AccumulatorType::of(elements).ok_or(KernelError::BadElements { kernel: KERNEL, elements })?;
        Ok(ReferenceConv { spec: spec.clone(), accumulator })
    }

    /// The taps of a position's window that do not see padding: element offsets in the image and in the
    /// filters.
    fn taps(&self, position: &[usize], kernels: &[usize]) -> Vec<(usize, usize)> {
        let spec = &self.spec;
        indices(kernels)
            .filter_map(|tap| {
                let dims = spec.spatial.iter().zip(position).zip(&tap);
                let input: Option<Vec<usize>> =
                    dims.map(|((dim, &at), &tap)| dim.input_at(at * dim.stride + dim.tap(tap))).collect();
                Some((dot(&input?, &spec.lhs.spatial), dot(&tap, &spec.rhs.spatial)))
            })
            .collect()
    }
}

impl ConvImplementation for ReferenceConv {
    fn algorithm(&self) -> ConvAlgorithm {
        ConvAlgorithm::Reference
    }

    fn scratch_bytes(&self) -> usize {
        0
    }

    unsafe fn run(&self, memory: &mut ConvMemory<'_>, group_offsets: [usize; 3], args: RunArgs<'_>) {
        let ConvMemory { lhs, rhs, out, .. } = memory;
        let spec = &self.spec;
        let outputs: Vec<usize> = spec.spatial.iter().map(|dim| dim.output).collect();
        let kernels: Vec<usize> = spec.spatial.iter().map(|dim| dim.kernel).collect();
        let bytes = |element: Element, at: usize| at * element.bytes()..(at + 1) * element.bytes();
        for position in indices(&outputs) {
            let taps = self.taps(&position, &kernels);
            let place = group_offsets[2] + dot(&position, &spec.out.spatial);
            for batch in 0..spec.out_batch() {
                for feature in 0..spec.group_out_features() {
                    let mut sum = Accumulator::zero(self.accumulator);
                    for &(image, filter) in &taps {
                        let x = group_offsets[0] + image + batch * spec.lhs.batch_or_in;
                        let y = group_offsets[1] + filter + feature * spec.rhs.feature_or_out;
                        for channel in 0..spec.group_in_features() {
                            let x = x + channel * spec.lhs.feature_or_out;
                            let y = y + channel * spec.rhs.batch_or_in;
                            let (a, b) = (spec.lhs.element, spec.rhs.element);
                            sum.add_product(a, &lhs[bytes(a, x)], b, &rhs[bytes(b, y)]);
                        }
                    }
                    let at = place + batch * spec.out.batch_or_in + feature * spec.out.feature_or_out;
                    sum.store(spec.out.element, &mut out[bytes(spec.out.element, at)], args.write);
                }
            }
        }
    }
}
