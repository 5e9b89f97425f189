//! The GPUs of this host: which there are, what programs need to see of them, and which runtime has which.
//!
//! A machine gets the device files of one GPU, and those that all programs of CUDA open. The driver's
//! libraries are in `/usr`, which machines see, and its files of `/proc` in each of them. NVIDIA's own
//! container toolkit mounts the same files.

mod driver;
mod gpu;
mod meter;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustix::fs::{Access as Permission, access};

pub use driver::Driver;
pub use gpu::Minor;
pub use meter::Meter;

use gpu::Gpu;

use super::machine::{Access, Mount};
use crate::error::{Error, Result};

/// Device files that programs of CUDA open, besides the one of a GPU.
const NEEDED: [&str; 2] = ["nvidiactl", "nvidia-uvm"];
/// Device files that they open where they are there.
const OPTIONAL: [&str; 1] = ["nvidia-uvm-tools"];
/// Where CUDA reads which processors are near a GPU.
const NODES: &str = "sys/devices/system/node";
/// The share of a GPU's memory that JAX takes at its start, in hundredths.
const MEMORY_PERCENT: usize = 75;

/// The GPUs of this host, and how many runtimes have each.
#[derive(Debug)]
pub struct Gpus {
    /// The folder in which are `dev`, `proc` and `sys`.
    root: PathBuf,
    driver: Option<Driver>,
    all: Vec<Gpu>,
    /// Runtimes that share a GPU, at most.
    places: usize,
    /// For each GPU the runtimes that have it.
    taken: Mutex<Vec<usize>>,
}

/// A GPU that a runtime has until this is dropped.
#[derive(Debug)]
pub struct Reserved {
    gpus: Arc<Gpus>,
    at: usize,
}

impl Gpus {
    /// The GPUs below a root, which is `/` except in tests. At most `places` runtimes share one; with 0 none
    /// has any.
    pub fn find(root: &Path, places: usize) -> Arc<Gpus> {
        let all = driver::gpus(root);
        let taken = Mutex::new(vec![0; all.len()]);
        Arc::new(Gpus { root: root.to_path_buf(), driver: Driver::find(root), all, places, taken })
    }

    /// The driver, if runtimes may get a GPU.
    pub fn driver(&self) -> Option<&Driver> {
        self.driver.as_ref().filter(|_| self.lacks().is_none())
    }

    /// What they are, for people: `2 x NVIDIA L4, driver 580.95`.
    pub fn describe(&self) -> String {
        let mut kinds: Vec<(&str, usize)> = Vec::new();
        for gpu in &self.all {
            match kinds.iter_mut().find(|(model, _)| *model == gpu.model) {
                Some((_, count)) => *count += 1,
                None => kinds.push((&gpu.model, 1)),
            }
        }
        let kinds: Vec<String> = kinds.iter().map(|(model, count)| format!("{count} x {model}")).collect();
        let driver = self.driver.as_ref().map(|driver| format!(", driver {driver}")).unwrap_or_default();
        format!("{}{driver}", kinds.join(", "))
    }

    /// Why no runtime can have one, whether others have them or not.
    pub fn lacks(&self) -> Option<String> {
        if self.places == 0 {
            return Some("the server was started with --notebooks-per-gpu 0".into());
        }
        if self.driver.is_none() {
            let file = self.root.join(driver::VERSION);
            return Some(format!("this machine has no driver of NVIDIA: {} is not there", file.display()));
        }
        if self.all.is_empty() {
            let how = "`nvidia-modprobe -c 0 -u`, as root, makes them";
            return Some(format!("{} is not there: {how}", self.device("nvidia0").display()));
        }
        let own = self.all.iter().map(Gpu::device);
        NEEDED.map(String::from).into_iter().chain(own).find_map(|name| self.refuses(&name))
    }

    /// Why a device file may not be opened.
    fn refuses(&self, name: &str) -> Option<String> {
        let file = self.device(name);
        // Without opening it, which may start the GPU and take a second.
        let error = std::io::Error::from(access(&file, Permission::READ_OK | Permission::WRITE_OK).err()?);
        let how = match error.kind() {
            std::io::ErrorKind::NotFound => "`nvidia-modprobe -c 0 -u`, as root, makes it",
            std::io::ErrorKind::PermissionDenied => {
                "this user may not open it; its group may, or its mode has to be 666"
            }
            _ => "`nvidia-smi` says what the driver lacks",
        };
        Some(format!("{}: {error}: {how}", file.display()))
    }

    /// A GPU for a runtime: one that the fewest have.
    ///
    /// # Errors
    /// There is none, or all are taken.
    pub fn reserve(self: &Arc<Gpus>) -> Result<Reserved> {
        if let Some(why) = self.lacks() {
            return Err(Error::invalid(why));
        }
        let mut taken = self.lock();
        let free = (0..taken.len()).filter(|at| taken[*at] < self.places).min_by_key(|at| taken[*at]);
        let at = free.ok_or_else(|| Error::conflict(self.all_taken()))?;
        taken[at] += 1;
        Ok(Reserved { gpus: self.clone(), at })
    }

    /// The GPU that a runtime of an earlier server has, whoever else has it.
    pub fn reserve_again(self: &Arc<Gpus>, minor: Minor) -> Option<Reserved> {
        let at = self.all.iter().position(|gpu| gpu.minor == minor)?;
        self.lock()[at] += 1;
        Some(Reserved { gpus: self.clone(), at })
    }

