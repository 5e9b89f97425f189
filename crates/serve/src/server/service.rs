//! Requests: read within limits, answered in the form of their protocol.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::{Bytes, BytesMut};
use http_body_util::{BodyExt, Full};
use hyper::body::{Body, Incoming};
use hyper::header::{
    ALLOW, CONNECTION, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderValue, RETRY_AFTER,
    WWW_AUTHENTICATE, X_CONTENT_TYPE_OPTIONS,
};
use hyper::{HeaderMap, Request, Response, StatusCode};
use security::Token;
use serde_json::json;
use tokio::sync::watch;
use tokio::time::{timeout, timeout_at};

use super::budget::{Budget, Held};
use super::page;
use super::routes::{Action, Route};
use super::token;
use crate::error::{Error, ErrorKind, Result};
use crate::metrics::Outcome;
use crate::protocol::{Answer, error, kserve, tensorflow};
use crate::repository::{Repository, Version};
use crate::signature::Rows;

/// Bytes of memory that a byte of a body may become: two bytes of JSON are a number of four.
const BYTES_PER_BODY_BYTE: usize = 3;
/// Bytes of an answer per number: the longest in JSON, with its comma.
const BYTES_PER_OUTPUT: usize = 16;
/// Bodies from this size on are read on a thread of their own, so that other requests go on.
const LARGE_BODY: usize = 128 << 10;

/// What a server allows its clients.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Bytes of a request's body.
    pub max_body_bytes: usize,
    /// Bytes of an answer.
    pub max_answer_bytes: usize,
    /// The time in which a body arrives.
    pub body_time: Duration,
    /// The time from a request's last byte to its answer.
    pub deadline: Duration,
}

/// How far the end of the server is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// Not begun.
    Serving,
    /// Connections end with the answer to their next request.
    Draining,
    /// Connections end with the request that they are at.
    Stopping,
}

/// What answers requests.
pub struct Service {
    pub repository: Arc<Repository>,
    pub limits: Limits,
    pub token: Option<Token>,
    pub budget: Budget,
    pub phase: watch::Receiver<Phase>,
}

/// What is sent back.
struct Reply {
    status: u16,
    content_type: &'static str,
    answer: Answer,
    is_error: Option<ErrorKind>,
}

impl Reply {
    fn json(answer: Answer) -> Reply {
        let content_type = if answer.json_bytes.is_some() { "application/octet-stream" } else { "application/json" };
        Reply { status: 200, content_type, answer, is_error: None }
    }

    fn text(content_type: &'static str, text: String) -> Reply {
        Reply { content_type, ..Reply::json(Answer { body: text.into_bytes(), json_bytes: None }) }
    }
}

impl From<Error> for Reply {
    fn from(e: Error) -> Reply {
        Reply { status: e.kind().status(), is_error: Some(e.kind()), ..Reply::json(error(e.message())) }
    }
}

impl Service {
    /// Answers a request.
    pub async fn handle(&self, request: Request<Incoming>) -> Response<Full<Bytes>> {
        let route = Route::of(request.method(), request.uri().path());
        let counted = match &route {
            Ok(Route::Model(action, name, _)) => (action.protocol(), name.clone()),
            _ => ("none", String::new()),
        };
        let has_body = !request.body().is_end_stream();
        let reply = match route {
            Ok(route) => self.answer(route, request).await.unwrap_or_else(Reply::from),
            Err(error) => Reply::from(error),
        };
        let (protocol, name) = counted;
        let known = if self.repository.names().contains(&name) { name } else { String::new() };
        self.repository.metrics().count(&known, Outcome { protocol, status: reply.status });
        self.response(reply, has_body)
    }

    /// The response; it ends the connection if the server ends, or what is left of a body would be read.
    fn response(&self, reply: Reply, had_body: bool) -> Response<Full<Bytes>> {
        let mut response = Response::new(Full::new(Bytes::from(reply.answer.body)));
        *response.status_mut() = StatusCode::from_u16(reply.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(reply.content_type));
        headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        let policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";
        headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
        if let Some(bytes) = reply.answer.json_bytes {
            headers.insert(kserve::JSON_BYTES_HEADER, HeaderValue::from(bytes));
        }
        match reply.is_error {
            Some(ErrorKind::Unavailable) => drop(headers.insert(RETRY_AFTER, HeaderValue::from_static("1"))),
            Some(ErrorKind::Unauthenticated) => {
                headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
            }
            Some(ErrorKind::Method) => drop(headers.insert(ALLOW, HeaderValue::from_static("GET, HEAD, POST"))),
            _ => {}
        }
        let unread = had_body && reply.is_error.is_some_and(|kind| kind != ErrorKind::Invalid);
        if unread || *self.phase.borrow() > Phase::Serving {
            headers.insert(CONNECTION, HeaderValue::from_static("close"));
        }
        response
    }

