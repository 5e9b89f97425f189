//! The session: requests out, answers in, and the bytes of host buffers beside them.

use std::collections::HashMap;
use std::fmt;
use std::future::Future;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use ifrt_proxy::messages::{
    DestructArrayRequest, GrpcIfrtSessionMetadata, IfrtRequest, IfrtResponse, InitRequest, InitResponse, Request,
    Response,
};
use ifrt_proxy::stub::client::IfrtProxyClient;
use ifrt_proxy::{Address, Code, Error, Handle, Handles, Result, Version, VersionRange};
use tokio::runtime::Runtime;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio_stream::Stream;

use crate::options::ConnectOptions;
use crate::reply::{Reply, lost};

/// What becomes of the answer to a request.
type OnAnswer = Box<dyn FnOnce(Result<Response>) + Send>;

/// The answers that are awaited, by the number of their request; an error once the session has ended.
type Awaited = Arc<Mutex<Result<HashMap<u64, OnAnswer>>>>;

/// How long the end of a session waits for the server.
const GOODBYE: Duration = Duration::from_secs(2);

/// A session with a server. All objects of a client share it.
pub(crate) struct Session {
    /// Moves all bytes.
    thread: Thread,
    /// Taken when the session is dropped, which ends the stream of requests.
    requests: Option<UnboundedSender<IfrtRequest>>,
    /// Closed when the stream of answers has ended.
    ended: Mutex<Receiver<()>>,
    awaited: Awaited,
    next_request: AtomicU64,
    pub(crate) handles: Handles,
    /// A second connection, so that large transfers do not hold up requests.
    buffers: IfrtProxyClient,
    session_id: u64,
    pub(crate) version: Version,
    /// Arrays that were dropped; they are freed before the next request.
    dropped: Mutex<Vec<u64>>,
    /// The process that has the session's thread. A fork of it has none.
    process: u32,
}

impl Session {
    /// Connects, agrees on a version, and asks for the devices.
    pub(crate) fn open(address: &Address, options: ConnectOptions) -> Result<(Session, InitResponse)> {
        let thread = Thread::start()?;
        let awaited: Awaited = Arc::new(Mutex::new(Ok(HashMap::new())));
        let (requests, queue) = unbounded_channel();
        // The request is queued before the session opens: some servers say nothing before they have one.
        let (answer, init) = Reply::new();
        if let Ok(awaited) = locked(&awaited).as_mut() {
            awaited.insert(1, Box::new(move |response| drop(answer.send(response))));
        }
        let _ = requests.send(IfrtRequest::new(1, Request::Init(InitRequest {})));

        let (address, of_session) = (address.clone(), Arc::clone(&awaited));
        let (end, ended) = channel();
        let connection = thread.run(async move { connect(&address, options, queue, of_session, end).await });
        let (buffers, version) = connection.wait()?;
        let Response::Init(init) = init.wait()? else {
            return Err(Error::internal("the answer to Init is of another kind"));
        };
        let session = Session {
            thread,
            requests: Some(requests),
            ended: Mutex::new(ended),
            awaited,
            next_request: AtomicU64::new(2),
            handles: Handles::of_client(),
            buffers,
            session_id: init.session_id,
            version,
            dropped: Mutex::default(),
            process: std::process::id(),
        };
        Ok((session, init))
    }

