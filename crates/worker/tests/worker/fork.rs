//! A fork of a process that uses a worker: it has no thread of the session, so every use is an error there, and
//! none waits forever.

use std::ffi::c_int;
use std::io::Read;
use std::os::fd::OwnedFd;
use std::time::Duration;

use crate::common::Worker;
use crate::training::remote;

unsafe extern "C" {
    fn fork() -> c_int;
    fn _exit(status: c_int) -> !;
    fn waitpid(process: c_int, status: *mut c_int, options: c_int) -> c_int;
    fn kill(process: c_int, signal: c_int) -> c_int;
}

const WNOHANG: c_int = 1;
const SIGKILL: c_int = 9;

/// Runs a function in a fork, which ends with its result, and returns that; none if it does not end in time.
fn in_fork(function: impl FnOnce() -> c_int) -> Option<c_int> {
    // SAFETY: the child does nothing but what the function does, and ends at once: no destructor of the parent's
    // objects runs in it. The parent waits for this child alone.
    unsafe {
        let child = fork();
        assert!(child >= 0, "no fork");
        if child == 0 {
            _exit(function());
        }
        let mut status = 0;
        for _ in 0..600 {
            if waitpid(child, &raw mut status, WNOHANG) == child {
                return (status & 0x7f == 0).then_some((status >> 8) & 0xff);
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        kill(child, SIGKILL);
        waitpid(child, &raw mut status, 0);
        None
    }
}

#[test]
fn in_a_fork_every_use_is_an_error_and_the_parent_goes_on() {
    let worker = Worker::start(&[]);
    let client = remote(&worker.target, &[]).unwrap();
    let put = || client.buffer_from_host(&[1, 2, 3], pjrt::ElementType::U8, &[3], &client.devices()[7]);
    let x = put().unwrap();
    let (mut said, says) = std::io::pipe().unwrap();
    let writer = OwnedFd::from(says);
    let ended = in_fork(|| {
        use std::io::Write;
        let mut errors = Vec::new();
        errors.extend(x.to_vec().err());
        errors.extend(put().err());
        errors.extend(x.ready().and_then(|event| event.wait()).err());
        errors.extend(client.compile("func.func @main() { return }", &pjrt::CompileOptions::default()).err());
        let mut out = std::fs::File::from(writer.try_clone().unwrap());
        let all = errors.iter().all(|error| error.kind() == pjrt::ErrorKind::FailedPrecondition);
        let _ = write!(out, "{errors:?}");
        errors.len() as c_int + if all { 100 } else { 0 }
    });
    drop(writer);
    let mut text = String::new();
    said.read_to_string(&mut text).unwrap();
    assert_eq!(ended, Some(104), "{text}");
    assert!(text.matches("forked").count() >= 4, "{text}");
    // The fork has not ended the parent's session.
    assert_eq!(x.to_vec().unwrap(), [1, 2, 3]);
    assert_eq!(put().unwrap().to_vec().unwrap(), [1, 2, 3]);
}