    async fn answer(&self, route: Route, request: Request<Incoming>) -> Result<Reply> {
        if let (Some(token), false) = (&self.token, matches!(route, Route::Live | Route::Ready)) {
            token::check(token, request.headers())?;
        }
        let metrics = self.repository.metrics();
        match route {
            Route::Page => Ok(Reply::text("text/html; charset=utf-8", page::page(&self.repository))),
            Route::Metrics => Ok(Reply::text("text/plain; version=0.0.4", metrics.page())),
            Route::Server => Ok(Reply::json(kserve::server())),
            Route::Live => Ok(Reply::json(json!({ "live": true }).into())),
            Route::Ready => {
                let is_ready = self.repository.is_ready() && *self.phase.borrow() == Phase::Serving;
                let status = if is_ready { 200 } else { 503 };
                Ok(Reply { status, ..Reply::json(json!({ "ready": is_ready }).into()) })
            }
            Route::Model(action, name, number) => self.of_model(action, &name, number, request).await,
        }
    }

    async fn of_model(
        &self,
        action: Action,
        name: &str,
        number: Option<u64>,
        request: Request<Incoming>,
    ) -> Result<Reply> {
        let failed = self.repository.failed_versions(name);
        if action == Action::Status && number.is_none_or(|number| failed.iter().any(|(other, _)| *other == number)) {
            let versions: Vec<u64> = self.repository.versions(name).iter().map(|version| version.number).collect();
            if !(versions.is_empty() && failed.is_empty()) {
                return Ok(Reply::json(tensorflow::status(&versions, &failed)));
            }
        }
        let version = self.repository.version(name, number)?;
        let signature = version.batcher.model().signature();
        Ok(Reply::json(match action {
            Action::Status => tensorflow::status(&[version.number], &[]),
            Action::Metadata => tensorflow::metadata(name, version.number, signature),
            Action::Describe => {
                let all = self.repository.versions(name);
                let numbers: Vec<u64> = all.iter().map(|version| version.number).collect();
                kserve::model(name, &numbers, signature)
            }
            Action::IsReady => json!({ "name": name, "ready": true }).into(),
            Action::Predict | Action::Infer => {
                let headers = request.headers().clone();
                let (body, held) = self.read(request).await?;
                let start = Instant::now();
                let answer = self.run(action, name, version, &headers, body, held).await;
                self.repository.metrics().model(name).request_time.record_time(start.elapsed());
                answer?
            }
        }))
    }

    /// Reads a body within the limits of its size and time, and those of all requests.
    async fn read(&self, request: Request<Incoming>) -> Result<(Bytes, Vec<Held>)> {
        let encoding = request.headers().get(CONTENT_ENCODING);
        if encoding.is_some_and(|encoding| encoding != "identity") {
            let message = "the body is compressed, which is not supported: send it without Content-Encoding";
            return Err(Error::new(ErrorKind::Encoding, message));
        }
        let limit = self.limits.max_body_bytes;
        let too_large = || {
            let message = format!("the body is larger than {} MiB (--max-body): send fewer rows", limit >> 20);
            Error::new(ErrorKind::TooLarge, message)
        };
        let mut body = request.into_body();
        let named = usize::try_from(body.size_hint().upper().unwrap_or(0)).unwrap_or(usize::MAX);
        if named > limit {
            return Err(too_large());
        }
        let mut held = vec![self.budget.hold(named * BYTES_PER_BODY_BYTE)?];
        let mut held_bytes = named;
        let mut bytes = BytesMut::new();
        let read = async {
            while let Some(frame) = body.frame().await {
                let frame = frame.map_err(|e| Error::invalid(format!("the body was not received: {e}")))?;
                let Ok(data) = frame.into_data() else { continue };
                if bytes.len() + data.len() > limit {
                    return Err(too_large());
                }
                bytes.extend_from_slice(&data);
                if bytes.len() > held_bytes {
                    // A body of chunks does not say how long it is.
                    let more = bytes.len().max(64 << 10).min(limit - held_bytes);
                    held.push(self.budget.hold(more * BYTES_PER_BODY_BYTE)?);
                    held_bytes += more;
                }
            }
            Ok(())
        };
        match timeout(self.limits.body_time, read).await {
            Ok(read) => read?,
            Err(_) => {
                let seconds = self.limits.body_time.as_secs();
                let message = format!("the body did not arrive within {seconds} s (--body-time)");
                return Err(Error::new(ErrorKind::Timeout, message));
            }
        }
        Ok((bytes.freeze(), held))
    }

