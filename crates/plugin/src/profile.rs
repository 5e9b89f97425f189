//! Profiles of programs that run on the linked plugin.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use processor::{Argument, Buffer, Cores, Executable, Profile};

use crate::error::Result;
use crate::trace::Trace;

/// The profiles that are being recorded. The list is global because the C API has no function for profiles.
static ACTIVE_PROFILES: Mutex<Vec<Arc<Shared>>> = Mutex::new(Vec::new());

/// The length of the list, which every run asks for.
static NUM_ACTIVE: AtomicUsize = AtomicUsize::new(0);

/// A profile that is being recorded.
#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    /// A run has ended.
    ended: Condvar,
}

#[derive(Default)]
struct State {
    profile: Profile,
    /// Runs that were started during the work and have not ended.
    running: usize,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A poisoned lock is not an error: the lists are valid after every statement.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Profiles everything that runs on the linked plugin during `work`, in all clients and on all threads of
/// this process. A plugin that is loaded from a file is another plugin, even if it is built from this crate.
/// Failed runs are not recorded. Several profiles can be recorded at a time, nested or on several threads.
///
/// A run is measured from the time when its arguments are there until its results are complete. Runs that
/// `work` started and did not wait for are waited for.
///
/// ```
/// use pjrt::{CompileOptions, ElementType, ExecuteOptions};
/// let client = pjrt::Client::new(&labora_plugin::linked()?, &[])?;
/// let program = "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
///     %y = stablehlo.tanh %x : tensor<4xf32>
///     return %y : tensor<4xf32>
/// }";
/// let tanh = client.compile(program, &CompileOptions::default())?;
/// let x = client.buffer_from_host(&[0; 16], ElementType::F32, &[4], &client.devices()[0])?;
/// let arguments = vec![vec![pjrt::Argument::Borrow(&x)]];
/// let (outputs, profile) = labora_plugin::profile(|| tanh.execute(arguments, &ExecuteOptions::default()));
/// assert_eq!(outputs?.len(), 1);
/// assert!(profile.by_step().iter().any(|step| step.name.contains("tanh")));
/// # Ok::<(), pjrt::Error>(())
/// ```
pub fn profile<T>(work: impl FnOnce() -> T) -> (T, Profile) {
    let active = ActiveProfile::new();
    let result = work();
    (result, active.finish())
}

/// A profile in the list of those that are being recorded, until it is dropped, also by a panic.
pub(crate) struct ActiveProfile(Arc<Shared>);

impl ActiveProfile {
    /// Begins a profile.
    pub(crate) fn new() -> Self {
        let profile = Arc::<Shared>::default();
        lock(&ACTIVE_PROFILES).push(Arc::clone(&profile));
        NUM_ACTIVE.fetch_add(1, Ordering::Relaxed);
        Self(profile)
    }

    /// Ends it: waits for the runs that were started meanwhile.
    pub(crate) fn finish(self) -> Profile {
        let shared = self.0.clone();
        drop(self);
        let mut state = lock(&shared.state);
        while state.running > 0 {
            state = shared.ended.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        std::mem::take(&mut state.profile)
    }
}

impl Drop for ActiveProfile {
    fn drop(&mut self) {
        lock(&ACTIVE_PROFILES).retain(|active| !Arc::ptr_eq(active, &self.0));
        NUM_ACTIVE.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The profiles that a run belongs to: those that were being recorded when it was started.
pub(crate) struct Recording(Vec<Arc<Shared>>);

impl Recording {
    /// Notes the start of a run. It ends when the recording is dropped.
    pub(crate) fn begin() -> Self {
        if NUM_ACTIVE.load(Ordering::Relaxed) == 0 {
            return Self(Vec::new());
        }
        let active = lock(&ACTIVE_PROFILES).clone();
        active.iter().for_each(|active| lock(&active.state).running += 1);
        Self(active)
    }

    /// Runs an executable, and records the run.
    pub(crate) fn run(
        &self,
        trace: Option<&Trace>,
        executable: &Executable,
        cores: &Cores,
        arguments: Vec<Vec<Argument>>,
    ) -> Result<Vec<Vec<Buffer>>> {
        if self.0.is_empty() && trace.is_none() {
            return Ok(executable.run(cores, arguments)?);
        }
        let (results, profile) = executable.run_profiled(cores, arguments)?;
        self.0.iter().for_each(|active| lock(&active.state).profile.runs.extend_from_slice(&profile.runs));
        if let Some(trace) = trace {
            trace.append(&profile);
        }
        Ok(results)
    }
}

impl Drop for Recording {
    fn drop(&mut self) {
        for active in &self.0 {
            lock(&active.state).running -= 1;
            active.ended.notify_all();
        }
    }
}
