//! Convolution as it is defined, one element after another, for element types without fast kernels.

use super::spec::{ConvSpec, dot, indices};
use crate::element::{Element, WriteMode};
use crate::slow::{Domain, Sum};

/// Runs one group, whose operands start at these element offsets.
pub(super) fn run(
    spec: &ConvSpec,
    domain: Domain,
    offsets: [usize; 3],
    lhs: &[u8],
    rhs: &[u8],
    out: &mut [u8],
    write: WriteMode,
) {
    let outputs: Vec<usize> = spec.spatial.iter().map(|dim| dim.output).collect();
    let kernels: Vec<usize> = spec.spatial.iter().map(|dim| dim.kernel).collect();
    let bytes = |element: Element, at: usize| at * element.bytes()..(at + 1) * element.bytes();
    for position in indices(&outputs) {
        // The taps that do not see a zero: element offsets in the image and in the filters.
        let taps: Vec<(usize, usize)> = indices(&kernels)
            .filter_map(|tap| {
                let input: Option<Vec<usize>> = spec
                    .spatial
                    .iter()
                    .zip(&position)
                    .zip(&tap)
                    .map(|((dim, &position), &tap)| dim.input_at(position * dim.stride + dim.tap(tap)))
                    .collect();
                Some((dot(&input?, &spec.lhs.spatial), dot(&tap, &spec.rhs.spatial)))
            })
            .collect();
        let place = offsets[2] + dot(&position, &spec.out.spatial);
        for batch in 0..spec.out_batch() {
            for feature in 0..spec.group_out_features() {
                let mut sum = Sum::zero(domain);
                for &(image, filter) in &taps {
                    for channel in 0..spec.group_in_features() {
                        let x = offsets[0] + image + batch * spec.lhs.batch_or_in + channel * spec.lhs.feature_or_out;
                        let y =
                            offsets[1] + filter + channel * spec.rhs.batch_or_in + feature * spec.rhs.feature_or_out;
                        let (a, b) = (spec.lhs.element, spec.rhs.element);
                        sum.add_product(a, &lhs[bytes(a, x)], b, &rhs[bytes(b, y)]);
                    }
                }
                let at = place + batch * spec.out.batch_or_in + feature * spec.out.feature_or_out;
                sum.store(spec.out.element, &mut out[bytes(spec.out.element, at)], write);
            }
        }
    }
}
