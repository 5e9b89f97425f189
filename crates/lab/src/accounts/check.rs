//! Passwords of people in a running server: they are checked, for a login or a change, and changed.

use std::net::IpAddr;
use std::time::Duration;

use tokio::sync::oneshot;

use super::file::{Account, Accounts, change, check_name};
use super::password::{check_password, hash, verify};
use super::workers::Workers;
use crate::error::{Error, Result};

/// Why a password is not accepted.
#[derive(Debug)]
pub enum Refusal {
    /// There is no such name, or the password is another.
    Wrong,
    /// Too many checks failed; after this time the next one is heard.
    Wait(Duration),
    /// The server fails.
    Failed(Error),
}

impl Refusal {
    /// How long to wait, as people are told.
    pub fn waiting(wait: Duration) -> String {
        format!("Too many failed logins: wait {} min, then try again.", wait.as_secs().div_ceil(60))
    }
}

impl Accounts {
    /// The account of a name, if the password is right. It takes as long for names that are not there.
    ///
    /// # Errors
    /// Either is wrong, or too many of this name or `address` were.
    pub async fn check(&self, address: IpAddr, name: &str, password: String) -> Result<Account, Refusal> {
        // What is no name shares a counter.
        let counted = if check_name(name).is_ok() { name } else { "" };
        self.attempts.begin(address, counted).map_err(Refusal::Wait)?;
        let account = self.now().accounts.get(name).cloned();
        let found = self.work(move || {
            let is_right = verify(&password, account.as_ref().map(|account| account.password.as_str()));
            Ok(account.filter(|_| is_right))
        });
        let account = found.await.map_err(Refusal::Failed)?.ok_or(Refusal::Wrong)?;
        self.attempts.succeeded(address, counted);
        Ok(account)
    }

    /// Gives an account another password; its sessions end.
    ///
    /// # Errors
    /// 400: the password may not be chosen; 404: there is no such account; the file cannot be written.
    pub async fn set_password(&self, name: &str, password: String) -> Result<()> {
        check_password(&password)?;
        let (file, name) = (self.file().to_path_buf(), name.to_string());
        let set = self.work(move || {
            let password = hash(&password)?;
            change(&file, |people| {
                let missing = || Error::not_found(format!("there is no account {name}"));
                people.accounts.get_mut(&name).ok_or_else(missing)?.password = password;
                Ok(())
            })
        });
        set.await
    }

    /// Runs something that takes memory and a processor, when a thread of passwords is free.
    async fn work<T: Send + 'static>(&self, work: impl FnOnce() -> Result<T> + Send + 'static) -> Result<T> {
        let (done, result) = oneshot::channel();
        let job = move || {
            // Whoever asked may be gone.
            let _ = done.send(work());
        };
        let failed = || Error::internal("passwords cannot be checked: start the server again");
        if !self.workers.get_or_init(Workers::start).send(job) {
            return Err(failed());
        }
        result.await.map_err(|_| failed())?
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Quota, Role};
    use super::*;

    #[tokio::test]
    async fn the_right_password_is_the_last_one_that_was_set() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("class.json");
        let ada = Account { role: Role::Student, password: hash("correct horse").unwrap(), quota: Quota::default() };
        change(&file, |people| Ok(people.accounts.insert("ada".into(), ada))).unwrap();
        let accounts = Accounts::open(&file).unwrap();
        let check = async |name: &str, password: &str| {
            accounts.check(IpAddr::from([127, 0, 0, 1]), name, password.into()).await
        };
        assert!(check("ada", "correct horse").await.is_ok());
        assert!(matches!(check("ada", "wrong").await, Err(Refusal::Wrong)));
        assert!(matches!(check("bob", "correct horse").await, Err(Refusal::Wrong)));
        assert_eq!(accounts.set_password("ada", "short".into()).await.unwrap_err().status(), 400);
        assert_eq!(accounts.set_password("bob", "battery staple".into()).await.unwrap_err().status(), 404);
        accounts.set_password("ada", "battery staple".into()).await.unwrap();
        assert!(check("ada", "battery staple").await.is_ok());
        assert!(matches!(check("ada", "correct horse").await, Err(Refusal::Wrong)));
    }
}
