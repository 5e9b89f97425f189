//! Versions of the protocol, and how both sides agree on one.

use std::fmt;

use crate::error::{Code, Error, Result};
use crate::messages::{GrpcGetVersionRequest, GrpcGetVersionResponse, IfrtProxyVersion};

/// A version of the protocol, with that of IFRT's serialized types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Version {
    /// Version of requests and responses.
    pub protocol: i32,
    /// Version of serialized types, which their field `version_number` repeats.
    pub serdes: i32,
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "protocol {}, serialized types {}", self.protocol, self.serdes)
    }
}

impl From<IfrtProxyVersion> for Version {
    fn from(version: IfrtProxyVersion) -> Version {
        Version { protocol: version.protocol_version, serdes: version.ifrt_serdes_version_number }
    }
}

impl From<Version> for IfrtProxyVersion {
    fn from(version: Version) -> IfrtProxyVersion {
        IfrtProxyVersion { protocol_version: version.protocol, ifrt_serdes_version_number: version.serdes }
    }
}

/// The versions that a side speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VersionRange {
    /// The oldest.
    pub min: Version,
    /// The newest.
    pub max: Version,
}

impl VersionRange {
    /// The versions that this crate's messages are those of. JAX 0.7.2 (September 2025) speaks the oldest
    /// protocol, JAX 0.12.0 the newest with serialized types 2 to 6.
    pub const SUPPORTED: VersionRange =
        VersionRange { min: Version { protocol: 15, serdes: 0 }, max: Version { protocol: 25, serdes: 6 } };

    /// The newest version that both sides speak: what a server answers.
    ///
    /// A client ends its process if the answer is outside of its range, so a server must refuse instead.
    ///
    /// ```
    /// use ifrt_proxy::{Version, VersionRange};
    ///
    /// // JAX 0.9.2
    /// let client = VersionRange {
    ///     min: Version { protocol: 16, serdes: 0 },
    ///     max: Version { protocol: 25, serdes: 1 },
    /// };
    /// let chosen = VersionRange::SUPPORTED.negotiate(&client.request())?;
    /// assert_eq!(chosen, Version { protocol: 25, serdes: 1 });
    /// # Ok::<(), ifrt_proxy::Error>(())
    /// ```
    ///
    /// # Errors
    /// There is no such version, or the request names none.
    pub fn negotiate(&self, request: &GrpcGetVersionRequest) -> Result<Version> {
        let (Some(min), Some(max)) = (request.min_version, request.max_version) else {
            return Err(Error::invalid("GetVersion names no range of versions"));
        };
        let client = VersionRange { min: min.into(), max: max.into() };
        let chosen = Version {
            protocol: client.max.protocol.min(self.max.protocol),
            serdes: client.max.serdes.min(self.max.serdes),
        };
        if self.contains(chosen) && client.contains(chosen) {
            return Ok(chosen);
        }
        let advice = "use a JAX from 0.7.2 on, or another version of the server";
        let text = format!("the client speaks {client}; the server {self}: {advice}");
        Err(Error::new(Code::FailedPrecondition, text))
    }

    /// True if the version is in the range.
    pub fn contains(&self, version: Version) -> bool {
        (self.min.protocol..=self.max.protocol).contains(&version.protocol)
            && (self.min.serdes..=self.max.serdes).contains(&version.serdes)
    }

    /// The request of a client that speaks these versions.
    pub fn request(&self) -> GrpcGetVersionRequest {
        GrpcGetVersionRequest { min_version: Some(self.min.into()), max_version: Some(self.max.into()) }
    }

    /// The version that a server chose from this client's range.
    ///
    /// # Errors
    /// It is outside of the range.
    pub fn accept(&self, response: &GrpcGetVersionResponse) -> Result<Version> {
        let version = response.version.map(Version::from);
        version.filter(|version| self.contains(*version)).ok_or_else(|| {
            let chosen = version.map_or("no version".into(), |version| version.to_string());
            let text = format!("the server chose {chosen}; the client speaks {self}");
            Error::new(Code::FailedPrecondition, text)
        })
    }
}

impl From<Version> for GrpcGetVersionResponse {
    fn from(version: Version) -> GrpcGetVersionResponse {
        GrpcGetVersionResponse { version: Some(version.into()) }
    }
}

impl fmt::Display for VersionRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let VersionRange { min, max } = self;
        write!(f, "protocol {} to {}, serialized types {} to {}", min.protocol, max.protocol, min.serdes, max.serdes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(protocol: (i32, i32), serdes: (i32, i32)) -> VersionRange {
        VersionRange {
            min: Version { protocol: protocol.0, serdes: serdes.0 },
            max: Version { protocol: protocol.1, serdes: serdes.1 },
        }
    }

    #[test]
    fn the_releases_of_jaxlib_get_their_newest_version() {
        // As each release offers it.
        let releases = [
            ("0.7.2", range((15, 16), (0, 0)), (16, 0)),
            ("0.8.3", range((15, 22), (0, 0)), (22, 0)),
            ("0.9.2", range((16, 25), (0, 1)), (25, 1)),
            ("0.10.2", range((16, 25), (0, 3)), (25, 3)),
            ("0.12.0.1", range((16, 25), (2, 6)), (25, 6)),
            ("a later one", range((16, 40), (5, 11)), (25, 6)),
        ];
        for (release, client, (protocol, serdes)) in releases {
            let chosen = VersionRange::SUPPORTED.negotiate(&client.request()).unwrap();
            assert_eq!(chosen, Version { protocol, serdes }, "{release}");
            assert_eq!(client.accept(&chosen.into()).unwrap(), chosen);
        }
    }

    #[test]
    fn clients_without_a_common_version_are_refused_and_told_why() {
        let too_old = VersionRange::SUPPORTED.negotiate(&range((3, 14), (0, 0)).request()).unwrap_err();
        assert_eq!(
            too_old.to_string(),
            "FAILED_PRECONDITION: the client speaks protocol 3 to 14, serialized types 0 to 0; the server protocol 15 \
             to 25, serialized types 0 to 6: use a JAX from 0.7.2 on, or another version of the server"
        );
        assert!(VersionRange::SUPPORTED.negotiate(&range((26, 30), (6, 6)).request()).is_err());
        assert!(VersionRange::SUPPORTED.negotiate(&range((25, 25), (7, 9)).request()).is_err());
        assert!(VersionRange::SUPPORTED.negotiate(&GrpcGetVersionRequest::default()).is_err());
        assert!(range((16, 25), (0, 1)).accept(&Version { protocol: 26, serdes: 0 }.into()).is_err());
    }
}
