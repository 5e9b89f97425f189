//! The programs of a model, by the shapes of its inputs.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use keras::Model;
use tokio::sync::oneshot;

use crate::error::{Error, ErrorKind, Result};
use crate::metrics::ModelMetrics;
use crate::program::{CompiledModel, Programs};
use crate::signature::RowDims;

/// What requests may ask of a model that leaves sizes of its inputs open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SizeLimits {
    /// Sizes of a model whose programs are kept; those used least recently give way. As many may wait for
    /// their first program.
    pub max_sizes: usize,
    /// Elements of the largest tensor of a program.
    pub max_elements: usize,
}

impl Default for SizeLimits {
    /// 32 sizes, and tensors of 2^26 elements.
    fn default() -> Self {
        Self { max_sizes: 32, max_elements: 1 << 26 }
    }
}

/// Who waits for programs.
type Waiter = oneshot::Sender<Result<Arc<Programs>>>;

/// A size that waits to be compiled.
struct Pending {
    inputs: RowDims,
    rows: usize,
    /// None if it has smaller programs, which are used meanwhile.
    waiters: Vec<Waiter>,
}

impl Pending {
    /// Returns true if somebody waits, or nobody ever did.
    fn is_wanted(&self) -> bool {
        self.waiters.is_empty() || self.waiters.iter().any(|waiter| !waiter.is_closed())
    }
}

#[derive(Default)]
struct State {
    /// The most recently used last.
    programs: Vec<Arc<Programs>>,
    pending: Vec<Pending>,
    is_closed: bool,
}

struct Shared {
    model: CompiledModel,
    limits: SizeLimits,
    state: Mutex<State>,
    wake: Condvar,
    metrics: Arc<ModelMetrics>,
}

/// The programs of a model. Those of a model with known sizes are compiled at the start; others on a thread
/// when a request of their size comes, while requests of other sizes are answered.
pub struct ProgramCache(Arc<Shared>);

impl ProgramCache {
    /// Compiles a model whose sizes are known, or starts the thread. `progress` is called with the number of
    /// programs that are done.
    ///
    /// # Errors
    /// The device refuses a program, or the system a thread.
    pub fn start(
        model: Model,
        compiled: CompiledModel,
        limits: SizeLimits,
        metrics: Arc<ModelMetrics>,
        mut progress: impl FnMut(usize),
    ) -> Result<Self> {
        let shared = Shared { model: compiled, limits, state: Mutex::default(), wake: Condvar::new(), metrics };
        let shared = Arc::new(shared);
        if !model.has_known_shapes() {
            let of_thread = shared.clone();
            let thread = thread::Builder::new().name("programs".into()).spawn(move || of_thread.compile_all(&model));
            thread.map_err(|e| Error::internal(format!("a thread for programs: {e}")))?;
            return Ok(Self(shared));
        }
        let known = |input: &keras::KerasTensor| Ok(input.shape().known()?.dims().to_vec());
        let inputs = model.inputs().iter().map(known).collect::<Result<RowDims>>()?;
        for (i, rows) in shared.model.batch_sizes().iter().enumerate() {
            let programs = shared.model.compile(&model, &inputs, *rows, usize::MAX)?;
            shared.keep(programs);
            progress(i + 1);
        }
        Ok(Self(shared))
    }

    /// The model.
    pub fn model(&self) -> &CompiledModel {
        &self.0.model
    }

    /// The programs for rows of this shape, with one for `rows` rows if they have to be compiled.
    ///
    /// # Errors
    /// The model does not take the shape, it is too large, too many sizes wait, or the model ends.
    pub async fn get(&self, inputs: &[Vec<usize>], rows: usize) -> Result<Arc<Programs>> {
        let receiver = {
            let mut state = self.0.lock();
            if let Some(programs) = state.find(inputs) {
                return Ok(programs);
            }
            self.0.ask(&mut state, inputs, rows)?
        };
        self.0.wake.notify_one();
        receiver.await.unwrap_or_else(|_| Err(ended()))
    }

    /// Has a program compiled for batches of so many rows, unless it is there.
    pub fn want(&self, programs: &Programs, rows: usize) {
        let mut state = self.0.lock();
        if programs.lack(rows) && !state.pending.iter().any(|pending| pending.inputs == programs.inputs) {
            state.pending.push(Pending { inputs: programs.inputs.clone(), rows, waiters: Vec::new() });
            self.0.wake.notify_one();
        }
    }
}

impl Drop for ProgramCache {
    /// Ends the thread when it has compiled the program that it is at.
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.is_closed = true;
        state.pending.clear();
        self.0.wake.notify_one();
    }
}

