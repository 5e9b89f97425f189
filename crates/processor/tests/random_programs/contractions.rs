//! Products and running reductions of a random loop's body.

use stablehlo::ops::{Binary, DotGeneral, WindowDim};
use stablehlo::{Result, Value};

use super::loops::Body;

impl Body<'_> {
    /// The product of `x`, with dimensions in any roles, and a value of a fitting shape.
    pub(super) fn product(&mut self, x: Value) -> Result<Value> {
        let dims = self.b.dims(x).to_vec();
        let (mut batch, mut contracting): (Vec<usize>, Vec<usize>) = (Vec::new(), Vec::new());
        for d in 0..dims.len() {
            match self.random.below(4) {
                0 => batch.push(d),
                1 => {}
                _ => contracting.push(d),
            }
        }
        // The other operand has a free dimension anywhere, or none.
        let mut shape: Vec<usize> = batch.iter().chain(&contracting).map(|d| dims[*d]).collect();
        let free = self.random.below(shape.len() + 2);
        let columns = 1 + self.random.below(9);
        if free <= shape.len() {
            shape.insert(free, columns);
        }
        let role = |number: usize| number + usize::from(free <= number);
        let attrs = DotGeneral {
            lhs_contracting: contracting.clone(),
            rhs_contracting: (batch.len()..batch.len() + contracting.len()).map(role).collect(),
            rhs_batch: (0..batch.len()).map(role).collect(),
            lhs_batch: batch,
            ..DotGeneral::default()
        };
        let y = self.of_shape(&shape)?;
        let product = if self.random.below(2) == 0 {
            self.b.dot_general(x, y, attrs)?
        } else {
            let DotGeneral { lhs_batch, rhs_batch, lhs_contracting, rhs_contracting, precision } = attrs;
            let attrs = DotGeneral {
                lhs_batch: rhs_batch,
                rhs_batch: lhs_batch,
                lhs_contracting: rhs_contracting,
                rhs_contracting: lhs_contracting,
                precision,
            };
            self.b.dot_general(y, x, attrs)?
        };
        self.b.tanh(product)
    }

    /// A running sum or maximum of `x`, from either end of a dimension.
    pub(super) fn running(&mut self, x: Value) -> Result<Value> {
        let dims = self.b.dims(x).to_vec();
        let along = self.random.below(dims.len());
        let mut window = vec![WindowDim::new(1); dims.len()];
        window[along] = WindowDim::new(dims[along]);
        let reach = dims[along] as i64 - 1;
        match self.random.below(2) {
            0 => window[along].pad_low = reach,
            _ => window[along].pad_high = reach,
        }
        let op = self.random.choose(&[Binary::Add, Binary::Maximum]);
        let running = self.b.reduce_window(op, x, &window)?;
        self.b.tanh(running)
    }
}
