//! Convolution as it is defined, one element after another, for element types without fast kernels.

use super::spec::{ConvSpec, dot, indices};
use crate::element::{Element, Write};
use crate::slow::{Domain, Sum};

/// Runs one group, whose operands start at these element offsets.
pub(super) fn run(
    spec: &ConvSpec,
    domain: Domain,
    offsets: [usize; 3],
    lhs: &[u8],
    rhs: &[u8],
    out: &mut [u8],
    write: Write,
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
                        let x = offsets[0] + image + batch * spec.lhs.first + channel * spec.lhs.second;
                        let y = offsets[1] + filter + channel * spec.rhs.first + feature * spec.rhs.second;
                        let (a, b) = (spec.lhs.element, spec.rhs.element);
                        sum.add_product(a, &lhs[bytes(a, x)], b, &rhs[bytes(b, y)]);
                    }
                }
                let at = place + batch * spec.out.first + feature * spec.out.second;
                sum.store(spec.out.element, &mut out[bytes(spec.out.element, at)], write);
            }
        }
    }
}
