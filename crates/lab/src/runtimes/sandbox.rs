//! Private machines: what they see of the host, and how the server starts them.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use super::cgroup::{self, Cgroups, group_name};
use super::gpus::{Gpus, Reserved};
use super::machine::{Access, DRIVE, Description, HOME, Limits, Mount, OUTER, OUTSIDE, Outside, PROXY_PORT, SHARED};
use super::personal::{PersonalOptions, Shared};
use super::runtime::{Earlier, Guard, Program, Runtimes, Started};
use super::settings::Settings;
use super::tally::{Counted, Tally};
use crate::error::{Error, Result};
use crate::network::{Network, Rules, Upstream};
use crate::random;

/// The system's programs and libraries, and its settings that tell nothing of users.
const SYSTEM: [&str; 28] = [
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/etc/alternatives",
    "/etc/bash.bashrc",
    "/etc/ca-certificates",
    "/etc/ca-certificates.conf",
    "/etc/debian_version",
    "/etc/fonts",
    "/etc/gai.conf",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/localtime",
    "/etc/mime.types",
    "/etc/nsswitch.conf",
    "/etc/os-release",
    "/etc/pki",
    "/etc/profile",
    "/etc/protocols",
    "/etc/services",
    "/etc/ssl",
    "/etc/terminfo",
    "/etc/timezone",
    "/sys/devices/system/cpu",
];
/// Where names of other machines are looked up.
const RESOLVER: &str = "/etc/resolv.conf";

/// What sandboxes get.
#[derive(Clone, Debug)]
pub struct SandboxOptions {
    /// The folder of the drive.
    pub drive: PathBuf,
    /// The folder of the image's Python environment.
    pub image: PathBuf,
    /// Further folders that are read: kernels, data sets of Keras with their place in the home.
    pub read: Vec<PathBuf>,
    /// Further folders that are read; what is written there is in the machine's own layer.
    pub layered: Vec<PathBuf>,
    /// The folder in which Keras finds data.
    pub data: Option<PathBuf>,
    /// Variables of all programs.
    pub environment: Vec<(String, String)>,
    /// What programs reach.
    pub network: Network,
    /// What they reach besides public addresses.
    pub rules: Rules,
    /// Where it is noted what they are refused, and which limits they hit.
    pub audit: Option<PathBuf>,
    /// Limits of each.
    pub limits: Limits,
    /// The GPUs that they may have.
    pub gpus: Arc<Gpus>,
}

/// Each program has a machine of its own, which is gone with it.
#[derive(Clone, Debug)]
pub struct Sandbox {
    options: SandboxOptions,
    files: Vec<Mount>,
    tally: Option<Tally>,
    /// This program, which is the helper.
    helper: PathBuf,
}

impl Sandbox {
    /// Machines with these options, if the system allows them: one is started to see.
    ///
    /// # Errors
    /// What the system refuses.
    pub fn new(options: SandboxOptions) -> Result<Sandbox> {
        let files = files(&options);
        let helper = std::env::current_exe().map_err(|e| Error::io("this program's file", e))?;
        let sandbox = Sandbox { options, files, tally: None, helper };
        sandbox.run(&["true"]).map(|_| sandbox)
    }

    /// Runs a program to its end; returns what it printed.
    ///
    /// # Errors
    /// It cannot be started, or fails.
    pub fn run(&self, argv: &[&str]) -> Result<String> {
        let started = self.start(Program {
            argv: argv.iter().map(|argument| (*argument).to_string()).collect(),
            folder: self.options.drive.clone(),
            shared: None,
            environment: Vec::new(),
            companion: None,
            has_gpu: false,
        })?;
        let mut command = Command::new(&started.argv[0]);
        command.args(&started.argv[1..]).current_dir(&started.folder).env_clear().envs(started.environment);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let failed = |e| Error::io("a sandbox", e);
        let mut child = command.spawn().map_err(failed)?;
        // An open standard input keeps the machine alive.
        let _open = child.stdin.take();
        let output = child.wait_with_output().map_err(failed)?;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_string();
        match output.status.success() {
            true => Ok(text(&output.stdout)),
            false => Err(Error::internal(format!("{} ({})", text(&output.stderr), output.status))),
        }
    }