    /// Sends a request. `read` takes what the caller needs from the answer; `None` if it is of another kind.
    pub(crate) fn call<T: Send + 'static>(&self, request: Request, read: fn(Response) -> Option<T>) -> Reply<T> {
        let (answer, reply) = Reply::new();
        let send = move |result| {
            // The caller may have dropped the reply.
            let _ = answer.send(result);
        };
        self.call_then(request, read, send);
        reply
    }

    /// Sends a request as [`Session::call`] does, and passes the result to a function: on the thread that
    /// reads answers, or on this one if the session has ended. It must not block.
    pub(crate) fn call_then<T: Send + 'static>(
        &self,
        request: Request,
        read: fn(Response) -> Option<T>,
        then: impl FnOnce(Result<T>) + Send + 'static,
    ) {
        let kind = request.kind();
        if let Err(error) = self.check_process() {
            return then(Err(error));
        }
        self.send_dropped();
        let on_answer = move |response: Result<Response>| {
            let other = || Error::internal(format!("the answer to {kind} is of another kind"));
            then(response.and_then(|response| read(response).ok_or_else(other)));
        };
        self.send(request, Box::new(on_answer));
    }

    /// Nothing is sent or awaited in a fork: the connection is that of the process it comes from, and locks
    /// may be held forever.
    fn check_process(&self) -> Result<()> {
        if std::process::id() == self.process {
            return Ok(());
        }
        Err(Error::new(
            Code::FailedPrecondition,
            "this process was forked from the one that opened the session with the worker: start processes by the \
             method \"spawn\" or \"forkserver\" of Python's multiprocessing, or fork before the first use of a device",
        ))
    }

    /// Frees the arrays that were dropped.
    fn send_dropped(&self) {
        let dropped = std::mem::take(&mut *locked(&self.dropped));
        if !dropped.is_empty() {
            let request = DestructArrayRequest { array_handle: dropped };
            self.send(Request::DestructArray(request), Box::new(|_| ()));
        }
    }

    fn send(&self, request: Request, on_answer: OnAnswer) {
        let number = self.next_request.fetch_add(1, Ordering::Relaxed);
        // The lock is released before `on_answer` may be called.
        let ended = match locked(&self.awaited).as_mut() {
            Ok(awaited) => {
                awaited.insert(number, on_answer);
                None
            }
            Err(ended) => Some((ended.clone(), on_answer)),
        };
        match ended {
            Some((error, on_answer)) => on_answer(Err(error)),
            // If the stream has ended meanwhile, its end answers the request.
            None => {
                if let Some(requests) = &self.requests {
                    let _ = requests.send(IfrtRequest::new(number, request));
                }
            }
        }
    }

    /// Frees an array before the next request.
    pub(crate) fn free_array(&self, handle: Handle) {
        if self.check_process().is_ok() {
            locked(&self.dropped).push(handle.get());
        }
    }

    /// Frees an object of another kind; nobody waits for the answer.
    pub(crate) fn free(&self, request: Request) {
        if self.check_process().is_ok() {
            self.send(request, Box::new(|_| ()));
        }
    }

    /// Stores bytes as a host buffer.
    pub(crate) fn store(&self, data: Bytes) -> Result<Handle> {
        self.check_process()?;
        let handle = self.handles.next();
        let (buffers, session) = (self.buffers.clone(), self.session_id);
        self.thread.run(async move { buffers.store(session, handle, data).await }).wait()?;
        Ok(handle)
    }

    /// What reads and frees a host buffer of `size` bytes, on any thread, and passes the bytes on.
    pub(crate) fn take(
        &self,
        handle: Handle,
        size: usize,
        then: impl FnOnce(Result<Vec<u8>>) + Send + 'static,
    ) -> impl FnOnce(Result<()>) + Send + 'static {
        // Not the session itself: the thread that ends it must not be the session's own.
        let (buffers, session, runtime) = (self.buffers.clone(), self.session_id, self.thread.handle());
        let take = async move {
            let bytes = buffers.lookup(session, handle, size).await;
            // Nobody waits until it is freed. What is left is freed with the session.
            tokio::spawn(async move { drop(buffers.delete(session, handle).await) });
            let bytes = bytes?;
            match bytes.len() == size {
                true => Ok(bytes),
                false => Err(Error::internal(format!("host buffer {handle} has {} bytes, not {size}", bytes.len()))),
            }
        };
        let unanswered = OnDrop::new(then);
        move |is_stored| match (is_stored, runtime) {
            (Ok(()), Some(runtime)) => drop(runtime.spawn(async move { unanswered.call(take.await) })),
            (Ok(()), None) => unanswered.call(Err(lost())),
            (Err(error), _) => unanswered.call(Err(error)),
        }
    }
}

