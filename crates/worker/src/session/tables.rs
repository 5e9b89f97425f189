//! What a session made, by its handles.

use std::collections::HashMap;
use std::sync::Arc;

use ifrt_proxy::{Code, Error, Result};

use crate::array::Array;
use crate::pending::Pending;
use crate::program::Program;

/// Handles from here on are the server's; smaller ones are the client's.
const FIRST_SERVER_HANDLE: u64 = 1 << 48;
/// Arrays, futures and executables that a session may have.
const MAX_HANDLES: usize = 1 << 20;

/// The arrays, executables and futures of a session.
#[derive(Default)]
pub struct Tables {
    /// Arrays, or the error of the request that should have made them.
    arrays: HashMap<u64, Result<Arc<Array>>>,
    programs: HashMap<u64, Arc<Program>>,
    futures: HashMap<u64, Pending>,
    made: u64,
}

impl Tables {
    fn next_handle(&mut self) -> u64 {
        self.made += 1;
        FIRST_SERVER_HANDLE + self.made
    }

    fn check_room(&self) -> Result<()> {
        if self.arrays.len() + self.programs.len() + self.futures.len() < MAX_HANDLES {
            return Ok(());
        }
        let text = format!("the session has {MAX_HANDLES} arrays and executables: delete some first");
        Err(Error::new(Code::ResourceExhausted, text))
    }

    /// Checks the names that a client gave to the results of a request, or chooses names if it gave none.
    fn names(&mut self, given: &[u64], count: usize) -> Result<Vec<u64>> {
        self.check_room()?;
        if given.is_empty() {
            return Ok((0..count).map(|_| self.next_handle()).collect());
        }
        if given.len() != count {
            return Err(Error::invalid(format!("the request names {} results, but has {count}", given.len())));
        }
        for (index, handle) in given.iter().enumerate() {
            let is_used = self.arrays.contains_key(handle) || given[..index].contains(handle);
            if *handle == 0 || *handle >= FIRST_SERVER_HANDLE || is_used {
                return Err(Error::invalid(format!("{handle} cannot be the name of a new array, or is one already")));
            }
        }
        Ok(given.to_vec())
    }

    /// Stores arrays under the names that the client gave, or under new ones if it gave none.
    ///
    /// # Errors
    /// A name is in use, their number is not that of the arrays, or the session has too many.
    pub fn insert_arrays(&mut self, given: &[u64], arrays: Vec<Array>) -> Result<Vec<u64>> {
        let names = self.names(given, arrays.len())?;
        self.arrays.extend(names.iter().copied().zip(arrays.into_iter().map(|array| Ok(Arc::new(array)))));
        Ok(names)
    }

    /// As [`Tables::insert_arrays`], for one array; 0 stands for no name.
    pub fn insert_array(&mut self, given: u64, array: Array) -> Result<u64> {
        let given = [given];
        let names = self.insert_arrays(if given[0] == 0 { &[] } else { &given }, vec![array])?;
        Ok(names[0])
    }

    /// Leaves the error of a request under the names of its results.
    pub fn poison(&mut self, results: &[u64], status: u64, error: &Error) {
        for handle in results.iter().filter(|handle| **handle < FIRST_SERVER_HANDLE) {
            if self.check_room().is_ok() {
                self.arrays.entry(*handle).or_insert_with(|| Err(error.clone()));
            }
        }
        if status != 0 && self.check_room().is_ok() {
            self.futures.entry(status).or_insert_with(|| Pending::Ready(Err(error.clone())));
        }
    }

    /// The array with this name.
    ///
    /// # Errors
    /// There is none, or the request that should have made it failed.
    pub fn array(&self, handle: u64) -> Result<Arc<Array>> {
        let found = self.arrays.get(&handle).cloned();
        found.unwrap_or_else(|| Err(Error::new(Code::NotFound, format!("the session has no array {handle}"))))
    }

    /// The arrays with these names.
    ///
    /// # Errors
    /// As [`Tables::array`], for the first that has one.
    pub fn arrays(&self, handles: &[u64]) -> Result<Vec<Arc<Array>>> {
        handles.iter().map(|handle| self.array(*handle)).collect()
    }

    /// Takes arrays out. Names without an array are returned.
    pub fn remove_arrays(&mut self, handles: &[u64]) -> (Vec<Arc<Array>>, Vec<u64>) {
        let (mut removed, mut unknown) = (Vec::new(), Vec::new());
        for handle in handles {
            match self.arrays.remove(handle) {
                Some(array) => removed.extend(array),
                None => unknown.push(*handle),
            }
        }
        (removed, unknown)
    }

    /// Stores an executable.
    ///
    /// # Errors
    /// The session has too many.
    pub fn insert_program(&mut self, program: Arc<Program>) -> Result<u64> {
        self.check_room()?;
        let handle = self.next_handle();
        self.programs.insert(handle, program);
        Ok(handle)
    }

    /// The executable with this name.
    ///
    /// # Errors
    /// There is none.
    pub fn program(&self, handle: u64) -> Result<Arc<Program>> {
        self.programs.get(&handle).cloned().ok_or_else(|| no_program(handle))
    }

    /// Takes an executable out.
    ///
    /// # Errors
    /// There is none.
    pub fn remove_program(&mut self, handle: u64) -> Result<Arc<Program>> {
        self.programs.remove(&handle).ok_or_else(|| no_program(handle))
    }

    /// Stores a future, under the name that the client gave, or under a new one for 0.
    ///
    /// # Errors
    /// The name is in use, or the session has too many.
    pub fn insert_future(&mut self, given: u64, future: Pending) -> Result<u64> {
        self.check_room()?;
        let handle = if given == 0 { self.next_handle() } else { given };
        if self.futures.contains_key(&handle) {
            return Err(Error::invalid(format!("{handle} is the name of a future already")));
        }
        self.futures.insert(handle, future);
        Ok(handle)
    }

    /// Takes a future out: it can be asked for once.
    ///
    /// # Errors
    /// There is none.
    pub fn take_future(&mut self, handle: u64) -> Result<Pending> {
        let missing = || Error::new(Code::NotFound, format!("the session has no future {handle}"));
        self.futures.remove(&handle).ok_or_else(missing)
    }
}

fn no_program(handle: u64) -> Error {
    Error::new(Code::NotFound, format!("the session has no executable {handle}"))
}