    /// Counts a runtime of a person.
    fn count(&self, number: &str, program: &str, folder: &Path) -> Result<Option<Counted>> {
        let begin = |tally: &Tally| tally.begin(number, program, &folder.display().to_string());
        self.tally.as_ref().map(begin).transpose()
    }

    /// What the helper does outside of a machine, as JSON.
    fn outside(&self, runtime: String) -> Result<String> {
        let SandboxOptions { network, rules, audit, .. } = &self.options;
        let upstream = match network {
            Network::Internet => Upstream::of_environment(),
            Network::Host | Network::None => None,
        };
        let who = self.person().map(String::from);
        let outside = Outside { who, runtime, audit: audit.clone(), rules: rules.clone(), upstream };
        serde_json::to_string(&outside).map_err(|e| Error::internal(format!("a sandbox: {e}")))
    }

    /// Whose machines they are, if people have accounts.
    fn person(&self) -> Option<&str> {
        self.tally.as_ref().map(Tally::who)
    }

    /// Removes what machines of servers left that were killed, and whose programs ended with them.
    pub fn remove_abandoned(&self) {
        cgroup::remove_abandoned();
    }

    /// The GPUs that machines may have.
    pub fn gpus(&self) -> &Gpus {
        &self.options.gpus
    }

    /// The limits that hold for all programs of a machine together.
    pub fn limited(&self) -> Vec<&'static str> {
        Cgroups::create(&group_name("probe"), self.person(), &self.options.limits).limited.clone()
    }
}

impl Runtimes for Sandbox {
    fn check(&self) -> Result<()> {
        Ok(())
    }

    fn start(&self, program: Program) -> Result<Started> {
        let number = random::hex(&random::bytes::<8>()?);
        let seen = self.drive_file(&program.folder);
        let name = program.argv.first().map(String::as_str).unwrap_or_default();
        let counted = self.count(&number, name, &seen)?;
        let folder = tempfile::Builder::new().prefix("labora-m").tempdir();
        let folder = folder.map_err(|e| Error::io("the folder of a sandbox", e))?;
        let cgroups = Cgroups::create(&group_name(&number), self.person(), &self.options.limits);
        let settings = Settings::new(|name| std::env::var(name).ok(), self.options.network, &SYSTEM);
        let mut files = [settings.files, self.files.clone()].concat();
        let gpu = program.has_gpu.then(|| self.options.gpus.reserve()).transpose()?;
        files.extend(gpu.iter().flat_map(Reserved::mounts));
        files.extend(program.shared.map(|source| Mount { source, target: SHARED.into(), access: Access::Writable }));
        let description = Description {
            root: folder.path().to_path_buf(),
            files,
            network: self.options.network,
            limits: self.options.limits,
            cgroups: cgroups.folders.clone(),
            has_memory_limit: cgroups.limited.contains(&"memory"),
            folder: seen,
            argv: program.argv,
            companion: program.companion,
        };
        let description =
            serde_json::to_string(&description).map_err(|e| Error::internal(format!("a sandbox: {e}")))?;
        let mut environment: Vec<(String, String)> =
            [("HOME", HOME), ("LANG", "C.UTF-8"), ("LOGNAME", "root"), ("PYTHONUNBUFFERED", "1"), ("USER", "root")]
                .map(|(name, value)| (name.to_string(), value.to_string()))
                .into();
        let path = format!("{}:/usr/local/bin:/usr/bin:/bin", self.options.image.join("bin").display());
        environment.push(("PATH".into(), path));
        environment.push(("SHELL".into(), self.shell()));
        if self.options.network == Network::Internet {
            environment.extend(proxy_variables());
        }
        environment.extend(settings.environment);
        environment.extend(self.options.environment.iter().cloned());
        environment.extend(gpu.iter().filter_map(Reserved::environment));
        environment.extend(program.environment);
        environment.push((OUTSIDE.into(), self.outside(number)?));
        Ok(Started {
            argv: vec![self.helper.display().to_string(), OUTER.into(), description],
            folder: "/".into(),
            environment,
            is_private: true,
            companion: None,
            guard: Guard { folder: Some(folder), cgroups: Some(cgroups), _counted: counted, gpu, lease: None },
        })
    }