/// Opens both connections and the session, and starts to read answers.
async fn connect(
    address: &Address,
    options: ConnectOptions,
    queue: UnboundedReceiver<IfrtRequest>,
    awaited: Awaited,
    end: Sender<()>,
) -> Result<(IfrtProxyClient, Version)> {
    let connect = || IfrtProxyClient::connect_with(address, options.tls.as_ref(), options.keepalive);
    let client = connect().await?;
    let version = client.get_version(&VersionRange::SUPPORTED).await?;
    let initialization_data = Some(options.initialization_data());
    let metadata = GrpcIfrtSessionMetadata { version: Some(version.into()), initialization_data };
    let mut answers = client.session(&metadata, Queue(queue)).await?;
    let buffers = connect().await?;
    tokio::spawn(async move {
        let error = loop {
            match answers.message().await {
                Ok(Some(answer)) => deliver(&awaited, answer),
                Ok(None) => break lost(),
                Err(status) => break Error::from(status),
            }
        };
        end_all(&awaited, &error);
        drop(end);
    });
    Ok((buffers, version))
}

/// Answers all requests that are awaited, and those to come, with an error. The first call counts.
fn end_all(awaited: &Awaited, error: &Error) {
    let left = match &mut *locked(awaited) {
        Err(_) => return,
        ended => std::mem::replace(ended, Err(error.clone())),
    };
    for on_answer in left.into_iter().flatten().map(|(_, on_answer)| on_answer) {
        on_answer(Err(error.clone()));
    }
}

fn deliver(awaited: &Awaited, answer: IfrtResponse) {
    let on_answer = locked(awaited).as_mut().ok().and_then(|awaited| awaited.remove(&answer.op_id()));
    if let Some(on_answer) = on_answer {
        on_answer(answer.result());
    }
}

/// A thread that runs tasks. Tasks that are left when it is dropped are dropped, too.
struct Thread(Option<Runtime>);

impl Thread {
    fn start() -> Result<Thread> {
        let mut builder = tokio::runtime::Builder::new_multi_thread();
        let runtime = builder.worker_threads(1).thread_name("labora-remote").enable_all().build();
        let failed = |e| Error::internal(format!("the client's thread cannot start: {e}"));
        Ok(Thread(Some(runtime.map_err(failed)?)))
    }

    fn handle(&self) -> Option<tokio::runtime::Handle> {
        self.0.as_ref().map(|runtime| runtime.handle().clone())
    }

    fn run<T: Send + 'static>(&self, task: impl Future<Output = Result<T>> + Send + 'static) -> Reply<T> {
        let (answer, reply) = Reply::new();
        // Without a runtime the task is dropped, and with it the answer.
        if let Some(runtime) = &self.0 {
            runtime.spawn(async move { drop(answer.send(task.await)) });
        }
        reply
    }
}

impl Drop for Thread {
    fn drop(&mut self) {
        // Not awaited: the caller may be a thread of another runtime, which must not block.
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}

/// A function that is called once with a result, and with an error if it is dropped before.
struct OnDrop<T, F: FnOnce(Result<T>)>(Option<F>, std::marker::PhantomData<fn(T)>);

impl<T, F: FnOnce(Result<T>)> OnDrop<T, F> {
    fn new(function: F) -> OnDrop<T, F> {
        OnDrop(Some(function), std::marker::PhantomData)
    }

    fn call(mut self, result: Result<T>) {
        if let Some(function) = self.0.take() {
            function(result);
        }
    }
}

impl<T, F: FnOnce(Result<T>)> Drop for OnDrop<T, F> {
    fn drop(&mut self) {
        if let Some(function) = self.0.take() {
            function(Err(lost()));
        }
    }
}

/// The lock of a value that is whole at all times, whichever thread panicked.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The requests as a stream, which ends when the session is dropped.
struct Queue(UnboundedReceiver<IfrtRequest>);

impl Stream for Queue {
    type Item = IfrtRequest;

    fn poll_next(
        mut self: std::pin::Pin<&mut Self>,
        context: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Option<IfrtRequest>> {
        self.0.poll_recv(context)
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        if self.check_process().is_err() {
            // Its threads are not here, so there is nothing to end.
            std::mem::forget(self.thread.0.take());
            return;
        }
        // The stream of requests ends, then the server frees what is left and ends that of answers. A server
        // that does not is not awaited for long.
        drop(self.requests.take());
        let ended = self.ended.get_mut().unwrap_or_else(PoisonError::into_inner);
        let _ = ended.recv_timeout(GOODBYE);
        end_all(&self.awaited, &lost());
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Not the session's id, which is as good as a key.
        f.debug_struct("Session").field("version", &self.version).finish_non_exhaustive()
    }
}
