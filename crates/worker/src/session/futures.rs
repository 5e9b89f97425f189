//! Answers that wait for the device.

use ifrt_proxy::messages::{
    CheckFutureRequest, CheckFutureResponse, CheckValueReadyRequest, CheckValueReadyResponse,
    LoadedExecutableFetchExecuteResultRequest, LoadedExecutableFetchExecuteResultResponse, Response,
};
use ifrt_proxy::{Error, Result};
use pjrt::Event;

use super::{Reply, Session};
use crate::error::from_pjrt;
use crate::pending::Pending;

impl Session {
    pub(super) fn check_future(&self, request: CheckFutureRequest, reply: Reply) {
        let future = self.tables().take_future(request.future_handle);
        let answer = |()| Response::CheckFuture(CheckFutureResponse {});
        future.unwrap_or_else(failed).then(move |result| reply.send(result.map(answer)));
    }

    pub(super) fn fetch_execute_result(&self, request: LoadedExecutableFetchExecuteResultRequest, reply: Reply) {
        let future = self.tables().take_future(request.result_status_handle);
        let answer =
            |()| Response::LoadedExecutableFetchExecuteResult(LoadedExecutableFetchExecuteResultResponse::default());
        future.unwrap_or_else(failed).then(move |result| reply.send(result.map(answer)));
    }

    pub(super) fn check_value_ready(&self, request: &CheckValueReadyRequest, reply: Reply) {
        let events = self.ready_events(&request.value_handles);
        let answer = |()| Response::CheckValueReady(CheckValueReadyResponse {});
        events.map_or_else(failed, Pending::Events).then(move |result| reply.send(result.map(answer)));
    }

    fn ready_events(&self, handles: &[u64]) -> Result<Vec<Event>> {
        let arrays = self.tables().arrays(handles)?;
        let shards = arrays.iter().flat_map(|array| &array.shards);
        shards.map(|shard| shard.buffer.ready().map_err(from_pjrt)).collect()
    }
}

fn failed(error: Error) -> Pending {
    Pending::Ready(Err(error))
}
