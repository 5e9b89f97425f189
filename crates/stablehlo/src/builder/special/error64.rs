//! The error function, its complement and its inverse in f64.

use super::expr::Expr;
use crate::ops::Direction;

/// `erf` on [-1, 1], and `erfc` from 1 on: rational functions (S. Moshier's Cephes, `ndtr.c`).
const ERF_NUMERATOR: [f64; 5] =
    [9.604973739870516, 90.02601972038427, 2232.005345946843, 7003.325141128051, 55592.30130103949];
const ERF_DENOMINATOR: [f64; 6] =
    [1.0, 33.56171416475031, 521.3579497801527, 4594.323829709801, 22629.000061389095, 49267.39426086359];
const ERFC_NEAR_NUMERATOR: [f64; 9] = [
    2.461969814735305e-10,
    0.5641895648310689,
    7.463210564422699,
    48.63719709856814,
    196.5208329560771,
    526.4451949954773,
    934.5285271719576,
    1027.5518868951572,
    557.5353353693994,
];
const ERFC_NEAR_DENOMINATOR: [f64; 9] = [
    1.0,
    13.228195115474499,
    86.70721408859897,
    354.9377788878199,
    975.7085017432055,
    1823.9091668790973,
    2246.3376081871097,
    1656.6630919416134,
    557.5353408177277,
];
const ERFC_FAR_NUMERATOR: [f64; 6] = [
    0.5641895835477551,
    1.275366707599781,
    5.019050422511805,
    6.160210979930536,
    7.4097426995044895,
    2.9788666537210022,
];
const ERFC_FAR_DENOMINATOR: [f64; 7] = [
    1.0,
    2.2605286322011726,
    9.396035249380015,
    12.048953980809666,
    17.08144507475659,
    9.608968090632859,
    3.369076451000815,
];

fn erf_near(x: &Expr) -> Expr {
    let square = x * x;
    x * square.polynomial(&ERF_NUMERATOR) / square.polynomial(&ERF_DENOMINATOR)
}

/// `erfc(|x|)` for `|x|` from 1 on.
fn erfc_far(x: &Expr) -> Expr {
    let magnitude = x.abs().less(1.0).select(1.0, x.abs());
    let ratio =
        |numerator: &[f64], denominator: &[f64]| magnitude.polynomial(numerator) / magnitude.polynomial(denominator);
    let near = ratio(&ERFC_NEAR_NUMERATOR, &ERFC_NEAR_DENOMINATOR);
    let far = ratio(&ERFC_FAR_NUMERATOR, &ERFC_FAR_DENOMINATOR);
    let y = (-(&magnitude * &magnitude)).exp() * magnitude.less(8.0).select(near, far);
    // Beyond 28 it is below the least number, and the rational functions become infinity by infinity.
    magnitude.compare(Direction::Gt, 28.0).select(0.0, y)
}

pub(super) fn erf(x: &Expr) -> Expr {
    let far = x.sign() * (Expr::constant(1.0) - erfc_far(x));
    x.abs().less(1.0).select(erf_near(x), far)
}

pub(super) fn erfc(x: &Expr) -> Expr {
    let tail = erfc_far(x);
    let far = x.less(0.0).select(Expr::constant(2.0) - &tail, &tail);
    x.abs().less(1.0).select(Expr::constant(1.0) - erf_near(x), far)
}

/// M. Giles, "Approximating the erfinv function": polynomials in `w = -log(1 - x²)` and in `√w`.
pub(super) fn erf_inv(x: &Expr) -> Expr {
    let w = -(-(x * x)).log1p();
    let root = w.sqrt();
    let center = (&w - 3.125).polynomial(&CENTER);
    let middle = (&root - 3.25).polynomial(&MIDDLE);
    let tail = (&root - 5.0).polynomial(&TAIL);
    let p = w.less(6.25).select(center, w.less(16.0).select(middle, tail));
    x.abs().equal(1.0).select(x * f64::INFINITY, p * x)
}

const CENTER: [f64; 23] = [
    -3.64441206401782e-21,
    -1.6850591381820166e-19,
    1.28584807152564e-18,
    1.1157877678025181e-17,
    -1.333171662854621e-16,
    2.0972767875968562e-17,
    6.637638134358324e-15,
    -4.054566272975207e-14,
    -8.151934197605472e-14,
    2.6335093153082323e-12,
    -1.2975133253453532e-11,
    -5.415412054294628e-11,
    1.0512122733215323e-09,
    -4.112633980346984e-09,
    -2.9070369957882005e-08,
    4.2347877827932404e-07,
    -1.3654692000834679e-06,
    -1.3882523362786469e-05,
    0.00018673420803405714,
    -0.000740702534166267,
    -0.006033670871430149,
    0.24015818242558962,
    1.6536545626831027,
];
const MIDDLE: [f64; 19] = [
    2.2137376921775787e-09,
    9.075656193888539e-08,
    -2.7517406297064545e-07,
    1.8239629214389228e-08,
    1.5027403968909828e-06,
    -4.013867526981546e-06,
    2.9234449089955446e-06,
    1.2475304481671779e-05,
    -4.7318229009055734e-05,
    6.828485145957318e-05,
    2.4031110387097894e-05,
    -0.0003550375203628475,
    0.0009532893797373805,
    -0.0016882755560235047,
    0.002491442096107851,
    -0.003751208507569241,
    0.005370914553590064,
    1.0052589676941592,
    3.0838856104922208,
];
const TAIL: [f64; 17] = [
    -2.7109920616438573e-11,
    -2.555641816996525e-10,
    1.5076572693500548e-09,
    -3.789465440126737e-09,
    7.61570120807834e-09,
    -1.496002662714924e-08,
    2.914795345090108e-08,
    -6.771199775845234e-08,
    2.2900482228026655e-07,
    -9.9298272942317e-07,
    4.526062597223154e-06,
    -1.968177810553167e-05,
    7.599527703001776e-05,
    -0.00021503011930044477,
    -0.00013871931833623122,
    1.0103004648645344,
    4.849906401408584,
];