    /// Runs the rows of a body.
    async fn run(
        &self,
        action: Action,
        name: &str,
        version: Arc<Version>,
        headers: &HeaderMap,
        body: Bytes,
        mut held: Vec<Held>,
    ) -> Result<Answer> {
        let json_bytes = headers.get(kserve::JSON_BYTES_HEADER).map(|value| {
            let parsed = value.to_str().ok().and_then(|text| text.parse::<usize>().ok());
            parsed.ok_or_else(|| Error::invalid(format!("the header {} is no number", kserve::JSON_BYTES_HEADER)))
        });
        let json_bytes = json_bytes.transpose()?;
        let size = body.len();
        let of_version = version.clone();
        let parsed = on_a_thread_if(size >= LARGE_BODY, move || {
            let signature = of_version.batcher.model().signature();
            match action {
                Action::Infer => kserve::read(&body, json_bytes, signature).map(Parsed::Infer),
                _ => tensorflow::read(&body, signature).map(|(form, rows)| Parsed::Predict(form, rows)),
            }
        });
        let mut parsed = parsed.await??;
        let (rows, asked) = parsed.take_rows();
        let deadline = Instant::now() + asked.map_or(self.limits.deadline, |asked| asked.min(self.limits.deadline));
        let late = |_| Error::new(ErrorKind::Deadline, "the deadline passed before the answer was there (--deadline)");
        let count = rows.count;
        let programs = version.batcher.programs(&rows.row_dims, count);
        let programs = timeout_at(deadline.into(), programs).await.map_err(late)??;
        let row_len = programs.output_len();
        let bytes = count.saturating_mul(row_len).saturating_mul(BYTES_PER_OUTPUT);
        if bytes > self.limits.max_answer_bytes {
            let (limit, most) =
                (self.limits.max_answer_bytes, self.limits.max_answer_bytes / (row_len * BYTES_PER_OUTPUT));
            return Err(Error::invalid(format!(
                "the answer to {count} rows could have {bytes} bytes, and {limit} are allowed: send at most {most} rows"
            )));
        }
        held.push(self.budget.hold(bytes)?);
        let receiver = version.batcher.submit(programs, rows, deadline)?;
        let outputs = timeout_at(deadline.into(), receiver).await.map_err(late)?;
        let outputs = outputs.map_err(|_| Error::internal("the run ended without an answer: see the log"))??;
        let name = name.to_string();
        let answer = on_a_thread_if(bytes >= LARGE_BODY * 4, move || {
            let signature = version.batcher.model().signature();
            match parsed {
                Parsed::Predict(form, _) => Ok(tensorflow::answer(form, signature, count, &outputs)),
                Parsed::Infer(inference) => kserve::answer(&name, version.number, signature, &inference, &outputs),
            }
        });
        answer.await?
    }
}

/// A request of either protocol.
enum Parsed {
    Predict(tensorflow::Form, Rows),
    Infer(kserve::Inference),
}

impl Parsed {
    /// Takes the rows out, but not their number; also how long the client would wait.
    fn take_rows(&mut self) -> (Rows, Option<Duration>) {
        let (rows, timeout) = match self {
            Parsed::Predict(_, rows) => (rows, None),
            Parsed::Infer(inference) => (&mut inference.rows, inference.timeout),
        };
        let Rows { count, row_dims, tensors } = rows;
        (Rows { count: *count, row_dims: std::mem::take(row_dims), tensors: std::mem::take(tensors) }, timeout)
    }
}

/// Calls a function that computes for long, if it is, on a thread of its own.
async fn on_a_thread_if<T: Send + 'static>(is_long: bool, f: impl FnOnce() -> T + Send + 'static) -> Result<T> {
    if !is_long {
        return Ok(f());
    }
    let done = tokio::task::spawn_blocking(f).await;
    done.map_err(|_| Error::internal("a request could not be read or written: see the log"))
}
