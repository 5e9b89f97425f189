//! A class: a laboratory for each person who has an account. Everybody's kernels, sessions, terminals, files,
//! settings and events are those of their own laboratory; no route of it names another.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use futures_util::future::BoxFuture;
use tokio::task::JoinSet;

use super::collaborations::SharedCollaboration;
use super::home_limit;
use super::state::{Lab, Laboratories, Sharing, blocking};
use crate::access::{Access, Person};
use crate::accounts::{Account, Accounts, People, Quota, Role};
use crate::audit::Audit;
use crate::collaboration::Right;
use crate::drive::Drive;
use crate::error::{Error, Result};
use crate::image::Image;
use crate::kernels::{Keeper, Kernels, Launcher, Lifetimes, Rates, Records, Specs};
use crate::runtimes::{PersonalOptions, Runtimes, Shared, Tally};
use crate::sharing::ShareTable;

/// The folder of the drive with a folder for each person.
const HOMES: &str = "home";
/// The folder of the drive that all read and teachers write, and its name in everybody's drive.
pub(super) const SHARED: &str = "shared";
/// The folder of the records of running kernels in a state folder.
pub const RECORDS: &str = "runtimes";
/// The pause between two looks at the accounts.
const PERIOD: Duration = Duration::from_secs(1);

/// What a class has.
#[derive(Debug)]
pub struct ClassOptions {
    /// Who may do what; its logins have accounts.
    pub access: Arc<Access>,
    /// The folder of the drive.
    pub drive: PathBuf,
    /// The folder of the server's own files.
    pub state: PathBuf,
    /// The runtime image.
    pub image: Image,
    /// The folder of the modules that runtimes on this host have.
    pub modules: PathBuf,
    /// The kernels there are.
    pub specs: Specs,
    /// How long they may run.
    pub lifetimes: Lifetimes,
    /// What they may publish in a second.
    pub rates: Rates,
    /// The program that serves a TPU.
    pub worker: Option<PathBuf>,
    /// A program whose `main` begins with [`crate::helper`].
    pub helper: PathBuf,
    /// Where programs run: each person has runtimes of the same kind.
    pub runtimes: Arc<dyn Runtimes>,
}

/// A class.
#[derive(Debug)]
pub struct Class {
    options: ClassOptions,
    /// The rooms of the shared folder.
    shared_documents: SharedCollaboration,
    /// Who has which document of whom.
    shares: Arc<ShareTable>,
    members: Mutex<HashMap<String, Arc<Member>>>,
}

/// The laboratory of a person.
#[derive(Debug)]
struct Member {
    lab: Arc<Lab>,
    role: Role,
    quota: Quota,
    /// Its house-keeping, which ends with it.
    _tasks: JoinSet<()>,
}

impl Class {
    /// A class; makes the folders of the drive that all share.
    ///
    /// # Errors
    /// They cannot be made.
    pub fn new(mut options: ClassOptions) -> Result<Class> {
        let failed = |e: std::io::Error| Error::io(options.drive.display(), e);
        options.drive = options.drive.canonicalize().map_err(failed)?;
        for folder in [HOMES, SHARED] {
            make_folder(&options.drive.join(folder))?;
        }
        let shared_documents =
            SharedCollaboration::new(SHARED, &options.drive.join(SHARED), &options.state.join("shared"))?;
        let shares = Arc::new(ShareTable::open(options.state.join("shares")));
        Ok(Class { options, shared_documents, shares, members: Mutex::default() })
    }

    /// Who may do what.
    pub fn access(&self) -> &Arc<Access> {
        &self.options.access
    }

    /// The runtime image.
    pub fn image(&self) -> &Image {
        &self.options.image
    }

    /// Where what people do is noted.
    pub fn audit(&self) -> &Audit {
        &self.access().audit
    }

    /// The accounts as they are now.
    fn accounts(&self) -> Arc<People> {
        self.access().logins.accounts().map(Accounts::now).unwrap_or_default()
    }

