//! The network between an input and an output, with its layers in Keras's order.

use super::tensor::{KerasTensor, SharedLayer};
use crate::error::{Error, Result};

/// The calls and layers between an input and an output.
#[derive(Clone, Debug)]
pub(crate) struct Network {
    pub input: KerasTensor,
    pub output: KerasTensor,
    /// All calls in topological order; the input is the first.
    pub calls: Vec<KerasTensor>,
    /// All layers, sorted by their distance from the output, then in the order of the depth-first traversal
    /// from the output. This is Keras's order, which summaries and weight files follow.
    pub layers: Vec<SharedLayer>,
    /// The distance of each call from the output, in the order of `calls`.
    depths: Vec<usize>,
}

impl Network {
    pub fn new(input: KerasTensor, output: KerasTensor) -> Result<Self> {
        let mut traversal = Traversal { input: &input, calls: Vec::new(), layers: Vec::new() };
        traversal.visit(&output)?;
        let Traversal { calls, mut layers, .. } = traversal;
        if !calls.iter().any(|c| c.is(&input)) {
            return Err(Error::argument(format!("the output {output:?} does not depend on the input {input:?}")));
        }
        let depths = depths(&calls);
        let depth_of = |layer: &SharedLayer| {
            let own = calls.iter().zip(&depths).filter(|(c, _)| c.layer().is(layer));
            own.map(|(_, depth)| *depth).max().unwrap_or(0)
        };
        // The sort is stable: layers of equal depth stay in the order of the traversal.
        layers.sort_by_cached_key(|layer| std::cmp::Reverse(depth_of(layer)));
        for (i, layer) in layers.iter().enumerate() {
            let name = layer.name();
            if layers[..i].iter().any(|other| other.name() == name) {
                let times = layers.iter().filter(|other| other.name() == name).count();
                return Err(Error::argument(format!(
                    "The name \"{name}\" is used {times} times in the model. All operation names should be unique."
                )));
            }
        }
        Ok(Self { input, output, calls, layers, depths })
    }

    /// The calls of one layer in this network.
    pub fn calls_of<'a>(&'a self, layer: &'a SharedLayer) -> impl Iterator<Item = &'a KerasTensor> {
        self.calls.iter().filter(move |c| c.layer().is(layer))
    }

    /// Returns true if the network is sequential: no branch, no layer called twice.
    pub fn is_chain(&self) -> bool {
        let alone_at_depth = |d: &usize| self.depths.iter().filter(|other| *other == d).count() == 1;
        self.depths.iter().all(alone_at_depth)
            && self.calls.iter().all(|c| c.inputs().len() <= 1)
            && self.calls.len() == self.layers.len()
    }
}

/// A depth-first traversal from the output to the input.
struct Traversal<'a> {
    input: &'a KerasTensor,
    calls: Vec<KerasTensor>,
    layers: Vec<SharedLayer>,
}

impl Traversal<'_> {
    fn visit(&mut self, call: &KerasTensor) -> Result<()> {
        if self.calls.iter().any(|c| c.is(call)) {
            return Ok(());
        }
        if call.is_input() && !call.is(self.input) {
            return Err(Error::argument(format!(
                "Graph disconnected: the output depends on {call:?}, which is not the model's input {:?}",
                self.input
            )));
        }
        if !self.layers.iter().any(|l| l.is(call.layer())) {
            self.layers.push(call.layer().clone());
        }
        for input in call.inputs() {
            self.visit(input)?;
        }
        self.calls.push(call.clone());
        Ok(())
    }
}

/// The number of layers between each call and the output; the calls of a layer share their maximum.
fn depths(calls: &[KerasTensor]) -> Vec<usize> {
    let mut depths = vec![0; calls.len()];
    for i in (0..calls.len()).rev() {
        // The depths of later calls of the same layer are known already.
        let shared = (i + 1..calls.len()).filter(|j| calls[*j].layer().is(calls[i].layer())).map(|j| depths[j]);
        depths[i] = shared.fold(depths[i], usize::max);
        for input in calls[i].inputs() {
            if let Some(j) = calls.iter().position(|c| c.is(input)) {
                depths[j] = depths[j].max(depths[i] + 1);
            }
        }
    }
    depths
}