    /// Why a runtime cannot have one now.
    pub fn lacks_now(&self) -> Option<String> {
        let is_free = || self.lock().iter().any(|taken| *taken < self.places);
        self.lacks().or_else(|| (!is_free()).then(|| self.all_taken()))
    }

    fn all_taken(&self) -> String {
        let all = if self.all.len() == 1 { "the GPU of this machine is" } else { "all GPUs of this machine are" };
        format!("{all} in use: shut down a notebook that has one, or change its runtime type")
    }

    fn device(&self, name: &str) -> PathBuf {
        self.root.join("dev").join(name)
    }

    fn lock(&self) -> MutexGuard<'_, Vec<usize>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Reserved {
    fn gpu(&self) -> &Gpu {
        &self.gpus.all[self.at]
    }

    /// Which one it is.
    pub fn minor(&self) -> Minor {
        self.gpu().minor
    }

    /// The files that programs see of it.
    pub fn mounts(&self) -> Vec<Mount> {
        let is_there = |name: &&str| self.gpus.device(name).exists();
        let optional = OPTIONAL.into_iter().filter(is_there).map(String::from);
        let devices = NEEDED.map(String::from).into_iter().chain(optional).chain([self.gpu().device()]);
        let device = |name: String| Mount {
            source: self.gpus.device(&name),
            target: Path::new("/dev").join(name),
            access: Access::Device,
        };
        let nodes =
            Mount { source: self.gpus.root.join(NODES), target: Path::new("/").join(NODES), access: Access::ReadOnly };
        devices.map(device).chain(Some(nodes).filter(|nodes| nodes.source.is_dir())).collect()
    }

    /// Variables of programs: JAX takes its share of the memory alone where runtimes share a GPU.
    pub fn environment(&self) -> Option<(String, String)> {
        let places = self.gpus.places;
        let share = || format!("0.{:02}", MEMORY_PERCENT / places);
        (places > 1).then(|| ("XLA_PYTHON_CLIENT_MEM_FRACTION".to_string(), share()))
    }

    /// What reads how much of its memory is in use, if the driver tells where it is.
    pub fn meter(&self) -> Option<Meter> {
        Some(Meter::new(&self.gpus.root, self.gpu().address.as_deref()?))
    }
}

impl Drop for Reserved {
    fn drop(&mut self) {
        self.gpus.lock()[self.at] -= 1;
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::driver::tests::host;
    use super::*;

    #[test]
    fn a_gpu_is_one_runtimes_until_it_ends() {
        let host = host(&["NVIDIA L4", "NVIDIA H200"]);
        let gpus = Gpus::find(host.path(), 1);
        assert_eq!(gpus.describe(), "1 x NVIDIA L4, 1 x NVIDIA H200, driver 580.95.05");
        let (one, two) = (gpus.reserve().unwrap(), gpus.reserve().unwrap());
        assert_eq!([one.minor(), two.minor()], [Minor(0), Minor(1)]);
        let error = gpus.reserve().unwrap_err();
        assert!(error.status() == 409 && error.message().contains("all GPUs of this machine are in use"), "{error}");
        assert!(gpus.lacks_now().is_some() && gpus.lacks().is_none());
        drop(two);
        assert_eq!(gpus.reserve().unwrap().minor(), Minor(1));
        let targets: Vec<String> = one.mounts().iter().map(|file| file.target.display().to_string()).collect();
        assert_eq!(targets, ["/dev/nvidiactl", "/dev/nvidia-uvm", "/dev/nvidia0"]);
        assert!(one.environment().is_none());
    }

    #[test]
    fn runtimes_share_a_gpu_and_its_memory_if_the_server_says_so() {
        let host = host(&["NVIDIA L4", "NVIDIA L4"]);
        let gpus = Gpus::find(host.path(), 2);
        assert_eq!(gpus.describe(), "2 x NVIDIA L4, driver 580.95.05");
        let all: Vec<Reserved> = (0..4).map(|_| gpus.reserve().unwrap()).collect();
        assert_eq!(all.iter().map(Reserved::minor).collect::<Vec<_>>(), [Minor(0), Minor(1), Minor(0), Minor(1)]);
        assert_eq!(all[0].environment().unwrap().1, "0.37");
        assert!(gpus.reserve().is_err());
        // A server that starts again finds more than there is room for.
        assert!(gpus.reserve_again(Minor(1)).is_some() && gpus.reserve_again(Minor(7)).is_none());
    }

    #[test]
    fn what_is_absent_is_said() {
        let host = host(&["NVIDIA L4"]);
        let why = || Gpus::find(host.path(), 1).lacks().unwrap_or_default();
        assert_eq!(why(), "");
        assert!(Gpus::find(host.path(), 0).lacks().unwrap().contains("--notebooks-per-gpu 0"));
        fs::remove_file(host.path().join("dev/nvidia-uvm")).unwrap();
        assert!(why().contains("dev/nvidia-uvm: ") && why().contains("nvidia-modprobe"), "{}", why());
        fs::remove_file(host.path().join("dev/nvidia0")).unwrap();
        assert!(why().contains("dev/nvidia0 is not there"), "{}", why());
        fs::remove_file(host.path().join("proc/driver/nvidia/version")).unwrap();
        assert!(why().contains("no driver of NVIDIA"), "{}", why());
    }
}
