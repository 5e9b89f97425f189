//! Tests that need what a machine may lack.

use std::io::Write;

/// The environment variable that lists, separated by commas, what must not be missing: `python`, `jax`,
/// `data`, `libtpu`, `cuda`, `browser`.
const VARIABLE: &str = "LABORA_REQUIRE";

/// What a test may need and a machine may lack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// A Python whose packages can be installed: the cross-checks with real Keras, and XLA's plugin. Its name
    /// is `python`.
    Python,
    /// A Python new enough for the releases of JAX that load the plugin. Its name is `jax`.
    Jax,
    /// Real data sets. Its name is `data`.
    Data,
    /// Google's TPU compiler. Its name is `libtpu`.
    Libtpu,
    /// XLA's plugin for NVIDIA GPUs, which compiles without one. Its name is `cuda`.
    Cuda,
    /// Chromium, and what its pages need. Its name is `browser`.
    Browser,
}

const NAMES: [(&str, Need); 6] = [
    ("python", Need::Python),
    ("jax", Need::Jax),
    ("data", Need::Data),
    ("libtpu", Need::Libtpu),
    ("cuda", Need::Cuda),
    ("browser", Need::Browser),
];

/// Says why a test does nothing. It is written past the test harness, so that it is seen when the test
/// passes.
///
/// For what [`Need`] does not list; else see [`skip_without`].
pub fn skip(reason: &str) {
    writeln!(std::io::stderr(), "skipped: {reason}").ok();
}

/// Says why a test does nothing, as [`skip`] does, for lack of something.
///
/// # Panics
/// `LABORA_REQUIRE` names what is missing: the test fails. It names something unknown.
#[track_caller]
pub fn skip_without(need: Need, reason: &str) {
    let required = std::env::var(VARIABLE).unwrap_or_default();
    if let Err(message) = may_skip(&required, need, reason) {
        panic!("{message}");
    }
    skip(reason);
}

fn may_skip(required: &str, need: Need, reason: &str) -> Result<(), String> {
    for name in required.split(',').map(str::trim).filter(|name| !name.is_empty()) {
        let Some((_, known)) = NAMES.iter().find(|(known, _)| *known == name) else {
            let known = NAMES.map(|(name, _)| name).join(", ");
            return Err(format!("{VARIABLE} names {name:?}, which is none of: {known}"));
        };
        if *known == need {
            return Err(format!("{VARIABLE} requires {name}, and the test would be skipped: {reason}"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Need, may_skip};

    #[test]
    fn a_test_fails_for_what_is_required_only() {
        assert_eq!(may_skip("", Need::Data, "no data"), Ok(()));
        assert_eq!(may_skip("python, libtpu", Need::Data, "no data"), Ok(()));
        let message = may_skip("python,data", Need::Data, "no data").unwrap_err();
        assert_eq!(message, "LABORA_REQUIRE requires data, and the test would be skipped: no data");
    }

    #[test]
    fn unknown_requirements_are_refused() {
        let message = may_skip("pyton", Need::Data, "no data").unwrap_err();
        assert_eq!(
            message,
            "LABORA_REQUIRE names \"pyton\", which is none of: python, jax, data, libtpu, cuda, browser"
        );
    }
}