    fn adopt(&self, earlier: Earlier<'_>) -> Result<Guard> {
        if !earlier.is_private {
            return Err(Error::conflict("it has no sandbox, which this server asks for"));
        }
        let number = random::hex(&random::bytes::<8>()?);
        let counted = self.count(&number, earlier.program, earlier.folder)?;
        let gpu = earlier.gpu.and_then(|minor| self.options.gpus.reserve_again(minor));
        Ok(Guard { _counted: counted, gpu, ..Guard::default() })
    }

    fn personal(&self, own: PersonalOptions) -> Result<Arc<dyn Runtimes>> {
        let limits = own.limits(self.options.limits);
        let options = SandboxOptions { drive: own.drive, limits, ..self.options.clone() };
        let mut files = files(&options);
        let Shared { name, folder: source, is_writable } = own.shared;
        let access = if is_writable { Access::Writable } else { Access::ReadOnly };
        files.push(Mount { source, target: Path::new(DRIVE).join(name), access });
        Ok(Arc::new(Sandbox { options, files, tally: Some(own.tally), helper: self.helper.clone() }))
    }

    fn lacks_gpu(&self) -> Option<String> {
        self.options.gpus.lacks_now()
    }

    fn shared_folder(&self, _: &Path) -> PathBuf {
        SHARED.into()
    }

    fn drive_file(&self, file: &Path) -> PathBuf {
        let below = file.strip_prefix(&self.options.drive).unwrap_or(Path::new(""));
        // Without the slash that `join` adds to an empty path.
        Path::new(DRIVE).join(below).components().collect()
    }

    fn shell(&self) -> String {
        let bash = Path::new("/bin/bash");
        if bash.exists() { "/bin/bash".into() } else { "/bin/sh".into() }
    }
}

/// Variables by which programs find the proxy.
fn proxy_variables() -> impl Iterator<Item = (String, String)> {
    let proxy = format!("http://127.0.0.1:{PROXY_PORT}");
    let own = "localhost,127.0.0.1,::1";
    let all = [("http_proxy", proxy.clone()), ("https_proxy", proxy), ("no_proxy", own.to_string())];
    // Programs differ in which they read.
    all.into_iter().flat_map(|(name, value)| [(name.to_uppercase(), value.clone()), (name.to_string(), value)])
}

/// What all machines see of the host.
fn files(options: &SandboxOptions) -> Vec<Mount> {
    let read = |source: PathBuf| Mount { target: source.clone(), source, access: Access::ReadOnly };
    let mut files: Vec<Mount> = SYSTEM.iter().map(|path| read(path.into())).collect();
    if options.network == Network::Host
        // Often a link into a folder that is not visible.
        && let Ok(source) = Path::new(RESOLVER).canonicalize()
    {
        files.push(Mount { source, target: RESOLVER.into(), access: Access::ReadOnly });
    }
    files.extend(python_folders(&options.image).into_iter().map(read));
    files.extend(options.read.iter().cloned().map(read));
    files.retain(|file| file.source.symlink_metadata().is_ok());
    let layer = |source: &PathBuf| Mount { target: source.clone(), source: source.clone(), access: Access::Layered };
    files.extend([&options.image].into_iter().chain(&options.layered).map(layer));
    if let Some(data) = options.data.clone().filter(|data| data.is_dir()) {
        files.push(Mount { source: data, target: Path::new(HOME).join(".keras"), access: Access::Layered });
    }
    files.push(Mount { source: options.drive.clone(), target: DRIVE.into(), access: Access::Writable });
    files
}

/// The installation of Python on which an environment stands, unless the system's: the folder that its
/// `pyvenv.cfg` names, and the one to which links lead.
fn python_folders(image: &Path) -> Vec<PathBuf> {
    let text = std::fs::read_to_string(image.join("pyvenv.cfg")).unwrap_or_default();
    let named = text.lines().find_map(|line| line.split_once('=').filter(|(name, _)| name.trim() == "home"));
    let named = named.map(|(_, folder)| PathBuf::from(folder.trim()));
    let real = image.join("bin/python").canonicalize().ok().and_then(|python| python.parent().map(Path::to_path_buf));
    let prefixes = [named, real].into_iter().flatten().filter_map(|bin| bin.parent().map(Path::to_path_buf));
    let mut folders: Vec<PathBuf> =
        prefixes.filter(|folder| folder.parent().is_some() && !folder.starts_with("/usr")).collect();
    folders.dedup();
    folders.retain(|folder| !image.starts_with(folder));
    folders
}