impl State {
    /// The programs of a size, which becomes the most recently used one.
    fn find(&mut self, inputs: &[Vec<usize>]) -> Option<Arc<Programs>> {
        let found = self.programs.iter().position(|programs| programs.inputs == inputs)?;
        self.programs[found..].rotate_left(1);
        self.programs.last().cloned()
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a size among those that wait, within the limits.
    fn ask(
        &self,
        state: &mut State,
        inputs: &[Vec<usize>],
        rows: usize,
    ) -> Result<oneshot::Receiver<Result<Arc<Programs>>>> {
        if state.is_closed {
            return Err(ended());
        }
        let (waiter, receiver) = oneshot::channel();
        let is_waited_for = |pending: &&mut Pending| pending.inputs == inputs && !pending.waiters.is_empty();
        if let Some(pending) = state.pending.iter_mut().find(is_waited_for) {
            pending.rows = pending.rows.max(rows);
            pending.waiters.push(waiter);
            return Ok(receiver);
        }
        state.pending.retain(Pending::is_wanted);
        let most = self.limits.max_sizes;
        if state.pending.iter().filter(|pending| !pending.waiters.is_empty()).count() >= most {
            self.metrics.refused.fetch_add(1, Ordering::Relaxed);
            return Err(Error::new(
                ErrorKind::Unavailable,
                format!(
                    "programs for {most} other sizes of inputs wait to be compiled (--max-sizes): send it again later"
                ),
            ));
        }
        state.pending.push(Pending { inputs: inputs.to_vec(), rows, waiters: vec![waiter] });
        Ok(receiver)
    }

    /// Compiles what waits, until the cache is dropped.
    fn compile_all(&self, model: &Model) {
        while let Some(Pending { inputs, rows, waiters }) = self.next() {
            let compile = || self.model.compile(model, &inputs, rows, self.limits.max_elements);
            // What goes wrong with one size does not end the others.
            let compiled = catch_unwind(AssertUnwindSafe(compile))
                .unwrap_or_else(|_| Err(Error::internal("the model could not be compiled for this size: see the log")));
            let compiled = compiled.map(|programs| self.keep(programs));
            if let Err(error) = &compiled {
                tracing::debug!(%error, "no program");
            }
            for waiter in waiters {
                let _ = waiter.send(compiled.clone());
            }
        }
    }

    /// Waits for the size to be compiled next: those without any program come first.
    fn next(&self) -> Option<Pending> {
        let mut state = self.lock();
        while !state.is_closed {
            state.pending.retain(Pending::is_wanted);
            if state.pending.is_empty() {
                state = self.wake.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            }
            let first = state.pending.iter().position(|pending| !pending.waiters.is_empty());
            let mut pending = state.pending.remove(first.unwrap_or(0));
            // It may have been compiled since it was asked for.
            let Some(known) = state.find(&pending.inputs) else { return Some(pending) };
            for waiter in pending.waiters.drain(..) {
                // Nobody may wait any more.
                let _ = waiter.send(Ok(known.clone()));
            }
            if known.lack(pending.rows) {
                return Some(pending);
            }
        }
        None
    }

    /// Keeps programs, beside others of their size.
    fn keep(&self, programs: Programs) -> Arc<Programs> {
        self.metrics.compiled.fetch_add(1, Ordering::Relaxed);
        let mut state = self.lock();
        if let Some(known) = state.find(&programs.inputs) {
            known.add(programs);
            return known;
        }
        if state.programs.len() >= self.limits.max_sizes.max(1) {
            // Requests that wait in the queue have them still.
            state.programs.remove(0);
        }
        let programs = Arc::new(programs);
        state.programs.push(programs.clone());
        programs
    }
}

fn ended() -> Error {
    Error::new(ErrorKind::Unavailable, "this version of the model ends: send the request again")
}

#[cfg(test)]
mod tests {
    use keras::Input;
    use keras::layers::Dense;

    use super::*;

    #[test]
    fn as_many_sizes_wait_as_are_kept_and_those_of_clients_that_left_do_not_count() {
        let input = Input::new([None, Some(2)]);
        let model = Model::new(&input, &Dense::new(1).call(&input).unwrap()).unwrap();
        let compiled = CompiledModel::new(&model, &labora::cpu().unwrap(), vec![1]).unwrap();
        let limits = SizeLimits { max_sizes: 2, ..SizeLimits::default() };
        let shared =
            Shared { model: compiled, limits, state: Mutex::default(), wake: Condvar::new(), metrics: Arc::default() };
        let ask = |steps: usize| shared.ask(&mut shared.lock(), &[vec![steps, 2]], 1);
        let waits = [ask(1).unwrap(), ask(2).unwrap(), ask(2).unwrap()];
        let error = ask(3).err().expect("too many sizes wait");
        assert_eq!(error.kind(), ErrorKind::Unavailable);
        assert!(error.message().contains("2 other sizes") && error.message().contains("--max-sizes"), "{error}");
        drop(waits);
        ask(3).unwrap();
    }
}
