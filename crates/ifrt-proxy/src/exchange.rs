//! How requests and answers carry their number and their error.

use crate::error::{Error, Result};
use crate::messages::{IfrtRequest, IfrtResponse, Request, RequestMetadata, Response, ResponseMetadata};

impl IfrtRequest {
    /// A request with its number.
    pub fn new(op_id: u64, request: Request) -> IfrtRequest {
        let request_metadata = Some(RequestMetadata { op_id, user_context_id: 0 });
        IfrtRequest { request_metadata, request: Some(request) }
    }

    /// The number of the request; zero if it has none.
    pub fn op_id(&self) -> u64 {
        self.request_metadata.map_or(0, |metadata| metadata.op_id)
    }
}

impl IfrtResponse {
    /// The answer to the request of that number, or its error.
    ///
    /// ```
    /// use ifrt_proxy::messages::{EmptyResponse, IfrtResponse, Response};
    /// use ifrt_proxy::{Code, Error};
    ///
    /// let done = IfrtResponse::new(7, Ok(Response::DestructArray(EmptyResponse {})));
    /// assert_eq!((done.op_id(), done.result().is_ok()), (7, true));
    ///
    /// let failed = IfrtResponse::new(8, Err(Error::new(Code::NotFound, "no array has the handle 9")));
    /// assert_eq!(failed.result().unwrap_err().code(), Code::NotFound);
    /// ```
    pub fn new(op_id: u64, result: Result<Response>) -> IfrtResponse {
        let status = result.as_ref().err().map(|error| error.into());
        let response_metadata = Some(ResponseMetadata { op_id, status, ..ResponseMetadata::default() });
        IfrtResponse { response_metadata, response: result.ok() }
    }

    /// The number of the request that is answered; zero if there is none.
    pub fn op_id(&self) -> u64 {
        self.response_metadata.as_ref().map_or(0, |metadata| metadata.op_id)
    }

    /// The answer.
    ///
    /// # Errors
    /// The request failed, or the answer is of a kind that is newer than this crate.
    pub fn result(self) -> Result<Response> {
        let op_id = self.op_id();
        if let Some(status) = self.response_metadata.and_then(|metadata| metadata.status) {
            Error::check(&status)?;
        }
        self.response
            .ok_or_else(|| Error::internal(format!("the answer to request {op_id} is of no kind that is known here")))
    }
}
