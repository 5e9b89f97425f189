//! The answer to a request, which may be sent from any thread.

use std::sync::Arc;

use ifrt_proxy::messages::{IfrtResponse, Response};
use ifrt_proxy::{Error, Result};
use tokio::sync::OwnedSemaphorePermit;
use tokio::sync::mpsc::UnboundedSender;

use crate::metrics::Metrics;

/// Bytes of an error's text that are sent.
const MAX_TEXT: usize = 64 << 10;

/// An answer on its way to the client.
pub struct Answer {
    /// The message.
    pub response: IfrtResponse,
    /// Until the answer is taken, its request counts among those that are not answered.
    _permit: OwnedSemaphorePermit,
}

/// The place for the answer to one request. An answer that is never sent is an error that says so.
pub struct Reply {
    op_id: u64,
    waiting: Option<(UnboundedSender<Answer>, OwnedSemaphorePermit)>,
    metrics: Arc<Metrics>,
}

impl Reply {
    /// The place for the answer to the request with this number.
    pub fn new(
        op_id: u64,
        answers: UnboundedSender<Answer>,
        permit: OwnedSemaphorePermit,
        metrics: Arc<Metrics>,
    ) -> Reply {
        Reply { op_id, waiting: Some((answers, permit)), metrics }
    }

    /// Sends the answer.
    pub fn send(mut self, result: Result<Response>) {
        if let Err(error) = &result {
            self.metrics.failed_requests.add(1);
            tracing::debug!(op_id = self.op_id, %error, "request failed");
        }
        self.deliver(result);
    }

    fn deliver(&mut self, result: Result<Response>) {
        let Some((answers, permit)) = self.waiting.take() else { return };
        let result = result.map_err(|error| error.shortened(MAX_TEXT));
        // A client that is gone needs no answer.
        let _ = answers.send(Answer { response: IfrtResponse::new(self.op_id, result), _permit: permit });
    }
}

impl Drop for Reply {
    fn drop(&mut self) {
        // Mostly a request that waited as its session ended. That is no failure, and nobody reads the answer.
        self.deliver(Err(Error::internal("the worker dropped the request; its log has the reason")));
    }
}
