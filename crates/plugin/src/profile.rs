//! Profiles of what the linked plugin runs.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use processor::{Argument, Buffer, Cores, Executable, Profile};

/// The profiles that are being made. They are the process's because the API has no call that could carry them.
static OPEN: Mutex<Vec<Arc<Mutex<Profile>>>> = Mutex::new(Vec::new());

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Nothing panics while it holds one of these.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Profiles everything that runs on the plugin linked in while `work` is done: whichever client, executable or thread of
/// this process it belongs to. (A plugin loaded from a file is another one, even where it is this one's file.) Runs that
/// fail are not in it. Several profiles may be made at a time, one within another or on several threads.
///
/// A run is measured from the moment in which its arguments are found good to the one in which its results are there.
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
/// let (outputs, profile) =
///     labora_plugin::profile(|| tanh.execute(vec![vec![pjrt::Argument::Borrow(&x)]], &ExecuteOptions::default()));
/// assert_eq!(outputs?.len(), 1);
/// assert!(profile.by_step().iter().any(|step| step.name.contains("tanh")));
/// # Ok::<(), pjrt::Error>(())
/// ```
pub fn profile<T>(work: impl FnOnce() -> T) -> (T, Profile) {
    let open = Open::new();
    let done = work();
    let profile = std::mem::take(&mut *lock(&open.0));
    (done, profile)
}

/// A profile being made: on the list as long as it lives, and off it even where the work panics.
struct Open(Arc<Mutex<Profile>>);

impl Open {
    fn new() -> Self {
        let profile = Arc::default();
        lock(&OPEN).push(Arc::clone(&profile));
        Self(profile)
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        lock(&OPEN).retain(|open| !Arc::ptr_eq(open, &self.0));
    }
}

/// Runs an executable, and tells the profiles that are being made.
pub(crate) fn run(
    executable: &Executable,
    cores: &Cores,
    arguments: Vec<Vec<Argument>>,
) -> processor::Result<Vec<Vec<Buffer>>> {
    let open = lock(&OPEN).clone();
    if open.is_empty() {
        return executable.run(cores, arguments);
    }
    let (results, profile) = executable.run_profiled(cores, arguments)?;
    open.iter().for_each(|open| lock(open).runs.extend_from_slice(&profile.runs));
    Ok(results)
}
