//! Versions of StableHLO.

use std::fmt;
use std::str::FromStr;

use crate::error::{Error, ErrorKind, Result};

/// A version of StableHLO for which an artifact is written: 1.`minor`.0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version {
    pub(super) minor: u16,
}

impl Version {
    /// The oldest version that can be written, 1.0.0.
    pub const OLDEST: Version = Version { minor: 0 };
    /// The newest version that can be written, 1.13.0. Newer readers read it, too.
    pub const NEWEST: Version = Version { minor: 13 };
}

impl Default for Version {
    fn default() -> Self {
        Self::NEWEST
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "1.{}.0", self.minor)
    }
}

impl FromStr for Version {
    type Err = Error;

    /// Reads `1.13.0`, or `1.13`.
    fn from_str(text: &str) -> Result<Self> {
        let minor = text.strip_prefix("1.").map(|rest| rest.strip_suffix(".0").unwrap_or(rest));
        let version = minor.and_then(|minor| minor.parse().ok()).map(|minor| Version { minor });
        version.filter(|version| *version <= Self::NEWEST).ok_or_else(|| {
            let (oldest, newest) = (Self::OLDEST, Self::NEWEST);
            let message = format!("'{text}' is no version of StableHLO that can be written: {oldest} to {newest}");
            Error::new(ErrorKind::Unsupported, message)
        })
    }
}
