//! Ordered tables of algorithms: the first that accepts a specification runs it.

use crate::error::KernelError;
use crate::isa::Isa;
use std::borrow::Cow;
use std::sync::Arc;

/// The reason that an algorithm does not accept a specification, with the numbers that it compared.
pub type Refusal = Cow<'static, str>;

/// Algorithms in the order of preference, each with the reason against it, if there is one.
pub type Verdicts<Algorithm> = Vec<(Algorithm, Result<(), Refusal>)>;

/// Plans an algorithm for a specification that it accepts.
type Planner<Spec, Implementation> = fn(&Spec, Isa) -> Result<Arc<Implementation>, KernelError>;

/// An algorithm with the condition that it needs.
pub(crate) struct Candidate<Spec, Algorithm, Implementation: ?Sized> {
    /// The algorithm, with the variant that it takes for a specification.
    pub algorithm: fn(&Spec, Isa) -> Algorithm,
    /// The reason against it, if there is one.
    pub accepts: fn(&Spec, Isa) -> Result<(), Refusal>,
    pub plan: Planner<Spec, Implementation>,
}

/// The verdict of each candidate on a specification.
pub(crate) fn verdicts<Spec, Algorithm, Implementation: ?Sized>(
    candidates: &[Candidate<Spec, Algorithm, Implementation>],
    spec: &Spec,
    isa: Isa,
) -> Verdicts<Algorithm> {
    candidates.iter().map(|candidate| ((candidate.algorithm)(spec, isa), (candidate.accepts)(spec, isa))).collect()
}
