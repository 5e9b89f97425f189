//! Errors of the device as errors of the wire.

use ifrt_proxy::{Code, Error};

/// The error with the code and the text of a PJRT error, as a client of the plugin itself would see it.
pub fn from_pjrt(error: pjrt::Error) -> Error {
    // Both numbers are those of Abseil's codes.
    let code = i32::try_from(error.kind().code().0).ok().and_then(Code::from_number).unwrap_or(Code::Unknown);
    Error::new(code, error.message())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_keep_their_meaning() {
        for (kind, code) in [
            (pjrt::ErrorKind::InvalidArgument, Code::InvalidArgument),
            (pjrt::ErrorKind::ResourceExhausted, Code::ResourceExhausted),
            (pjrt::ErrorKind::Unauthenticated, Code::Unauthenticated),
        ] {
            let error = from_pjrt(pjrt::Error::new(kind, "f", "why"));
            assert_eq!((error.code(), error.message()), (code, "why"));
        }
    }
}
