//! Products and arrangements by the names of axes.

use stablehlo::ops::DotGeneral;

use super::declare::operations;
use super::dtype::promote;
use super::reduce::sum;
use super::shape::{to_shape, transpose};
use super::tensor::{Tensor, emit};
use crate::error::{Error, Result};

operations! {
    /// The sum of products by Einstein's convention, such as `bij,bjk->bik`. Operands are combined from left
    /// to right. An ellipsis stands for axes that all operands with it have.
    ///
    /// # Errors
    /// If the subscripts do not fit the operands, or an operand has a letter twice.
    fn einsum(subscripts: &str, operands: &[&Tensor]) -> Result<Tensor> {
        let (inputs, output) = letters(subscripts, operands)?;
        let mut pairs = operands.iter().zip(&inputs);
        let wrong = || Error::argument(format!("ops.einsum: {subscripts:?} has no operand"));
        let (first, own) = pairs.next().ok_or_else(wrong)?;
        let mut product = ((*first).clone(), own.clone());
        for (i, (x, own)) in pairs.enumerate() {
            // The letters of the result and of the operands that follow are kept.
            let kept: Vec<char> = inputs[i + 2..].iter().flatten().chain(&output).copied().collect();
            product = contract(&product, &((*x).clone(), own.clone()), &kept);
        }
        let (x, rest) = summed(&product, &output);
        Ok(permuted(&x, &rest, &output))
    }
    /// The axes in another arrangement, by a pattern such as `b (h h1) w -> b h (h1 w)`. Axes in parentheses
    /// are parts of one; the sizes of all but one of them are given.
    ///
    /// # Errors
    /// If the pattern does not fit the tensor.
    fn rearrange(tensor: &Tensor, pattern: &str, axes_lengths: &[(&str, usize)]) -> Result<Tensor> {
        let wrong = |what: &str| Error::argument(format!("ops.rearrange: {pattern:?}: {what}"));
        let (input, output) = pattern.split_once("->").ok_or_else(|| wrong("there is no '->'"))?;
        let (input, output) = (groups(input), groups(output));
        if input.len() != tensor.ndim() {
            return Err(wrong(&format!("{} axes for shape {:?}", input.len(), tensor.shape())));
        }
        let mut sizes: Vec<(&str, usize)> = Vec::new();
        for (group, total) in input.iter().zip(tensor.shape()) {
            let given = |name: &str| axes_lengths.iter().find(|(known, _)| *known == name).map(|(_, n)| *n);
            let known: usize = group.iter().filter_map(|name| given(name)).product();
            let free = group.iter().filter(|name| given(name).is_none()).count();
            if known == 0 || total % known != 0 || free > 1 || free == 0 && known != *total {
                return Err(wrong(&format!("axis ({}) of size {total}", group.join(" "))));
            }
            sizes.extend(group.iter().map(|name| (*name, given(name).unwrap_or(total / known))));
        }
        let place = |name: &str| sizes.iter().position(|(known, _)| *known == name);
        let named: Vec<&str> = output.concat();
        let order: Option<Vec<i64>> = named.iter().map(|name| Some(place(name)? as i64)).collect();
        let order = order.filter(|order| {
            let mut sorted = order.clone();
            sorted.sort_unstable();
            sorted.into_iter().eq(0..sizes.len() as i64)
        });
        let order = order.ok_or_else(|| wrong("both sides have the same axes, each once"))?;
        let parts: Vec<usize> = sizes.iter().map(|(_, n)| *n).collect();
        let x = transpose(&to_shape("rearrange", tensor, &parts), &order);
        let size = |group: &Vec<&str>| group.iter().filter_map(|name| Some(sizes[place(name)?].1)).product();
        Ok(to_shape("rearrange", &x, &output.iter().map(size).collect::<Vec<usize>>()))
    }
}

/// The axes of one side of a pattern, each a list of its parts.
fn groups(side: &str) -> Vec<Vec<&str>> {
    let mut all = Vec::new();
    for (i, piece) in side.split('(').enumerate() {
        let (inside, rest) = match piece.split_once(')') {
            Some((inside, rest)) if i > 0 => (Some(inside), rest),
            _ => (None, piece),
        };
        all.extend(inside.map(|inside| inside.split_whitespace().collect()));
        all.extend(rest.split_whitespace().map(|name| vec![name]));
    }
    all
}