    /// Everybody who has an account, by name, with their roles.
    pub fn people(&self) -> Vec<Person> {
        self.accounts()
            .accounts
            .iter()
            .map(|(name, account)| Person { name: name.clone(), role: account.role })
            .collect()
    }

    /// The laboratory of a person, made if it is not there.
    ///
    /// # Errors
    /// There is no such account, or its folders cannot be made.
    pub async fn lab(self: &Arc<Class>, name: &str) -> Result<Arc<Lab>> {
        Ok(self.member(name).await?.lab.clone())
    }

    /// The laboratory of a person, if it was made.
    pub fn open_lab(&self, name: &str) -> Option<Arc<Lab>> {
        self.lock().get(name).map(|member| member.lab.clone())
    }

    async fn member(self: &Arc<Class>, name: &str) -> Result<Arc<Member>> {
        if let Some(member) = self.lock().get(name) {
            return Ok(member.clone());
        }
        let (class, name) = (self.clone(), name.to_string());
        blocking(move || {
            let people = class.accounts();
            let missing = || Error::not_found(format!("there is no account {name}"));
            let account = people.accounts.get(&name).ok_or_else(missing)?;
            let mut members = class.lock();
            if let Some(member) = members.get(&name) {
                return Ok(member.clone());
            }
            let member = Arc::new(class.make(&name, account, people.quota(account))?);
            members.insert(name, member.clone());
            Ok(member)
        })
        .await
    }

    fn make(self: &Arc<Class>, name: &str, account: &Account, quota: Quota) -> Result<Member> {
        let ClassOptions { access, drive: all, image, specs, lifetimes, worker, helper, .. } = &self.options;
        let (home, shared) = (all.join(HOMES).join(name), all.join(SHARED));
        let state = self.people_folder().join(name);
        make_folder(&home)?;
        // In a sandbox the shared folder is mounted there.
        make_folder(&home.join(SHARED))?;
        let is_teacher = account.role == Role::Teacher;
        let mut drive = Drive::open(&home, &state)?;
        drive.attach(SHARED, &shared, is_teacher)?;
        drive.last();
        drive.set_owner(name);
        if let Some(mib) = quota.home {
            drive.limit(u64::from(mib) << 20);
        }
        let keeper = Keeper { helper: helper.clone(), records: Records::new(state.join(RECORDS), &home) };
        let tally = Tally::new(name.into(), quota.runtimes.unwrap_or(1) as usize, self.audit().clone());
        let shared = Shared { name: SHARED, folder: shared, is_writable: is_teacher };
        let launcher = Launcher {
            python: image.python(),
            modules: self.options.modules.clone(),
            keeper: Some(keeper),
            runtimes: self.options.runtimes.personal(PersonalOptions { drive: home, shared, quota, tally })?,
            worker: worker.clone(),
            secrets: Some(state.join("config/secrets.json")),
            rates: self.options.rates,
        };
        let mut kernels = Kernels::new(specs.clone(), launcher);
        kernels.lifetimes = *lifetimes;
        let mut lab = Lab::new(access.clone(), drive, image.clone(), kernels, &state);
        lab.person = Some(Person { name: name.into(), role: account.role });
        lab.collaboration.share(self.shared_documents.with_right(if is_teacher { Right::Write } else { Right::Read }));
        let class: Weak<dyn Laboratories> = Arc::<Class>::downgrade(self);
        lab.sharing = Some(Sharing { me: name.into(), shares: self.shares.clone(), class });
        let lab = Arc::new(lab);
        let mut tasks = JoinSet::new();
        let kept = lab.clone();
        tasks.spawn(async move { kept.keep_house().await });
        let limited = lab.clone();
        tasks.spawn(async move { home_limit::keep(&limited).await });
        Ok(Member { lab, role: account.role, quota, _tasks: tasks })
    }

    /// The folder of the state folders of people.
    fn people_folder(&self) -> PathBuf {
        self.options.state.join("people")
    }

