//! The error function, its complement and its inverse in f64.

use super::expr::Expr;
use crate::ops::Direction;

/// `erf` on [-1, 1], and `erfc` from 1 on: rational functions (S. Moshier's Cephes, `ndtr.c`).
const ERF_NUMERATOR: [f64; 5] = [
    9.60497373987051638749,
    9.00260197203842689217e1,
    2.23200534594684319226e3,
    7.00332514112805075473e3,
    5.55923013010394962768e4,
];
const ERF_DENOMINATOR: [f64; 6] = [
    1.0,
    3.35617141647503099647e1,
    5.21357949780152679795e2,
    4.59432382970980127987e3,
    2.26290000613890934246e4,
    4.92673942608635921086e4,
];
const ERFC_NEAR_NUMERATOR: [f64; 9] = [
    2.46196981473530512524e-10,
    5.64189564831068821977e-1,
    7.46321056442269912687,
    4.86371970985681366614e1,
    1.96520832956077098242e2,
    5.26445194995477358631e2,
    9.34528527171957607540e2,
    1.02755188689515710272e3,
    5.57535335369399327526e2,
];
const ERFC_NEAR_DENOMINATOR: [f64; 9] = [
    1.0,
    1.32281951154744992508e1,
    8.67072140885989742329e1,
    3.54937778887819891062e2,
    9.75708501743205489753e2,
    1.82390916687909736289e3,
    2.24633760818710981792e3,
    1.65666309194161350182e3,
    5.57535340817727675546e2,
];
const ERFC_FAR_NUMERATOR: [f64; 6] = [
    5.64189583547755073984e-1,
    1.27536670759978104416,
    5.01905042251180477414,
    6.16021097993053585195,
    7.40974269950448939160,
    2.97886665372100240670,
];
const ERFC_FAR_DENOMINATOR: [f64; 7] = [
    1.0,
    2.26052863220117276590,
    9.39603524938001434673,
    1.20489539808096656605e1,
    1.70814450747565897222e1,
    9.60896809063285878198,
    3.36907645100081516050,
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
    -3.6444120640178196996e-21,
    -1.685059138182016589e-19,
    1.2858480715256400167e-18,
    1.115787767802518096e-17,
    -1.333171662854620906e-16,
    2.0972767875968561637e-17,
    6.6376381343583238325e-15,
    -4.0545662729752068639e-14,
    -8.1519341976054721522e-14,
    2.6335093153082322977e-12,
    -1.2975133253453532498e-11,
    -5.4154120542946279317e-11,
    1.051212273321532285e-09,
    -4.1126339803469836976e-09,
    -2.9070369957882005086e-08,
    4.2347877827932403518e-07,
    -1.3654692000834678645e-06,
    -1.3882523362786468719e-05,
    0.0001867342080340571352,
    -0.00074070253416626697512,
    -0.0060336708714301490533,
    0.24015818242558961693,
    1.6536545626831027356,
];
const MIDDLE: [f64; 19] = [
    2.2137376921775787049e-09,
    9.0756561938885390979e-08,
    -2.7517406297064545428e-07,
    1.8239629214389227755e-08,
    1.5027403968909827627e-06,
    -4.013867526981545969e-06,
    2.9234449089955446044e-06,
    1.2475304481671778723e-05,
    -4.7318229009055733981e-05,
    6.8284851459573175448e-05,
    2.4031110387097893999e-05,
    -0.0003550375203628474796,
    0.00095328937973738049703,
    -0.0016882755560235047313,
    0.0024914420961078508066,
    -0.0037512085075692412107,
    0.005370914553590063617,
    1.0052589676941592334,
    3.0838856104922207635,
];
const TAIL: [f64; 17] = [
    -2.7109920616438573243e-11,
    -2.5556418169965252055e-10,
    1.5076572693500548083e-09,
    -3.7894654401267369937e-09,
    7.6157012080783393804e-09,
    -1.4960026627149240478e-08,
    2.9147953450901080826e-08,
    -6.7711997758452339498e-08,
    2.2900482228026654717e-07,
    -9.9298272942317002539e-07,
    4.5260625972231537039e-06,
    -1.9681778105531670567e-05,
    7.5995277030017761139e-05,
    -0.00021503011930044477347,
    -0.00013871931833623122026,
    1.0103004648645343977,
    4.8499064014085844221,
];
