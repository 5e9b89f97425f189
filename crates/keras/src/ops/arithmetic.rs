//! Element-wise functions of two tensors, with broadcasting.

use stablehlo::ops::Binary;

use super::broadcast::{align, binary};
use super::declare::of_two;
use super::elementwise::{absolute, floor, sign};
use super::logic::{equal, isnan, less, logical_and, logical_or, not_equal, where_};
use super::tensor::{Tensor, emit};

of_two! {
    add "`x + y`." |x, y| binary("add", Binary::Add, x, y);
    subtract "`x - y`." |x, y| binary("subtract", Binary::Subtract, x, y);
    multiply "`x * y`." |x, y| binary("multiply", Binary::Multiply, x, y);
    divide "`x / y`, in floating point." |x, y| binary("divide", Binary::Divide, &x.float(), &y.float());
    true_divide "`x / y`, in floating point." |x, y| divide(x, y);
    divide_no_nan "`x / y`; 0 where `y` is 0." |x, y| {
        let (x, y) = align(&x.float(), &y.float());
        let zero = equal(&y, &y.filled(0.0));
        where_(&zero, &x.filled(0.0), &(&x / where_(&zero, &y.filled(1.0), &y)))
    };
    floor_divide "The quotient, rounded down." |x, y| {
        let (x, y) = align(x, y);
        if x.element().is_float() { floor(&divide(&x, &y)) } else { integer_floor(&x, &y) }
    };
    mod_ "The remainder with the sign of `y`." |x, y| modulo(x, y);
    power "`x` to the power `y`." |x, y| binary("power", Binary::Power, x, y);
    maximum "The larger of two elements; NaN if either is." |x, y| binary("maximum", Binary::Maximum, x, y);
    minimum "The smaller of two elements; NaN if either is." |x, y| binary("minimum", Binary::Minimum, x, y);
    fmax "The larger of two elements, ignoring NaN." |x, y| {
        let (x, y) = align(x, y);
        where_(&isnan(&x), &y, &where_(&isnan(&y), &x, &maximum(&x, &y)))
    };
    fmin "The smaller of two elements, ignoring NaN." |x, y| {
        let (x, y) = align(x, y);
        where_(&isnan(&x), &y, &where_(&isnan(&y), &x, &minimum(&x, &y)))
    };
    arctan2 "The angle of the point `(y, x)`, in radians." |x, y| {
        binary("arctan2", Binary::Atan2, &x.float(), &y.float())
    };
    hypot "`sqrt(x² + y²)`, without overflow." |x, y| {
        let (x, y) = align(&absolute(&x.float()), &absolute(&y.float()));
        let (large, small) = (maximum(&x, &y), minimum(&x, &y));
        let ratio = divide_no_nan(&small, &large);
        &large * super::elementwise::sqrt(&(&ratio * &ratio + 1.0))
    };
    logaddexp "`log(exp(x) + exp(y))`, without overflow." |x, y| {
        let (x, y) = align(&x.float(), &y.float());
        let gap = -absolute(&(&x - &y));
        maximum(&x, &y) + super::elementwise::log1p(&super::elementwise::exp(&gap))
    };
    logaddexp2 "`log2(2^x + 2^y)`, without overflow." |x, y| {
        let ln2 = std::f64::consts::LN_2;
        logaddexp(&(x * ln2), &(y * ln2)) / ln2
    };
    heaviside "0 for negative `x`, `y` at 0, 1 for positive `x`." |x, y| {
        let (x, y) = align(x, y);
        let zero = x.filled(0.0);
        where_(&equal(&x, &zero), &y, &where_(&less(&x, &zero), &zero, &x.filled(1.0)))
    };
    ldexp "`x · 2^y`." |x, y| x.float() * super::elementwise::exp2(&y.float());
    nextafter "The number after `x` toward `y`." |x, y| {
        let (x, y) = align(&x.float(), &y.float());
        emit("nextafter", &[&x, &y], |b, v| b.next_after(v[0], v[1]))
    };
    bitwise_and "Bitwise and." |x, y| binary("bitwise_and", Binary::And, x, y);
    bitwise_or "Bitwise or." |x, y| binary("bitwise_or", Binary::Or, x, y);
    bitwise_xor "Bitwise exclusive or." |x, y| binary("bitwise_xor", Binary::Xor, x, y);
    bitwise_left_shift "`x << y`." |x, y| binary("bitwise_left_shift", Binary::ShiftLeft, x, y);
    left_shift "`x << y`." |x, y| binary("left_shift", Binary::ShiftLeft, x, y);
    bitwise_right_shift "`x >> y`, with the sign bit." |x, y| right_shift(x, y);
    right_shift "`x >> y`, with the sign bit." |x, y| {
        let signed = x.element().is_signed();
        let op = if signed { Binary::ShiftRightArithmetic } else { Binary::ShiftRightLogical };
        binary("right_shift", op, x, y)
    };
}

/// The remainder with the sign of the divisor, as in Python.
fn modulo(x: &Tensor, y: &Tensor) -> Tensor {
    let (x, y) = align(x, y);
    let rest = binary("mod", Binary::Remainder, &x, &y);
    let zero = rest.filled(0.0);
    let opposite = not_equal(&less(&rest, &zero), &less(&y, &zero));
    let wrong = logical_and(&not_equal(&rest, &zero), &opposite);
    where_(&wrong, &(&rest + &y), &rest)
}

fn integer_floor(x: &Tensor, y: &Tensor) -> Tensor {
    let quotient = binary("floor_divide", Binary::Divide, x, y);
    let exact = equal(&binary("floor_divide", Binary::Remainder, x, y), &x.filled(0.0));
    if !x.element().is_signed() {
        return quotient;
    }
    let same_sign = equal(&sign(x), &sign(y));
    where_(&logical_or(&exact, &same_sign), &quotient, &(&quotient - 1.0))
}