    /// Goes on with what an earlier server that was killed has left. Kernels of accounts that are gone end.
    pub(super) async fn resume(self: &Arc<Class>) {
        let accounts = self.accounts();
        let folders = std::fs::read_dir(self.people_folder()).into_iter().flatten().flatten();
        let with_kernels = folders.filter(|folder| folder.path().join(RECORDS).is_dir());
        let mut remotes = Vec::new();
        for name in with_kernels.filter_map(|folder| folder.file_name().into_string().ok()) {
            let records = Records::new(self.people_folder().join(&name).join(RECORDS), Path::new(""));
            if !accounts.accounts.contains_key(&name) {
                records.end_all().await;
                continue;
            }
            match self.lab(&name).await {
                Ok(lab) => lab.resume().await,
                Err(error) => tracing::warn!(name, "kernels are left to their supervisors: {}", error.message()),
            }
            // Records of kernels that have ended are gone by now.
            remotes.extend(records.remotes());
        }
        if let Some(remote) = self.options.runtimes.remote() {
            remote.sweep(remotes).await;
        }
    }

    /// What has to be done until the server ends: ends the sessions and laboratories of accounts that are
    /// gone or changed. Limits that changed hold when nothing runs any more.
    pub(super) async fn keep_house(&self) {
        let mut beats = tokio::time::interval(PERIOD);
        let mut known = Arc::default();
        loop {
            beats.tick().await;
            self.access().logins.close_invalid();
            let people = self.accounts();
            if !Arc::ptr_eq(&people, &known) {
                known = people.clone();
                self.forget_strangers(people.clone()).await;
            }
            let is_over = |name: &String, member: &Member| match people.accounts.get(name) {
                None => true,
                Some(account) if account.role != member.role => true,
                Some(account) => people.quota(account) != member.quota && member.lab.is_idle(),
            };
            let over: Vec<Arc<Member>> = {
                let mut members = self.lock();
                let names: Vec<String> = members
                    .iter()
                    .filter(|(name, member)| is_over(name, member))
                    .map(|(name, _)| name.clone())
                    .collect();
                names.iter().filter_map(|name| members.remove(name)).collect()
            };
            futures_util::future::join_all(over.iter().map(|member| member.lab.end_all())).await;
        }
    }

    /// Who has no account any more shares nothing, and nothing is shared with them.
    async fn forget_strangers(&self, people: Arc<People>) {
        // A file of accounts that cannot be read has none.
        if people.accounts.is_empty() {
            return;
        }
        let shares = self.shares.clone();
        let kept = blocking(move || shares.keep_people(|name| people.accounts.contains_key(name))).await;
        if let Err(error) = kept {
            tracing::error!("shares of accounts that are gone stay: {}", error.message());
        }
    }

    /// Lets what runs no time to end.
    pub fn kill_all(&self) {
        self.lock().values().for_each(|member| member.lab.kill_all());
    }

    /// Ends all that runs.
    pub async fn end_all(&self) {
        let members: Vec<Arc<Member>> = self.lock().values().cloned().collect();
        futures_util::future::join_all(members.iter().map(|member| member.lab.end_all())).await;
        self.shared_documents.end_all().await;
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<String, Arc<Member>>> {
        self.members.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Laboratories for Class {
    fn laboratory(self: Arc<Class>, name: String) -> BoxFuture<'static, Result<Arc<Lab>>> {
        Box::pin(async move { self.lab(&name).await })
    }

    fn open_laboratory(&self, name: &str) -> Option<Arc<Lab>> {
        self.open_lab(name)
    }

    fn has_account(&self, name: &str) -> bool {
        self.accounts().accounts.contains_key(name)
    }
}

/// Makes a folder unless it is there. A link is none: it would lead elsewhere.
fn make_folder(folder: &Path) -> Result<()> {
    let failed = |e: std::io::Error| Error::io(folder.display(), e);
    match std::fs::create_dir(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => return Err(failed(error)),
        _ => {}
    }
    match folder.symlink_metadata().map_err(failed)?.is_dir() {
        true => Ok(()),
        false => Err(Error::conflict(format!("{} is no folder: move it away", folder.display()))),
    }
}
