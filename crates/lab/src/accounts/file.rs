//! The file of accounts: JSON that its owner alone may read.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use super::attempts::Attempts;
use super::workers::Workers;
use crate::error::{Error, Result};
use crate::state_file;

/// Bytes of the longest name.
const MAX_NAME_BYTES: usize = 32;

/// What somebody may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Sees the class, and writes the shared folder.
    Teacher,
    /// Works in a folder of their own.
    Student,
}

impl Role {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Role::Teacher => "teacher",
            Role::Student => "student",
        }
    }
}

/// Quotas of an account or a role. What is absent is that of the role, or of the server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::Args)]
#[serde(default, deny_unknown_fields)]
pub struct Quota {
    /// Kernels and terminals at a time [default: 4 of a student, 16 of a teacher].
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub runtimes: Option<u32>,
    /// MiB of memory of each.
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(64..))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory: Option<u32>,
    /// MiB that each writes outside of the drive.
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(16..))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disk: Option<u32>,
    /// MiB of the person's folder in the drive [default: all that the drive has].
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub home: Option<u32>,
    /// Processors' worth of time of each.
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpus: Option<u32>,
}

impl Quota {
    /// These limits, and those of another quota where there is none.
    #[must_use]
    pub fn or(self, other: Quota) -> Quota {
        Quota {
            runtimes: self.runtimes.or(other.runtimes),
            memory: self.memory.or(other.memory),
            disk: self.disk.or(other.disk),
            home: self.home.or(other.home),
            cpus: self.cpus.or(other.cpus),
        }
    }
}

/// An account.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Account {
    /// What its owner may do.
    pub role: Role,
    /// The hash of the password.
    pub password: String,
    /// Quotas of its own.
    #[serde(default)]
    pub quota: Quota,
}

impl std::fmt::Debug for Account {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Account").field("role", &self.role).field("quota", &self.quota).finish_non_exhaustive()
    }
}

/// What a file of accounts says.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct People {
    /// Quotas of roles.
    #[serde(default)]
    pub roles: BTreeMap<Role, Quota>,
    /// The accounts, by their names.
    #[serde(default)]
    pub accounts: BTreeMap<String, Account>,
}

impl People {
    /// The quota of an account: its own, then those of its role.
    pub fn quota(&self, account: &Account) -> Quota {
        let usual = if account.role == Role::Teacher { 16 } else { 4 };
        let of_role = self.roles.get(&account.role).copied().unwrap_or_default();
        account.quota.or(of_role).or(Quota { runtimes: Some(usual), ..Quota::default() })
    }
}

/// The accounts of a running server, which sees changes of the file.
#[derive(Debug)]
pub struct Accounts {
    file: PathBuf,
    known: Mutex<(Option<Stamp>, Arc<People>)>,
    /// Failed checks of passwords.
    pub(super) attempts: Attempts,
    /// Started with the first check.
    pub(super) workers: OnceLock<Workers>,
}

/// By which a file that was replaced or written is noticed: its number, time and length.
type Stamp = (u64, Option<SystemTime>, u64);

impl Accounts {
    /// Opens a file.
    ///
    /// # Errors
    /// It cannot be read, others may read it, or it is no file of accounts.
    pub fn open(file: &Path) -> Result<Accounts> {
        let people = Arc::new(read(file)?);
        Ok(Accounts {
            file: file.to_path_buf(),
            known: Mutex::new((stamp(file), people)),
            attempts: Attempts::default(),
            workers: OnceLock::new(),
        })
    }

    /// What the file says now. One that became unreadable has no accounts, and the log says why.
    pub fn now(&self) -> Arc<People> {
        let stamp = stamp(&self.file);
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.0 != stamp {
            let people = read(&self.file).unwrap_or_else(|error| {
                tracing::error!("nobody can log in: {}", error.message());
                People::default()
            });
            *known = (stamp, Arc::new(people));
        }
        known.1.clone()
    }

    /// The file.
    pub(super) fn file(&self) -> &Path {
        &self.file
    }
}

