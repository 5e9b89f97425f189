//! A document that its owner shares, or about which something was said.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::comments::Comments;
use super::right::ShareRight;
use crate::access::Token;
use crate::drive::DrivePath;
use crate::error::{Error, Result};

/// People who have a document.
const MAX_GUESTS: usize = 500;

/// A document that others have, or that has comments.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SharedDocument {
    /// The account whose drive it is in.
    pub owner: String,
    /// Its path there.
    pub path: String,
    /// Who has it, by the names of accounts.
    #[serde(default)]
    pub guests: BTreeMap<String, Guest>,
    /// The link, once it was shared.
    #[serde(default)]
    pub link: Option<Link>,
    /// What was said about it.
    #[serde(default)]
    pub comments: Comments,
}

/// Somebody who has a document of another.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Guest {
    /// The right that the owner gave this person.
    pub right: Option<ShareRight>,
    /// True for who opened the link, and has its right, too.
    pub by_link: bool,
    /// The document's name in the person's list; none if it is not in the list.
    pub name: Option<String>,
}

/// The link to a document.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Link {
    /// What the address has that nobody can guess.
    pub secret: Token,
    /// The right of everybody who opens it; without one it is for those alone whom the owner named.
    pub right: Option<ShareRight>,
}

impl SharedDocument {
    /// A document that nobody else has.
    pub fn new(owner: &str, path: &DrivePath) -> SharedDocument {
        SharedDocument {
            owner: owner.into(),
            path: path.as_str().into(),
            guests: BTreeMap::new(),
            link: None,
            comments: Comments::default(),
        }
    }

    /// What somebody may do who is not the owner; none for who does not have it.
    pub fn right_of(&self, name: &str) -> Option<ShareRight> {
        let guest = self.guests.get(name)?;
        let of_link = self.link.as_ref().filter(|_| guest.by_link).and_then(|link| link.right);
        guest.right.max(of_link)
    }

    /// The rights that the owner gave by name.
    pub fn people(&self) -> BTreeMap<&str, ShareRight> {
        self.guests.iter().filter_map(|(name, guest)| Some((name.as_str(), guest.right?))).collect()
    }

    /// ShareTable the document with these people, and by its link with this right.
    ///
    /// # Errors
    /// Too many people have it, or the system has no random numbers.
    pub fn share(&mut self, people: &BTreeMap<String, ShareRight>, link: Option<ShareRight>) -> Result<()> {
        for (name, guest) in &mut self.guests {
            guest.right = people.get(name).copied();
        }
        for (name, right) in people {
            self.guests.entry(name.clone()).or_default().right = Some(*right);
        }
        match &mut self.link {
            Some(known) => known.right = link,
            None => self.link = Some(Link { secret: Token::random()?, right: link }),
        }
        self.forget_strangers();
        match self.guests.len() <= MAX_GUESTS {
            true => Ok(()),
            false => Err(Error::conflict(format!("at most {MAX_GUESTS} people have a document"))),
        }
    }

    /// Makes another link. Who has the document by the old one has it no more.
    ///
    /// # Errors
    /// The system has no random numbers.
    pub fn renew_link(&mut self) -> Result<()> {
        if let Some(link) = &mut self.link {
            link.secret = Token::random()?;
        }
        self.guests.values_mut().for_each(|guest| guest.by_link = false);
        self.forget_strangers();
        Ok(())
    }

    /// ShareTable the document with nobody any more.
    pub fn withdraw(&mut self) {
        self.guests.clear();
        self.link = None;
    }

    /// Somebody opens the link.
    ///
    /// # Errors
    /// 403: it is for those alone whom the owner named. 409: too many people have the document.
    pub fn enter(&mut self, name: &str) -> Result<ShareRight> {
        let is_for_all = self.link.as_ref().is_some_and(|link| link.right.is_some());
        if self.guests.len() == MAX_GUESTS && !self.guests.contains_key(name) {
            return Err(Error::conflict(format!("{MAX_GUESTS} people have this document, which is all that can")));
        }
        if is_for_all {
            self.guests.entry(name.into()).or_default().by_link = true;
        }
        let refused = || Error::forbidden("this document is shared with others: ask its owner to add your name");
        self.right_of(name).ok_or_else(refused)
    }

    /// Somebody takes the document off their list. The link leads to it again.
    pub fn leave(&mut self, name: &str) {
        if let Some(guest) = self.guests.get_mut(name) {
            guest.name = None;
            guest.by_link = false;
        }
        self.forget_strangers();
    }

    /// True if nobody else has it and nothing was said about it.
    pub fn is_plain(&self) -> bool {
        self.guests.is_empty() && self.link.is_none() && self.comments.is_empty()
    }

    /// Forgets those who have no right any more.
    pub fn forget_strangers(&mut self) {
        let strangers: Vec<String> = self.guests.keys().filter(|name| self.right_of(name).is_none()).cloned().collect();
        for name in strangers {
            self.guests.remove(&name);
        }
    }
}
