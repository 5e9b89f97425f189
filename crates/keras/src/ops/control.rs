//! Control flow: branches and loops, with closures for their bodies.
//!
//! A closure is traced once, as a region of the operation, and may use all tensors of the formula around it.
//! All have gradients but [`while_loop`], whose number of iterations depends on values, as in JAX: that of a
//! [`fori_loop`], of [`scan`] and of [`map`] is a loop over the iterations from the last to the first.

use stablehlo::ops::OpKind;
use stablehlo::{ElementType, FuncBuilder, TensorType, Value};

use super::creation::constant;
use super::declare::operations;
use super::elementwise::clip;
use super::logic::{less, logical_and, truth};
use super::shape::{join, narrow, squeeze, stack};
use super::tensor::{Tensor, emit_all};
use crate::error::{Error, Result};

/// A branch of [`switch`].
pub type Branch<'a> = &'a dyn Fn(&[&Tensor]) -> Tensor;

operations! {
    /// The results of the first closure if the predicate, a scalar, is true, otherwise those of the second.
    /// Both return as many tensors, of the same shapes and types.
    fn cond(pred: &Tensor, true_fn: impl FnOnce() -> Vec<Tensor>, false_fn: impl FnOnce() -> Vec<Tensor>) -> Vec<Tensor> {
        let pred = truth(pred);
        emit_all("cond", &[&pred], |b, v| {
            b.if_else(v[0], |b| pred.in_region(b, &[], |_| true_fn()), |b| pred.in_region(b, &[], |_| false_fn()))
        })
    }
    /// The result of the branch with this index, a scalar, on the operands. An index out of range is clamped.
    fn switch(index: &Tensor, branches: &[Branch<'_>], operands: &[&Tensor]) -> Tensor {
        let last = branches.len().saturating_sub(1);
        let index = clip(&index.to(ElementType::I32), 0.0, last as f64);
        emit_all("switch", &[&index], |b, v| {
            let mut regions = Vec::new();
            for branch in branches {
                regions.push(b.region(&[], |b, _| index.in_region(b, &[], |_| vec![branch(operands)]))?);
            }
            b.push(OpKind::Case, &[v[0]], regions)
        })
        .swap_remove(0)
    }
    /// The variables after the body has been applied as long as the condition, a scalar, is true, and at most
    /// `maximum_iterations` times if that is given. It has no gradient.
    ///
    /// # Errors
    /// If there are no variables.
    fn while_loop(
        cond: impl FnOnce(&[Tensor]) -> Tensor,
        body: impl FnOnce(&[Tensor]) -> Vec<Tensor>,
        loop_vars: &[&Tensor],
        maximum_iterations: Option<usize>,
    ) -> Result<Vec<Tensor>> {
        if loop_vars.is_empty() {
            return Err(Error::argument("ops.while_loop: there is at least one variable"));
        }
        let Some(most) = maximum_iterations else { return Ok(repeated(cond, body, loop_vars)) };
        let (counter, n) = (constant(ElementType::I32, &[], &[0.0]), loop_vars.len());
        let limited = |all: &[Tensor]| {
            logical_and(&cond(&all[..n]), &less(&all[n], &all[n].filled(most.min(i32::MAX as usize) as f64)))
        };
        let step = |all: &[Tensor]| {
            let mut next = body(&all[..n]);
            next.push(&all[n] + 1.0);
            next
        };
        let mut all = repeated(limited, step, &[loop_vars, &[&counter]].concat());
        all.truncate(n);
        Ok(all)
    }
    /// The variable after the body has been applied for each `int32` from `lower` to before `upper`. Its
    /// gradient keeps the variable of each iteration.
    fn fori_loop(lower: i64, upper: i64, body_fun: impl FnOnce(&Tensor, &Tensor) -> Tensor, init_val: &Tensor) -> Tensor {
        let first = constant(ElementType::I32, &[], &[lower as f64]);
        let body = |all: &[Tensor]| vec![&all[0] + 1.0, body_fun(&all[0], &all[1])];
        let all = repeated(|all| less(&all[0], &all[0].filled(upper as f64)), body, &[&first, init_val]);
        all.into_iter().last().unwrap_or_else(|| init_val.clone())
    }
    /// The last carry, and the outputs stacked: the function is applied to the carry and to each element of
    /// `xs` along the first axis, in a loop.
    ///
    /// # Errors
    /// If `xs` has no elements.
    fn scan(f: impl Fn(&Tensor, &Tensor) -> (Tensor, Tensor), init: &Tensor, xs: &Tensor) -> Result<(Tensor, Tensor)> {
        let step = |carry: &[Tensor], x: &[Tensor]| {
            let (carry, output) = f(&carry[0], &x[0]);
            (vec![carry], vec![output])
        };
        let (mut carries, mut outputs) = scan_all(&step, &[init], &[xs])?;
        Ok((carries.swap_remove(0), outputs.swap_remove(0)))
    }
    /// The running combination of the elements along an axis by an associative function, in logarithmically
    /// many steps.
    fn associative_scan(f: impl Fn(&Tensor, &Tensor) -> Tensor, elems: &Tensor, axis: i64) -> Tensor {
        let (n, mut y, mut reach) = (elems.dim(axis), elems.clone(), 1);
        while reach < n {
            // The elements before `reach` are complete; the others take in those that `reach` before them
            // ends.
            let combined = f(&narrow(&y, axis, 0, n - reach), &narrow(&y, axis, reach, n - reach));
            y = join("associative_scan", &narrow(&y, axis, 0, reach), &[&combined], axis);
            reach *= 2;
        }
        y
    }
    /// The function's results for the elements along the first axis, stacked, in a loop.
    ///
    /// # Errors
    /// If `xs` has no elements.
    fn map(f: impl Fn(&Tensor) -> Tensor, xs: &Tensor) -> Result<Tensor> {
        let step = |_: &[Tensor], x: &[Tensor]| (Vec::new(), vec![f(&x[0])]);
        Ok(scan_all(&step, &[], &[xs])?.1.swap_remove(0))
    }
    /// The function's results for the elements along the first axis, stacked, as [`map`].
    ///
    /// # Errors
    /// If `elements` has no elements.
    fn vectorized_map(function: impl Fn(&Tensor) -> Tensor, elements: &Tensor) -> Result<Tensor> { map(function, elements) }
    /// The greatest common divisor of integers, which is not negative.
    fn gcd(x1: &Tensor, x2: &Tensor) -> Tensor {
        let (a, b) = super::broadcast::align(x1, x2);
        let (a, b) = (super::elementwise::absolute(&a), super::elementwise::absolute(&b));
        let more = |all: &[Tensor]| super::reduce::any(&truth(&all[1]), super::axes::Axes::All, false);
        let step = |all: &[Tensor]| {
            let (a, b) = (&all[0], &all[1]);
            let zero = super::logic::equal(b, &b.filled(0.0));
            // The divisor 1 where the algorithm has ended: its remainder, 0, keeps the end.
            let rest = super::arithmetic::mod_(a, &super::logic::where_(&zero, &b.filled(1.0), b));
            vec![super::logic::where_(&zero, a, b), rest]
        };
        repeated(more, step, &[&a, &b]).swap_remove(0)
    }
    /// The least common multiple of integers, which is not negative.
    fn lcm(x1: &Tensor, x2: &Tensor) -> Tensor {
        let divisor = gcd(x1, x2);
        let divisor = super::arithmetic::maximum(&divisor, &divisor.filled(1.0));
        let (a, b) = super::broadcast::align(x1, x2);
        super::elementwise::absolute(&(super::arithmetic::floor_divide(&super::elementwise::absolute(&a), &divisor) * b))
    }
}

/// A `while` of at least one variable.
fn repeated(
    cond: impl FnOnce(&[Tensor]) -> Tensor,
    body: impl FnOnce(&[Tensor]) -> Vec<Tensor>,
    init: &[&Tensor],
) -> Vec<Tensor> {
    let first = init[0];
    emit_all("while_loop", init, |b, v| {
        let one = |values: Vec<stablehlo::Value>| {
            values
                .first()
                .copied()
                .ok_or_else(|| stablehlo::Error::new(stablehlo::ErrorKind::Program, "a condition has a result"))
        };
        let types: Vec<TensorType> = v.iter().map(|v| b.ty(*v).clone()).collect();
        let cond =
            b.region(&types, |b, params| Ok(vec![one(first.in_region(b, params, |all| vec![truth(&cond(all))])?)?]))?;
        let body = b.region(&types, |b, params| first.in_region(b, params, body))?;
        // Errors of gradients name the operation by its location.
        let location = b.location();
        b.set_location(Some(location.as_ref().map_or("ops.while_loop".into(), |at| format!("{at}/while_loop").into())));
        let results = b.push(OpKind::While, v, vec![cond, body]);
        b.set_location(location);
        results
    })
}

/// A step of a scan: from the carries and the elements, the next carries and the outputs.
pub(crate) type Step<'a> = &'a dyn Fn(&[Tensor], &[Tensor]) -> (Vec<Tensor>, Vec<Tensor>);

/// [`scan`] with any number of carries, of tensors that are read, and of outputs: the last carries, and the
/// stacked outputs. The step is traced twice, first for the types of the outputs.
///
/// # Errors
/// If there is nothing to read, or the tensors have not the same size along the first axis, of at least 1.
pub(crate) fn scan_all(step: Step<'_>, init: &[&Tensor], xs: &[&Tensor]) -> Result<(Vec<Tensor>, Vec<Tensor>)> {
    let count = steps_of(xs)?;
    let all = [init, xs].concat();
    let (first, carries) = (all[0], init.len());
    let mut outputs = 0;
    let mut results = emit_all("scan", &all, |b, values| {
        let (init, xs) = values.split_at(carries);
        let mut region = |b: &mut FuncBuilder, number: Value, carried: &[Value]| {
            let mut params = carried.to_vec();
            for x in xs {
                params.push(b.dynamic_index(*x, number)?);
            }
            first.in_region(b, &params, |all| {
                let (next, results) = step(&all[..carries], &all[carries..]);
                outputs = results.len();
                [next, results].concat()
            })
        };
        let zero = b.scalar(0i32)?;
        let types: Vec<TensorType> = init.iter().map(|v| b.ty(*v).clone()).collect();
        let mut of_outputs = Vec::new();
        b.region(&types, |b, params| {
            let results = region(b, zero, params)?;
            of_outputs = results[carries..].iter().map(|v| b.ty(*v).clone()).collect();
            Ok(results)
        })?;
        let mut start = init.to_vec();
        for ty in of_outputs {
            start.push(b.full(TensorType::new(ty.element, [&[count], &ty.dims[..]].concat()), 0.0)?);
        }
        b.fori_loop(count, &start, |b, number, values| {
            let (carried, stacks) = values.split_at(carries);
            let results = region(b, number, carried)?;
            let mut next = results[..carries].to_vec();
            for (stack, output) in stacks.iter().zip(&results[carries..]) {
                next.push(b.dynamic_update_index(*stack, *output, number)?);
            }
            Ok(next)
        })
    });
    if results.len() != carries + outputs {
        // The trace has the error.
        results = vec![first.clone(); carries + outputs.max(1)];
    }
    let outputs = results.split_off(carries);
    Ok((results, outputs))
}

/// [`scan_all`] without a loop: the program has the operations of each step.
///
/// # Errors
/// As [`scan_all`].
pub(crate) fn scan_unrolled(step: Step<'_>, init: &[&Tensor], xs: &[&Tensor]) -> Result<(Vec<Tensor>, Vec<Tensor>)> {
    let count = steps_of(xs)?;
    let mut carried: Vec<Tensor> = init.iter().map(|init| (*init).clone()).collect();
    let mut outputs = Vec::new();
    for i in 0..count {
        let elements: Vec<Tensor> = xs.iter().map(|x| squeeze(&narrow(x, 0, i, 1), 0)).collect();
        let (next, of_step) = step(&carried, &elements);
        carried = next;
        outputs.push(of_step);
    }
    let all = (0..outputs[0].len()).map(|i| stack(&outputs.iter().map(|outputs| &outputs[i]).collect::<Vec<_>>(), 0));
    Ok((carried, all.collect::<Result<_>>()?))
}

/// The number of elements of all tensors along the first axis.
fn steps_of(xs: &[&Tensor]) -> Result<usize> {
    let sizes: Vec<Option<&usize>> = xs.iter().map(|x| x.shape().first()).collect();
    let Some(count) = sizes.first().copied().flatten().copied().filter(|count| *count > 0) else {
        return Err(Error::shape("ops.scan: xs has no elements along its first axis"));
    };
    if sizes.iter().any(|size| *size != Some(&count)) {
        return Err(Error::shape(format!("ops.scan: the tensors have {sizes:?} elements along their first axes")));
    }
    Ok(count)
}
