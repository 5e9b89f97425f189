//! The text of constants.

use super::writer::PrintOptions;
use crate::complex::Complex;
use crate::error::Result;
use crate::literal::Literal;
use crate::types::ElementType;

/// Constants with more elements are large.
const MAX_ELEMENTS: usize = 10;

/// The operand of `constant`: `{ { 1, 2 }, { 3, 4 } }`, or `{...}` for many elements.
pub fn constant(literal: &Literal, options: PrintOptions) -> Result<String> {
    let ty = literal.ty();
    if ty.num_elements() > MAX_ELEMENTS && !options.print_large_constants {
        return Ok("{...}".into());
    }
    let elements = elements(literal)?;
    Ok(nested(&ty.dims, &elements))
}

fn elements(literal: &Literal) -> Result<Vec<String>> {
    let element = literal.ty().element;
    Ok(match element {
        ElementType::I1 => literal.bytes().iter().map(|byte| (*byte != 0).to_string()).collect(),
        ElementType::I64 => literal.to_vec::<i64>()?.iter().map(i64::to_string).collect(),
        ElementType::Ui64 => literal.to_vec::<u64>()?.iter().map(u64::to_string).collect(),
        complex if complex.is_complex() => {
            let pair = |c: &Complex<f64>| format!("({}, {})", number(c.re, element), number(c.im, element));
            literal.to_complex_vec()?.iter().map(pair).collect()
        }
        integer if integer.is_integer() => {
            literal.in_carrier()?.to_f64_vec()?.into_iter().map(|x| (x as i64).to_string()).collect()
        }
        _ => literal.in_carrier()?.to_f64_vec()?.into_iter().map(|x| number(x, element)).collect(),
    })
}

/// The shortest decimal that is this number of the element type.
fn number(x: f64, element: ElementType) -> String {
    if x.is_nan() {
        return "nan".into();
    }
    // Every narrower type is exact in f32.
    if element.part() == ElementType::F64 { plain(format!("{x:?}")) } else { plain(format!("{:?}", x as f32)) }
}

/// Without the fraction of an integer.
fn plain(text: String) -> String {
    text.strip_suffix(".0").map(str::to_string).unwrap_or(text)
}

fn nested(dims: &[usize], elements: &[String]) -> String {
    let Some((first, inner)) = dims.split_first() else {
        return elements.join(", ");
    };
    if inner.is_empty() {
        return format!("{{{}}}", elements.join(", "));
    }
    let size = elements.len() / (*first).max(1);
    let parts: Vec<String> = (0..*first).map(|i| nested(inner, &elements[i * size..(i + 1) * size])).collect();
    format!("{{ {} }}", parts.join(", "))
}