/// Changes a file of accounts, which is made if it is not there. Others that change it at the same time wait.
///
/// # Errors
/// The file is no file of accounts or cannot be written, or `change` refuses.
pub fn change<T>(file: &Path, change: impl FnOnce(&mut People) -> Result<T>) -> Result<T> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let failed = |e: std::io::Error| Error::io(folder.display(), e);
    let lock = File::open(folder).map_err(failed)?;
    lock.lock().map_err(failed)?;
    let mut people = if file.exists() { read(file)? } else { People::default() };
    let result = change(&mut people)?;
    let text = serde_json::to_string_pretty(&people).map_err(|e| Error::internal(format!("accounts: {e}")))?;
    state_file::write(&folder.join(file.file_name().unwrap_or_default()), format!("{text}\n").as_bytes())?;
    Ok(result)
}

/// An error unless a name can be one of an account, and of its folder.
///
/// # Errors
/// It has other characters, or is too long.
pub fn check_name(name: &str) -> Result<()> {
    let is_first = name.starts_with(|c: char| c.is_ascii_lowercase());
    let is_known = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"._-".contains(&byte);
    match is_first && name.len() <= MAX_NAME_BYTES && name.bytes().all(is_known) {
        true => Ok(()),
        false => Err(Error::invalid(format!(
            "{name:?} is no name of an account: a small letter, then small letters, digits, dots, hyphens or \
             underscores, {MAX_NAME_BYTES} at most"
        ))),
    }
}

fn read(file: &Path) -> Result<People> {
    let io = |e: std::io::Error| Error::io(format!("the file of accounts {}", file.display()), e);
    let mode = fs::metadata(file).map_err(io)?.mode();
    if mode & 0o077 != 0 {
        let (shown, mode) = (file.display(), mode & 0o777);
        return Err(Error::forbidden(format!("{shown}: others may read it (mode {mode:o}): chmod 600 {shown}")));
    }
    let wrong = |e: &dyn std::fmt::Display| Error::invalid(format!("{} is no file of accounts: {e}", file.display()));
    let people: People = serde_json::from_slice(&fs::read(file).map_err(io)?).map_err(|e| wrong(&e))?;
    people.accounts.keys().try_for_each(|name| check_name(name)).map_err(|e| wrong(&e))?;
    Ok(people)
}

fn stamp(file: &Path) -> Option<Stamp> {
    let metadata = fs::metadata(file).ok()?;
    Some((metadata.ino(), metadata.modified().ok(), metadata.len()))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn account(role: Role) -> Account {
        Account { role, password: super::super::hash("correct horse").unwrap(), quota: Quota::default() }
    }

    #[test]
    fn a_file_of_accounts_is_private_whole_and_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("class.json");
        assert!(Accounts::open(&file).is_err());
        let add = |name: &str| {
            change(&file, |people| Ok(people.accounts.insert(name.into(), account(Role::Student)))).unwrap()
        };
        add("ada");
        assert_eq!(fs::metadata(&file).unwrap().mode() & 0o777, 0o600);
        let accounts = Accounts::open(&file).unwrap();
        assert!(accounts.now().accounts.contains_key("ada"));
        std::thread::scope(|scope| {
            for n in 0..8 {
                let add = &add;
                scope.spawn(move || add(&format!("s{n}")));
            }
        });
        assert_eq!(accounts.now().accounts.len(), 9, "no writer overwrites another");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
        assert!(Accounts::open(&file).unwrap_err().message().contains("chmod 600"));
        fs::write(&file, "{\"accounts\": {\"../x\": {}}}").unwrap();
        assert!(accounts.now().accounts.is_empty(), "nobody rather than anybody");
    }

    #[test]
    fn quotas_are_of_the_account_then_of_the_role() {
        let mut people = People::default();
        people.roles.insert(Role::Student, Quota { memory: Some(512), cpus: Some(1), ..Quota::default() });
        let mut ada = account(Role::Student);
        ada.quota.memory = Some(256);
        let quota = people.quota(&ada);
        assert_eq!((quota.memory, quota.cpus, quota.runtimes, quota.disk), (Some(256), Some(1), Some(4), None));
        assert_eq!(people.quota(&account(Role::Teacher)).runtimes, Some(16));
    }

    #[test]
    fn names_are_fit_for_folders() {
        assert!(check_name("ada.lovelace-2").is_ok());
        for bad in ["", ".", "..", ".x", "a/b", "Ada", "ada lovelace", "\u{e9}", "1a", &"a".repeat(33)] {
            assert!(check_name(bad).is_err(), "{bad:?}");
        }
    }
}
