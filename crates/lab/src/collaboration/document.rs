//! The shared document of a room: a notebook or a text, in the schema of jupyter_ydoc.

use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::Value;
use yrs::updates::decoder::Decode;
use yrs::updates::encoder::Encode;
use yrs::{
    ClientID, Doc, GetString, Map, MapRef, OffsetKind, Options, ReadTxn, StateVector, TextRef, Transact, Transaction,
    TransactionMut, Update,
};

use super::notebook::{Notebook, set_text};
use super::update_check::{MAX_TYPES, check_update, is_state_vector};
use super::values::{is_sound, to_any};
use crate::error::{Error, Result};

/// Who writes what is read from a file. All servers that read the same file write the same history, so that
/// pages with an older connection do not get the content a second time.
const FILE_CLIENT: u64 = 0;

/// What a document is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DocumentKind {
    /// Cells.
    Notebook,
    /// A text.
    Text,
}

/// A shared document.
#[derive(Debug)]
pub struct Document {
    doc: Doc,
    state: MapRef,
    body: Body,
    /// Shared types of updates that wait for others.
    waiting_types: usize,
    /// True if no update may say that outputs are trusted.
    is_guarded: bool,
}

/// What an update did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Applied {
    /// What it changed, as an update for the others; none for nothing.
    pub change: Option<Vec<u8>>,
    /// True if a part of it belongs to what is no longer there.
    pub is_conflict: bool,
    /// True if a part of it waits for another update.
    pub is_waiting: bool,
    /// True if marks of trust were taken out of it: whoever sent it has to hear of that.
    pub is_corrected: bool,
}

#[derive(Clone, Debug)]
enum Body {
    Notebook(Notebook),
    Text(TextRef),
}

impl Document {
    /// An empty document.
    pub fn new(kind: DocumentKind) -> Document {
        Document::with(kind, Options::default())
    }

    fn with(kind: DocumentKind, options: Options) -> Document {
        let doc = Doc::with_options(Options { offset_kind: OffsetKind::Utf16, ..options });
        // All roots have their types before anything comes.
        let notebook = Notebook { meta: doc.get_or_insert_map("meta"), cells: doc.get_or_insert_array("cells") };
        let (text, state) = (doc.get_or_insert_text("source"), doc.get_or_insert_map("state"));
        let body = match kind {
            DocumentKind::Notebook => Body::Notebook(notebook),
            DocumentKind::Text => Body::Text(text),
        };
        Document { doc, state, body, waiting_types: 0, is_guarded: false }
    }

    /// What it is.
    pub fn kind(&self) -> DocumentKind {
        match self.body {
            Body::Notebook(_) => DocumentKind::Notebook,
            Body::Text(_) => DocumentKind::Text,
        }
    }

    /// The content: a notebook, or a text.
    ///
    /// # Errors
    /// The document is broken.
    pub fn content(&self) -> Result<Value> {
        self.read(Notebook::content)
    }

    /// The same with the ids of cells, which files of older formats do not have.
    ///
    /// # Errors
    /// The document is broken.
    pub fn content_with_ids(&self) -> Result<Value> {
        self.read(Notebook::content_with_ids)
    }

