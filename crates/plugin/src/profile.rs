//! Profiles of programs that run on the linked plugin.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use processor::{Argument, Buffer, Cores, Executable, Profile};

/// The profiles that are being recorded. The list is global because the C API has no function for profiles.
static ACTIVE_PROFILES: Mutex<Vec<Arc<Mutex<Profile>>>> = Mutex::new(Vec::new());

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A poisoned lock is not an error: the lists are valid after every statement.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Profiles everything that runs on the linked plugin during `work`, in all clients and on all threads of
/// this process. A plugin that is loaded from a file is another plugin, even if it is built from this crate.
/// Failed runs are not recorded. Several profiles can be recorded at a time, nested or on several threads.
///
/// A run is measured from the end of the checks of its arguments until its results are complete.
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
    let profile = std::mem::take(&mut *lock(&active.0));
    (result, profile)
}

/// A profile that is being recorded. It is in the list until it is dropped, also by a panic.
struct ActiveProfile(Arc<Mutex<Profile>>);

impl ActiveProfile {
    fn new() -> Self {
        let profile = Arc::default();
        lock(&ACTIVE_PROFILES).push(Arc::clone(&profile));
        Self(profile)
    }
}

impl Drop for ActiveProfile {
    fn drop(&mut self) {
        lock(&ACTIVE_PROFILES).retain(|active| !Arc::ptr_eq(active, &self.0));
    }
}

/// Runs an executable, and records the run in the active profiles.
pub(crate) fn run(
    executable: &Executable,
    cores: &Cores,
    arguments: Vec<Vec<Argument>>,
) -> processor::Result<Vec<Vec<Buffer>>> {
    let active = lock(&ACTIVE_PROFILES).clone();
    if active.is_empty() {
        return executable.run(cores, arguments);
    }
    let (results, profile) = executable.run_profiled(cores, arguments)?;
    active.iter().for_each(|active| lock(active).runs.extend_from_slice(&profile.runs));
    Ok(results)
}
