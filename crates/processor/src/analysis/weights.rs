//! The parameters that are taken for weights.

use crate::ir::{Block, ValueId, ValueTypes};

/// The parameters of `main` that are taken for weights: every replica is given the same argument, and no
/// result has their type.
///
/// A parameter whose type is also the type of a result may be the result's previous value, as in a training
/// step. What depends on it would be computed anew in each run, in memory that no other value can use.
pub(crate) fn weights<'b>(
    main: &'b Block,
    types: &'b ValueTypes,
    replicated: &'b [bool],
    replicas: usize,
) -> impl Iterator<Item = ValueId> + 'b {
    let params = main.params.iter().enumerate().filter(move |(i, _)| replicas == 1 || replicated[*i]);
    params.map(|(_, id)| *id).filter(|id| !main.results.iter().any(|r| types.of(*r) == types.of(*id)))
}

#[cfg(test)]
mod tests {
    use stablehlo::{ElementType, TensorType};

    use super::*;

    #[test]
    fn a_parameter_is_a_weight_unless_replicas_differ_or_a_result_has_its_type() {
        let mut types = ValueTypes::default();
        let mut value = |n: usize| types.add(TensorType::new(ElementType::F32, [n]));
        let (batch, weight, state, next) = (value(2), value(3), value(4), value(4));
        let main = Block { params: vec![batch, weight, state], nodes: Vec::new(), results: vec![next] };
        let found =
            |replicas: usize| -> Vec<ValueId> { weights(&main, &types, &[false, true, true], replicas).collect() };
        assert_eq!(found(1), [batch, weight]);
        assert_eq!(found(2), [weight]);
    }
}
