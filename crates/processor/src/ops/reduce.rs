//! `reduce` with any region over any number of inputs: results are joined a row of kept elements at a time.

use stablehlo::TensorType;

use super::{advance, strides};
use crate::Result;
use crate::elementwise::ScalarFn;
use crate::plan::step::{Kernel, KernelArgs};

#[derive(Debug)]
pub(crate) struct GeneralReduce {
    inputs: Vec<TensorType>,
    reduced: Vec<usize>,
    kept: Vec<usize>,
    region: ScalarFn,
}

impl GeneralReduce {
    pub(crate) fn new(inputs: Vec<TensorType>, dims: &[usize], region: ScalarFn) -> Self {
        let kept = (0..inputs[0].rank()).filter(|d| !dims.contains(d)).collect();
        Self { inputs, reduced: dims.to_vec(), kept, region }
    }
}

impl Kernel for GeneralReduce {
    fn run(&self, mut args: KernelArgs<'_>) -> Result<()> {
        let n = self.inputs.len();
        let dims = &self.inputs[0].dims;
        let step = strides(&self.inputs[0]);
        let sizes = |which: &[usize]| which.iter().map(|d| dims[*d]).collect::<Vec<_>>();
        let (kept, reduced) = (sizes(&self.kept), sizes(&self.reduced));
        let results: usize = kept.iter().product();
        for (i, ty) in self.inputs.iter().enumerate() {
            let b = ty.element.bytes();
            args.writes[i].chunks_exact_mut(b).for_each(|e| e.copy_from_slice(&args.reads[n + i][..b]));
        }
        if results == 0 || reduced.contains(&0) {
            return Ok(());
        }
        // Where each kept element lies for reduced index zero.
        let mut places = Vec::with_capacity(results);
        let mut index = vec![0; kept.len()];
        loop {
            places.push(index.iter().zip(&self.kept).map(|(i, d)| i * step[*d] as usize).sum::<usize>());
            if !advance(&mut index, &kept) {
                break;
            }
        }
        let buffers = || self.inputs.iter().map(|t| vec![0u64; (results * t.element.bytes()).div_ceil(8)]);
        let (mut rows, mut joined): (Vec<_>, Vec<_>) = (buffers().collect(), buffers().collect());
        let mut registers = Default::default();
        let mut at = vec![0; reduced.len()];
        loop {
            let offset: usize = at.iter().zip(&self.reduced).map(|(i, d)| i * step[*d] as usize).sum();
            for (i, ty) in self.inputs.iter().enumerate() {
                let b = ty.element.bytes();
                let row = bytemuck::cast_slice_mut::<u64, u8>(&mut rows[i]);
                for (to, place) in row.chunks_exact_mut(b).zip(&places) {
                    let from = (place + offset) * b;
                    to.copy_from_slice(&args.reads[i][from..from + b]);
                }
            }
            let bytes = |i: usize| results * self.inputs[i].element.bytes();
            let mut operands: Vec<&[u8]> = args.writes.iter().take(n).map(|w| &**w).collect();
            operands.extend(rows.iter().enumerate().map(|(i, r)| &bytemuck::cast_slice(r)[..bytes(i)]));
            let mut outs: Vec<&mut [u8]> = joined
                .iter_mut()
                .enumerate()
                .map(|(i, j)| &mut bytemuck::cast_slice_mut::<u64, u8>(j)[..bytes(i)])
                .collect();
            self.region.run(results, &operands, &mut outs, &mut registers);
            for (write, out) in args.writes.iter_mut().zip(&outs) {
                write.copy_from_slice(out);
            }
            if !advance(&mut at, &reduced) {
                return Ok(());
            }
        }
    }
}
