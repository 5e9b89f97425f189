//! Futures: results of the device that are not ready yet.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use ifrt_proxy::Result;
use pjrt::Event;

use crate::error::from_pjrt;

/// What a handle of a future stands for.
pub enum Pending {
    /// It is ready, with this result.
    Ready(Result<()>),
    /// It is ready when all of these events are.
    Events(Vec<Event>),
}

/// Counts events, and calls a function after the last.
struct Join<F: FnOnce(Result<()>)> {
    left: AtomicUsize,
    /// The first error, and the function until it is called.
    state: Mutex<(Result<()>, Option<F>)>,
}

impl<F: FnOnce(Result<()>)> Join<F> {
    fn one_is_ready(&self, result: Result<()>) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.0.is_ok() {
            state.0 = result;
        }
        if self.left.fetch_sub(1, Ordering::AcqRel) == 1
            && let Some(then) = state.1.take()
        {
            let result = state.0.clone();
            drop(state);
            then(result);
        }
    }
}

/// Calls a function when all events are ready, with the first error: on this thread, or on one of the
/// plugin's. It must not call the plugin, nor drop what belongs to it.
pub fn when_ready<F: FnOnce(Result<()>) + Send + 'static>(events: &[Event], then: F) {
    // One more than there are events, so that the function is not called before all of them are registered.
    let left = AtomicUsize::new(events.len() + 1);
    let join = Arc::new(Join { left, state: Mutex::new((Ok(()), Some(then))) });
    for event in events {
        let ready = join.clone();
        if let Err(error) = event.on_ready(move |result| ready.one_is_ready(result.map_err(from_pjrt))) {
            join.one_is_ready(Err(from_pjrt(error)));
        }
    }
    join.one_is_ready(Ok(()));
}

impl Pending {
    /// Calls a function with the result, as [`when_ready`] does.
    pub fn then(self, then: impl FnOnce(Result<()>) + Send + 'static) {
        match self {
            Pending::Ready(result) => then(result),
            Pending::Events(events) => when_ready(&events, then),
        }
    }
}
