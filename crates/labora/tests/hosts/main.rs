//! Trainings of several processes that MPI's launcher starts.

mod command;
mod launch;
mod library;
mod store;
