//! Gradients of recurrences, whose loops read the elements of a tensor in turn, multiply by matrices and stack
//! their results.

use stablehlo::{ElementType, FuncBuilder, Result, TensorType};

use crate::harness::{Case, any, case, check};

const STEPS: usize = 4;

/// Two states of (2, 3), of which the loop stacks those that are named. The parameters are the sequence, the
/// first state, and two matrices.
fn recurrence(stacked: &'static [usize], uses_stack: bool) -> Case {
    let form = format!("a recurrence that stacks {stacked:?}, used: {uses_stack}");
    let inputs = [any(1, &[STEPS, 2, 5]), any(2, &[2, 3]), any(3, &[5, 3]), any(4, &[3, 3])];
    case("while", form, inputs, move |b, p| {
        let (sequence, first, of_input, of_state) = (p[0], p[1], p[2], p[3]);
        let mut init = vec![first, b.full_like(first, 0.5)?];
        for _ in stacked {
            init.push(b.full(TensorType::new(ElementType::F64, [STEPS, 2, 3]), 0.0)?);
        }
        let results = b.fori_loop(STEPS, &init, |b, step, carried| {
            let x = b.dynamic_index(sequence, step)?;
            let (x, state) = (b.matmul(x, of_input)?, b.matmul(carried[0], of_state)?);
            let sum = b.add(x, state)?;
            let new = b.tanh(sum)?;
            let product = b.multiply(carried[1], new)?;
            let states = [new, b.add(product, carried[0])?];
            let mut next = states.to_vec();
            for (i, stack) in stacked.iter().zip(&carried[2..]) {
                next.push(b.dynamic_update_index(*stack, states[*i], step)?);
            }
            Ok(next)
        })?;
        let last = b.multiply(results[0], results[1])?;
        if !uses_stack {
            return Ok(last);
        }
        let sum = b.sum(results[2], &[0])?;
        b.add(sum, last)
    })
}

#[test]
fn gradients_of_recurrences() {
    check(vec![
        recurrence(&[], false),
        recurrence(&[0], true),
        recurrence(&[0, 1], true),
        recurrence(&[1], true),
        recurrence(&[0, 1], false),
        // A captured value that is used in two ways, and an element that is read twice.
        case("while", "a matrix that is also added", [any(1, &[3, 3]), any(2, &[STEPS, 3, 3])], |b, p| {
            let (matrix, sequence) = (p[0], p[1]);
            let results = b.fori_loop(STEPS, &[matrix], |b, step, carried| {
                let (x, again) = (b.dynamic_index(sequence, step)?, b.dynamic_index(sequence, step)?);
                let product = b.matmul(carried[0], matrix)?;
                let sum = b.add(product, matrix)?;
                let factor = b.multiply(x, again)?;
                Ok(vec![b.multiply(sum, factor)?])
            })?;
            Ok(results[0])
        }),
        // A carried value that is not read: the last output.
        case("while", "an unread value", [any(1, &[3]), any(2, &[STEPS, 3])], |b, p| {
            let sequence = p[1];
            let zero = b.full_like(p[0], 0.0)?;
            let results = b.fori_loop(STEPS, &[p[0], zero], |b, step, carried| {
                let x = b.dynamic_index(sequence, step)?;
                let product = b.multiply(carried[0], x)?;
                Ok(vec![b.tanh(product)?, product])
            })?;
            b.multiply(results[0], results[1])
        }),
        // A carried value that never changes, and one that depends on another captured one.
        case("while", "invariants", [any(1, &[3]), any(2, &[3])], |b, p| {
            let square = b.multiply(p[0], p[0])?;
            let factor = p[0];
            let results = b.fori_loop(STEPS, &[p[1], square], |b, _, carried| {
                let product = b.multiply(carried[0], carried[1])?;
                let shifted = b.add(product, factor)?;
                Ok(vec![b.multiply(shifted, square)?, carried[1]])
            })?;
            b.add(results[0], results[1])
        }),
    ]);
}

#[test]
fn the_cotangent_of_a_matrix_is_one_product_after_the_loop() -> Result<()> {
    let mut b = FuncBuilder::new("main");
    let ty = |dims: &[usize]| TensorType::new(ElementType::F32, dims);
    let (state, matrix) = (b.param(ty(&[2, 3])), b.param(ty(&[3, 3])));
    let results = b.fori_loop(STEPS, &[state], |b, _, carried| {
        let product = b.matmul(carried[0], matrix)?;
        Ok(vec![b.tanh(product)?])
    })?;
    let loss = b.sum(results[0], &[0, 1])?;
    let gradient = b.gradient(loss, &[matrix])?;
    let func = b.finish(gradient);
    let products = func.body.ops.iter().filter(|op| op.kind.mnemonic() == "dot_general").count();
    assert_eq!(products, 1, "{func:?}");
    Ok(())
}
