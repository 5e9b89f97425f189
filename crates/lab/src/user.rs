//! `labora lab user`: the people of a class.

use std::io::{BufRead, IsTerminal, Write};
use std::path::Path;

use clap::{Args, Subcommand};
use lab::accounts::{Account, Accounts, People, Quota, Role, change, check_name, check_password, hash};
use lab::{Error, Result};
use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};

/// What becomes of accounts.
#[derive(Clone, Debug, Args)]
pub struct UserArgs {
    #[command(subcommand)]
    task: Task,
}

#[derive(Clone, Debug, Subcommand)]
enum Task {
    /// Adds an account. The password is asked for, or is the first line of the standard input.
    Add {
        /// The name: small letters, digits, dots, hyphens and underscores.
        name: String,
        /// What its owner may do.
        #[arg(long, default_value = "student")]
        role: Role,
        #[command(flatten)]
        quota: Quota,
    },
    /// Lists the accounts.
    List,
    /// Removes an account: its sessions and runtimes end. Its folder in the drive stays.
    Remove {
        /// The name.
        name: String,
    },
    /// Changes a password, which is asked for, or is the first line of the standard input. The account's
    /// sessions end.
    Password {
        /// The name.
        name: String,
    },
    /// Sets the limits of an account or a role. Those that are not named are the usual ones again. They hold
    /// for whoever runs nothing.
    Limit {
        /// The name of an account.
        #[arg(required_unless_present = "role")]
        name: Option<String>,
        /// A role instead of an account.
        #[arg(long, conflicts_with = "name")]
        role: Option<Role>,
        #[command(flatten)]
        quota: Quota,
    },
}

/// Changes a file of accounts.
///
/// # Errors
/// No file is named, it cannot be read or written, or the account is not there, or there already.
pub fn run(file: Option<&Path>, args: &UserArgs) -> Result<()> {
    let file = file.ok_or_else(|| Error::invalid("name the file of accounts with --accounts FILE"))?;
    match &args.task {
        Task::Add { name, role, quota } => {
            check_name(name)?;
            // Before a password is asked for.
            if file.exists() {
                check_free(&Accounts::open(file)?.now(), name)?;
            }
            let account = Account { role: *role, password: hash(&new_password(name)?)?, quota: *quota };
            change(file, |people| {
                check_free(people, name)?;
                people.accounts.insert(name.clone(), account);
                Ok(())
            })
        }
        Task::List => {
            let people = Accounts::open(file)?.now();
            let mut out = std::io::stdout().lock();
            // Nobody reads the output: nothing is lost.
            let _ = people
                .accounts
                .iter()
                .try_for_each(|(name, account)| writeln!(out, "{}", line(&people, name, account)));
            Ok(())
        }
        Task::Remove { name } => {
            change(file, |people| people.accounts.remove(name).map(|_| ()).ok_or_else(|| missing(name)))
        }
        Task::Password { name } => {
            Accounts::open(file)?.now().accounts.get(name).ok_or_else(|| missing(name))?;
            let password = hash(&new_password(name)?)?;
            change(file, |people| {
                account(people, name)?.password = password;
                Ok(())
            })
        }
        Task::Limit { name, role, quota } => change(file, |people| {
            match (name, role) {
                (Some(name), _) => account(people, name)?.quota = *quota,
                (None, Some(role)) => _ = people.roles.insert(*role, *quota),
                (None, None) => {}
            }
            Ok(())
        }),
    }
}

fn check_free(people: &People, name: &str) -> Result<()> {
    match people.accounts.contains_key(name) {
        true => Err(Error::conflict(format!("there is an account {name} already: `user password {name}` changes it"))),
        false => Ok(()),
    }
}

fn account<'a>(people: &'a mut People, name: &str) -> Result<&'a mut Account> {
    people.accounts.get_mut(name).ok_or_else(|| missing(name))
}

fn missing(name: &str) -> Error {
    Error::not_found(format!("there is no account {name}: `user list` shows those there are"))
}

fn line(people: &People, name: &str, account: &Account) -> String {
    let quota = people.quota(account);
    let limits = [
        ("runtimes", quota.runtimes, ""),
        ("memory", quota.memory, " MiB"),
        ("disk", quota.disk, " MiB"),
        ("home", quota.home, " MiB"),
        ("cpus", quota.cpus, ""),
    ];
    let limits = limits.iter().filter_map(|(name, limit, unit)| Some(format!("  {name} {}{unit}", (*limit)?)));
    format!("{name:<32} {:<8}{}", account.role.name(), limits.collect::<String>())
}

/// A password from the terminal, where it is typed twice and not shown, or from the standard input.
fn new_password(name: &str) -> Result<String> {
    let password = if std::io::stdin().is_terminal() {
        let password = ask(&format!("Password of {name}: "))?;
        if ask("The same again: ")? != password {
            return Err(Error::invalid("the two passwords differ: nothing was changed"));
        }
        password
    } else {
        read_line()?
    };
    check_password(&password).map(|()| password)
}

fn ask(question: &str) -> Result<String> {
    // What is typed before the question is dropped.
    let hidden = HiddenInput::start()?;
    // Who reads no question can answer it nevertheless.
    let _ = write!(std::io::stderr(), "{question}");
    let password = read_line();
    drop(hidden);
    process::say("");
    password
}

fn read_line() -> Result<String> {
    let mut line = String::new();
    std::io::stdin().lock().read_line(&mut line).map_err(|e| Error::io("the standard input", e))?;
    Ok(line.trim_end_matches(['\n', '\r']).to_string())
}

/// A terminal that does not show what is typed, until this is dropped.
struct HiddenInput(Termios);

impl HiddenInput {
    fn start() -> Result<HiddenInput> {
        let failed = |e: rustix::io::Errno| Error::io("the terminal", e);
        let before = tcgetattr(std::io::stdin()).map_err(failed)?;
        let mut hidden = before.clone();
        hidden.local_modes.remove(LocalModes::ECHO);
        tcsetattr(std::io::stdin(), OptionalActions::Flush, &hidden).map_err(failed)?;
        Ok(HiddenInput(before))
    }
}

impl Drop for HiddenInput {
    fn drop(&mut self) {
        // An error means that the terminal is gone.
        let _ = tcsetattr(std::io::stdin(), OptionalActions::Flush, &self.0);
    }
}
