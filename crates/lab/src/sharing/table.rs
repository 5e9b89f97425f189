//! All documents that are shared or have comments, each in a file of the state folder.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::comments::Comments;
use super::document::SharedDocument;
use super::right::ShareRight;
use crate::drive::{DrivePath, split_extension};
use crate::error::{Error, Result};
use crate::{random, state_file};

/// Documents of one owner.
const MAX_DOCUMENTS: usize = 200;

/// The table of shared documents.
#[derive(Debug)]
pub struct ShareTable {
    folder: PathBuf,
    /// By the names of their files.
    documents: Mutex<Documents>,
}

type Documents = BTreeMap<String, SharedDocument>;

/// A document in the list of a guest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The account whose it is.
    pub owner: String,
    /// Its path in the owner's drive.
    pub path: String,
    /// Its name in the list.
    pub name: String,
    /// What the guest may do.
    pub right: ShareRight,
}

impl ShareTable {
    /// The table that a folder has, which is made when the first document is shared. A file that cannot be
    /// read is left out, and the log says so.
    pub fn open(folder: PathBuf) -> ShareTable {
        let mut documents = Documents::new();
        for file in fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
            let stem = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default().to_string();
            match read(&file) {
                Ok(document) => _ = documents.insert(stem, document),
                Err(error) => tracing::warn!("a shared document is left out: {}", error.message()),
            }
        }
        ShareTable { folder, documents: Mutex::new(documents) }
    }

    /// The document at a path of its owner; a plain one if it was never shared.
    pub fn get(&self, owner: &str, path: &DrivePath) -> SharedDocument {
        let documents = self.lock();
        let found = find(&documents, owner, path).map(|id| documents[&id].clone());
        found.unwrap_or_else(|| SharedDocument::new(owner, path))
    }

    /// Changes the document at a path of its owner; returns what it was before and is now.
    ///
    /// # Errors
    /// That of the change, after which nothing has changed; 409: the owner has too many such documents; or
    /// the folder cannot be written.
    pub fn change(
        &self,
        owner: &str,
        path: &DrivePath,
        change: impl FnOnce(&mut SharedDocument) -> Result<()>,
    ) -> Result<(SharedDocument, SharedDocument)> {
        let mut documents = self.lock();
        let id = match find(&documents, owner, path) {
            Some(id) => id,
            None if documents.values().filter(|one| one.owner == owner).count() < MAX_DOCUMENTS => random::uuid()?,
            None => {
                let message = format!("you have {MAX_DOCUMENTS} documents that are shared or have comments: end some");
                return Err(Error::conflict(message));
            }
        };
        let before = documents.get(&id).cloned().unwrap_or_else(|| SharedDocument::new(owner, path));
        let mut after = before.clone();
        change(&mut after)?;
        // Those who came are in the list of nobody yet.
        let new = |name: &&String| !before.guests.contains_key(*name);
        for name in after.guests.keys().filter(new).cloned().collect::<Vec<_>>() {
            list(&documents, &mut after, &name)?;
        }
        self.keep(&mut documents, &id, &after)?;
        Ok((before, after))
    }

    /// Somebody opens a link: the document is in their list from now on.
    ///
    /// # Errors
    /// 404: the link leads nowhere, or its owner opens it. 403 and 409: as [`SharedDocument::enter`].
    pub fn enter(&self, secret: &str, name: &str) -> Result<Listed> {
        let mut documents = self.lock();
        let is_it = |document: &SharedDocument| document.link.as_ref().is_some_and(|link| link.secret.is(secret));
        // The time says nothing about a secret: each is compared whole.
        let found: Vec<String> =
            documents.iter().filter(|(_, document)| is_it(document)).map(|(id, _)| id.clone()).collect();
        let gone = || Error::not_found("this link leads to no document any more: ask whoever gave it to you");
        let id = found.first().ok_or_else(gone)?;
        let mut document = documents[id].clone();
        if document.owner == name {
            return Ok(Listed {
                owner: document.owner,
                name: document.path.clone(),
                path: document.path,
                right: ShareRight::Editor,
            });
        }
        document.enter(name)?;
        list(&documents, &mut document, name)?;
        self.keep(&mut documents, id, &document)?;
        listed(&document, name).ok_or_else(gone)
    }

    /// The documents that are in the list of somebody.
    pub fn list(&self, guest: &str) -> Vec<Listed> {
        self.lock().values().filter_map(|document| listed(document, guest)).collect()
    }

    /// The document of a name in the list of somebody.
    pub fn listed(&self, guest: &str, owner: &str, name: &str) -> Option<Listed> {
        let is_it = |listed: &Listed| listed.owner == owner && listed.name == name;
        self.lock().values().filter_map(|document| listed(document, guest)).find(is_it)
    }

    /// The owner renamed files at a path or below it.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn renamed(&self, owner: &str, from: &DrivePath, to: &DrivePath) -> Result<()> {
        self.change_below(owner, from, |document, below| {
            let path = if below.is_root() { to.clone() } else { to.join(below.as_str())? };
            document.path = path.as_str().into();
            Ok(true)
        })
        .map(|_| ())
    }

    /// The owner has no files at a path or below it any more. Returns the documents that were there.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn removed(&self, owner: &str, path: &DrivePath) -> Result<Vec<SharedDocument>> {
        self.change_below(owner, path, |_, _| Ok(false))
    }

    /// Forgets those who have no account any more.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn keep_people(&self, is_known: impl Fn(&str) -> bool) -> Result<()> {
        let mut documents = self.lock();
        for (id, mut document) in documents.clone() {
            if !is_known(&document.owner) {
                document.withdraw();
                document.comments = Comments::default();
            } else if document.guests.keys().all(|name| is_known(name)) {
                continue;
            }
            document.guests.retain(|name, _| is_known(name));
            self.keep(&mut documents, &id, &document)?;
        }
        Ok(())
    }

    /// Changes the owner's documents at a path or below it; those for which `change` says no are forgotten.
    /// Returns them as they were.
    fn change_below(
        &self,
        owner: &str,
        path: &DrivePath,
        change: impl Fn(&mut SharedDocument, &DrivePath) -> Result<bool>,
    ) -> Result<Vec<SharedDocument>> {
        let mut documents = self.lock();
        let below = |document: &SharedDocument| {
            let own = DrivePath::parse(&document.path).ok().filter(|_| document.owner == owner)?;
            own.below(path)
        };
        let found: Vec<(String, DrivePath)> =
            documents.iter().filter_map(|(id, document)| Some((id.clone(), below(document)?))).collect();
        let mut before = Vec::new();
        for (id, below) in found {
            let mut document = documents[&id].clone();
            before.push(document.clone());
            if !change(&mut document, &below)? {
                document = SharedDocument::new(owner, path);
            }
            self.keep(&mut documents, &id, &document)?;
        }
        Ok(before)
    }

    /// Writes a document into its file, or removes that of a plain one.
    fn keep(&self, documents: &mut Documents, id: &str, document: &SharedDocument) -> Result<()> {
        let file = self.folder.join(format!("{id}.json"));
        if document.is_plain() {
            documents.remove(id);
            return match fs::remove_file(&file) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(Error::io(file.display(), error)),
                _ => Ok(()),
            };
        }
        let bytes = serde_json::to_vec(document).map_err(|e| Error::internal(format!("a shared document: {e}")))?;
        state_file::write(&file, &bytes)?;
        documents.insert(id.into(), document.clone());
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, Documents> {
        self.documents.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn read(file: &Path) -> Result<SharedDocument> {
    let bytes = fs::read(file).map_err(|e| Error::io(file.display(), e))?;
    serde_json::from_slice(&bytes).map_err(|e| Error::internal(format!("{}: {e}", file.display())))
}

/// The file of the document at a path of its owner.
fn find(documents: &Documents, owner: &str, path: &DrivePath) -> Option<String> {
    let mut all = documents.iter();
    all.find(|(_, one)| one.owner == owner && one.path == path.as_str()).map(|(id, _)| id.clone())
}

/// What a guest has of a document, if it is in their list.
fn listed(document: &SharedDocument, guest: &str) -> Option<Listed> {
    let name = document.guests.get(guest)?.name.clone()?;
    let right = document.right_of(guest)?;
    Some(Listed { owner: document.owner.clone(), path: document.path.clone(), name, right })
}

/// Puts a document into the list of a guest, under the first of `a.x`, `a-1.x`, `a-2.x` ... that no other
/// document of the same owner has there. It keeps the name that it has.
fn list(documents: &Documents, document: &mut SharedDocument, guest: &str) -> Result<()> {
    let taken: Vec<String> = documents
        .values()
        .filter(|one| one.owner == document.owner)
        .filter_map(|one| listed(one, guest))
        .map(|listed| listed.name)
        .collect();
    let own = DrivePath::parse(&document.path)?;
    let (stem, extension) = split_extension(own.name());
    let numbered = |number: usize| if number == 0 { own.name().into() } else { format!("{stem}-{number}{extension}") };
    let free = (0..=taken.len()).map(numbered).find(|name| !taken.contains(name));
    if let Some(guest) = document.guests.get_mut(guest)
        && guest.name.is_none()
    {
        guest.name = free;
    }
    Ok(())
}