/// The letters of the operands' axes and of the result's. Digits stand for the axes of an ellipsis.
fn letters(subscripts: &str, operands: &[&Tensor]) -> Result<(Vec<Vec<char>>, Vec<char>)> {
    let shapes: Vec<&[usize]> = operands.iter().map(|x| x.shape()).collect();
    let wrong = || Error::argument(format!("ops.einsum: {subscripts:?} does not fit operands of shapes {shapes:?}"));
    let text: String = subscripts.chars().filter(|c| !c.is_whitespace()).collect();
    let (left, right) = text.split_once("->").map_or((text.as_str(), None), |(left, right)| (left, Some(right)));
    let parts: Vec<&str> = left.split(',').collect();
    if parts.len() != operands.len() {
        return Err(wrong());
    }
    let mut free = String::new();
    let mut inputs = Vec::new();
    for (part, x) in parts.iter().zip(operands) {
        let named = part.chars().filter(char::is_ascii_alphabetic).count();
        let rest = x.ndim().checked_sub(named).ok_or_else(wrong)?;
        let ellipsis: String = ('0'..='9').take(if part.contains("...") { rest } else { 0 }).collect();
        let own: Vec<char> = part.replace("...", &ellipsis).chars().collect();
        let plain = own.iter().enumerate().all(|(i, c)| c.is_ascii_alphanumeric() && !own[..i].contains(c));
        if own.len() != x.ndim() || !plain {
            return Err(wrong());
        }
        free = if ellipsis.len() > free.len() { ellipsis } else { free };
        inputs.push(own);
    }
    let all: Vec<char> = inputs.concat();
    let output: Vec<char> = match right {
        Some(right) => right.replace("...", &free).chars().collect(),
        None => {
            // Without a result: the letters that occur once, in alphabetical order.
            let mut once: Vec<char> = all
                .iter()
                .copied()
                .filter(|c| c.is_ascii_digit() || all.iter().filter(|d| *d == c).count() == 1)
                .collect();
            once.sort_unstable();
            once.dedup();
            once
        }
    };
    let known = output.iter().enumerate().all(|(i, c)| all.contains(c) && !output[..i].contains(c));
    if known { Ok((inputs, output)) } else { Err(wrong()) }
}

/// A tensor and the letters of its axes.
type Named = (Tensor, Vec<char>);

/// The sum over the axes whose letters are not kept.
fn summed((x, own): &Named, kept: &[char]) -> Named {
    let axes: Vec<i64> = (0i64..).zip(own).filter(|(_, c)| !kept.contains(c)).map(|(axis, _)| axis).collect();
    let rest: Vec<char> = own.iter().copied().filter(|c| kept.contains(c)).collect();
    (if axes.is_empty() { x.clone() } else { sum(x, axes.as_slice(), false) }, rest)
}

/// The product of two tensors, summed over the letters that are not kept.
pub(crate) fn contract(left: &Named, right: &Named, kept: &[char]) -> Named {
    let (x, left) = summed(left, &[kept, &right.1].concat());
    let (y, right) = summed(right, &[kept, &left].concat());
    let shared: Vec<char> = left.iter().copied().filter(|c| right.contains(c)).collect();
    let (batch, contracted): (Vec<char>, Vec<char>) = shared.iter().partition(|c| kept.contains(c));
    let places = |of: &[char], letters: &[char]| of.iter().map(|c| place(letters, *c)).collect::<Vec<usize>>();
    let attrs = DotGeneral {
        lhs_batch: places(&batch, &left),
        rhs_batch: places(&batch, &right),
        lhs_contracting: places(&contracted, &left),
        rhs_contracting: places(&contracted, &right),
        ..DotGeneral::default()
    };
    let free = |letters: &[char]| letters.iter().copied().filter(|c| !shared.contains(c)).collect::<Vec<char>>();
    let result = [batch.clone(), free(&left), free(&right)].concat();
    let element = promote(x.element(), y.element());
    (emit("einsum", &[&x.to(element), &y.to(element)], |b, v| b.dot_general(v[0], v[1], attrs)), result)
}

/// The axes in the order of these letters.
pub(crate) fn permuted(x: &Tensor, own: &[char], order: &[char]) -> Tensor {
    let order: Vec<i64> = order.iter().map(|c| place(own, *c) as i64).collect();
    if order.iter().copied().eq(0..order.len() as i64) { x.clone() } else { transpose(x, &order) }
}

fn place(letters: &[char], c: char) -> usize {
    letters.iter().position(|other| *other == c).unwrap_or(0)
}