    fn read(&self, notebook_content: fn(&Notebook, &Transaction<'_>) -> Value) -> Result<Value> {
        guarded(|| {
            let txn = self.doc.transact();
            Ok(match &self.body {
                Body::Notebook(notebook) => notebook_content(notebook, &txn),
                Body::Text(text) => text.get_string(&txn).into(),
            })
        })
    }

    /// Reads the content of a file into an empty document.
    ///
    /// # Errors
    /// The document is broken.
    pub fn load(&mut self, content: &Value) -> Result<()> {
        let source = Document::with(self.kind(), Options::with_client_id(ClientID::new(FILE_CLIENT)));
        let update = source.set(content)?;
        self.integrate(&update).map(|_| ())
    }

    /// Changes the content into another one; returns the change.
    ///
    /// # Errors
    /// The document is broken.
    pub fn set(&self, content: &Value) -> Result<Vec<u8>> {
        self.change(|body, txn| body.set(txn, content))
    }

    /// Makes the ids of cells unique; returns the change, if one was needed.
    ///
    /// # Errors
    /// The document is broken.
    pub fn separate(&self) -> Result<Option<Vec<u8>>> {
        let mut has_changed = false;
        let update = self.change(|body, txn| {
            if let Body::Notebook(notebook) = body {
                has_changed = notebook.separate(txn);
            }
        })?;
        Ok(has_changed.then_some(update))
    }

    /// Sets fields of the document's state, such as its path; returns the change.
    ///
    /// # Errors
    /// The document is broken.
    pub fn set_state(&self, fields: &[(&str, Value)]) -> Result<Vec<u8>> {
        self.change(|_, txn| {
            for (name, value) in fields {
                // Pages take notice of a field that is written again, too.
                self.state.insert(txn, *name, to_any(value));
            }
        })
    }

    /// From now on no outputs are marked as trusted, whatever updates say: people edit the document who do
    /// not trust each other. Returns the change, if there was a mark.
    ///
    /// # Errors
    /// The document is broken.
    pub fn guard(&mut self) -> Result<Option<Vec<u8>>> {
        self.is_guarded = true;
        let mut has_changed = false;
        let update = self.change(|body, txn| has_changed = body.distrust(txn))?;
        Ok(has_changed.then_some(update))
    }

    /// Applies an update that a client sent.
    ///
    /// # Errors
    /// 400: it is malformed. 500: the document is broken.
    pub fn apply(&mut self, update: &[u8]) -> Result<Applied> {
        let types = check_update(update).ok_or_else(|| Error::invalid("a malformed update"))?;
        // Updates that wait for another one are applied together with it.
        self.waiting_types += types;
        if self.waiting_types > MAX_TYPES {
            return Err(Error::invalid("too many updates that wait for another one"));
        }
        let applied = self.integrate(update)?;
        if !applied.is_waiting {
            self.waiting_types = 0;
        }
        if types > 0 {
            self.check()?;
        }
        Ok(applied)
    }

    /// Checks that the document holds only what its schema can: anything else must not be read.
    ///
    /// # Errors
    /// 500: the document is broken.
    pub fn check(&self) -> Result<()> {
        let is_whole = guarded(|| {
            let txn = self.doc.transact();
            Ok(txn.root_refs().all(|(_, root)| is_sound(&root, &txn)))
        })?;
        match is_whole {
            true => Ok(()),
            false => Err(Error::internal("a client put into the shared document what is no part of a notebook")),
        }
    }

    /// Applies an update of the server's own.
    ///
    /// # Errors
    /// As [`Document::apply`].
    pub fn integrate(&self, update: &[u8]) -> Result<Applied> {
        guarded(|| {
            let update = Update::decode_v1(update).map_err(|e| Error::invalid(format!("a malformed update: {e}")))?;
            let mut txn = self.doc.transact_mut();
            let is_conflict = txn.apply_update(update).is_err();
            // In the same transaction: no client sees a mark before it is gone.
            let is_corrected = self.is_guarded && self.body.distrust(&mut txn);
            let change = txn.has_changes().then(|| txn.encode_update_v1());
            Ok(Applied { change, is_conflict, is_waiting: txn.has_missing_updates(), is_corrected })
        })
    }

    /// What a client with this state vector lacks.
    ///
    /// # Errors
    /// 400: it is malformed. 500: the document is broken.
    pub fn difference(&self, state_vector: &[u8]) -> Result<Vec<u8>> {
        let known = Some(state_vector).filter(|vector| is_state_vector(vector));
        let known = known.and_then(|vector| StateVector::decode_v1(vector).ok());
        let known = known.ok_or_else(|| Error::invalid("a malformed state vector"))?;
        guarded(|| Ok(self.doc.transact().encode_state_as_update_v1(&known)))
    }

    /// The whole document as an update.
    ///
    /// # Errors
    /// The document is broken.
    pub fn encode(&self) -> Result<Vec<u8>> {
        guarded(|| Ok(self.doc.transact().encode_state_as_update_v1(&StateVector::default())))
    }

    /// The state vector.
    ///
    /// # Errors
    /// The document is broken.
    pub fn state_vector(&self) -> Result<Vec<u8>> {
        guarded(|| Ok(self.doc.transact().state_vector().encode_v1()))
    }

    fn change(&self, change: impl FnOnce(&Body, &mut TransactionMut)) -> Result<Vec<u8>> {
        guarded(|| {
            let mut txn = self.doc.transact_mut();
            change(&self.body, &mut txn);
            Ok(txn.encode_update_v1())
        })
    }
}

impl Body {
    fn set(&self, txn: &mut TransactionMut, content: &Value) {
        match self {
            Body::Notebook(notebook) => notebook.set(txn, content),
            Body::Text(text) => set_text(text, txn, content.as_str().unwrap_or_default()),
        }
    }

    /// Takes marks of trust out; true if there was one.
    fn distrust(&self, txn: &mut TransactionMut) -> bool {
        match self {
            Body::Notebook(notebook) => notebook.distrust(txn),
            Body::Text(_) => false,
        }
    }
}

/// Runs something with the document. A panic of the library is an error, after which the document is not used
/// again.
fn guarded<T>(run: impl FnOnce() -> Result<T>) -> Result<T> {
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| Err(Error::internal("the shared document is broken")))
}
