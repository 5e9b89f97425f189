//! Comments: threads about a document or one of its cells. Texts are plain; pages show them as they are.

use serde::{Deserialize, Serialize};

use crate::clock::rfc3339;
use crate::error::{Error, Result};
use crate::random;

/// Comments on a document.
const MAX_COMMENTS: usize = 200;
/// Characters of a comment.
const MAX_CHARS: usize = 2000;
/// Bytes of the id of a cell, as the format of notebooks has it.
const MAX_CELL_BYTES: usize = 64;

/// All threads about a document, the oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Comments(Vec<Thread>);

/// A comment and the answers to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thread {
    /// Its number.
    pub id: String,
    /// The id of the cell that it is about; none for the document.
    pub cell: Option<String>,
    /// True if somebody said that it is done.
    pub resolved: bool,
    /// What was said, the oldest first; never empty.
    pub comments: Vec<Comment>,
}

/// What somebody said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Comment {
    /// Its number.
    pub id: String,
    /// The account.
    pub author: String,
    /// When, as RFC 3339 has it.
    pub time: String,
    /// The text.
    pub text: String,
}

impl Comments {
    /// True if nothing was said.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Begins a thread about a cell, or about the document; returns its number.
    ///
    /// # Errors
    /// 400: the text is empty or too long, or the cell has no such id. 409: there are too many comments.
    pub fn begin(&mut self, author: &str, cell: Option<&str>, text: &str) -> Result<String> {
        if cell.is_some_and(|id| id.is_empty() || id.len() > MAX_CELL_BYTES || id.chars().any(char::is_control)) {
            return Err(Error::invalid(format!("the id of a cell has 1 to {MAX_CELL_BYTES} bytes")));
        }
        let comment = self.comment(author, text)?;
        let id = random::uuid()?;
        let cell = cell.map(String::from);
        self.0.push(Thread { id: id.clone(), cell, resolved: false, comments: vec![comment] });
        Ok(id)
    }

    /// Answers in a thread, which is open again.
    ///
    /// # Errors
    /// 404: there is no such thread. Others as [`Comments::begin`].
    pub fn reply(&mut self, author: &str, thread: &str, text: &str) -> Result<()> {
        let comment = self.comment(author, text)?;
        let thread = self.thread(thread)?;
        thread.comments.push(comment);
        thread.resolved = false;
        Ok(())
    }

    /// Says that a thread is done, or that it is not.
    ///
    /// # Errors
    /// 404: there is no such thread.
    pub fn resolve(&mut self, thread: &str, resolved: bool) -> Result<()> {
        self.thread(thread)?.resolved = resolved;
        Ok(())
    }

    /// Deletes a comment, and its thread if that has no other: of `author`, or of anybody without one.
    ///
    /// # Errors
    /// 404: there is no such comment. 403: it is another's.
    pub fn delete(&mut self, author: Option<&str>, thread: &str, comment: &str) -> Result<()> {
        let comments = &mut self.thread(thread)?.comments;
        let at = comments.iter().position(|one| one.id == comment);
        let at = at.ok_or_else(|| Error::not_found("this comment is not there any more"))?;
        if author.is_some_and(|author| author != comments[at].author) {
            return Err(Error::forbidden("this comment is another's: its author and the document's owner delete it"));
        }
        comments.remove(at);
        self.0.retain(|thread| !thread.comments.is_empty());
        Ok(())
    }

    fn thread(&mut self, id: &str) -> Result<&mut Thread> {
        let found = self.0.iter_mut().find(|thread| thread.id == id);
        found.ok_or_else(|| Error::not_found("this thread is not there any more"))
    }

    fn comment(&self, author: &str, text: &str) -> Result<Comment> {
        let text = text.trim();
        if text.is_empty() || text.chars().count() > MAX_CHARS {
            return Err(Error::invalid(format!("a comment has 1 to {MAX_CHARS} characters")));
        }
        if self.0.iter().map(|thread| thread.comments.len()).sum::<usize>() >= MAX_COMMENTS {
            return Err(Error::conflict(format!("a document has at most {MAX_COMMENTS} comments: delete some")));
        }
        let time = rfc3339(std::time::SystemTime::now());
        Ok(Comment { id: random::uuid()?, author: author.into(), time, text: text.into() })
    }
}
