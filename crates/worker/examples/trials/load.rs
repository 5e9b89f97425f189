//! Many clients at once. Each sends data of its own, lets programs run on it, and compares every number that comes back.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Barrier};
use std::thread;
use std::time::Duration;

use remote::{Client, CompileOptions, ConnectOptions, DType, Error, Shape, Sharding};

/// Runs of the program on each piece of data.
const RUNS: u64 = 8;
/// Pieces of data of one session; then the client connects anew.
const PIECES: u64 = 100;
/// Elements of a piece.
const ELEMENTS: usize = 1024;

/// What a client did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Done {
    /// Pieces of data that came back right.
    pub pieces: u64,
    /// Sessions.
    pub sessions: u64,
}

/// Runs `clients` clients for a time; calls `meanwhile` when a tenth of it is over.
///
/// # Errors
/// A client lost its connection, or got other numbers than it should.
pub fn run(target: &str, clients: usize, time: Duration, meanwhile: impl FnOnce()) -> Result<Vec<Done>, String> {
    let (is_over, start) = (Arc::new(AtomicBool::new(false)), Arc::new(Barrier::new(clients + 1)));
    let threads: Vec<_> = (0..clients)
        .map(|number| {
            let (target, is_over, start) = (target.to_string(), is_over.clone(), start.clone());
            thread::spawn(move || {
                client(&target, number, &is_over, &start).map_err(|e| format!("client {number}: {e}"))
            })
        })
        .collect();
    start.wait();
    thread::sleep(time / 10);
    meanwhile();
    thread::sleep(time - time / 10);
    is_over.store(true, Ordering::Relaxed);
    threads.into_iter().map(|thread| thread.join().map_err(|_| "a client panicked".to_string())?).collect()
}

fn client(target: &str, number: usize, is_over: &AtomicBool, start: &Barrier) -> Result<Done, Error> {
    let mut done = Done::default();
    // A client that cannot connect must not leave the others waiting.
    let first = Client::connect(&target.parse()?, ConnectOptions::default());
    start.wait();
    let mut session = first?;
    loop {
        done.sessions += 1;
        session_of(&session, number, is_over, &mut done)?;
        if is_over.load(Ordering::Relaxed) {
            return Ok(done);
        }
        drop(session);
        session = Client::connect(&target.parse()?, ConnectOptions::default())?;
    }
}

/// Sends pieces of data until the session has had its share, or the time is over.
fn session_of(client: &Client, number: usize, is_over: &AtomicBool, done: &mut Done) -> Result<(), Error> {
    let device = client.devices()[number % client.devices().len()].id;
    let program = format!(
        "func.func @main(%x: tensor<{ELEMENTS}xf32>) -> tensor<{ELEMENTS}xf32> {{
           %c = stablehlo.constant dense<{number}.0> : tensor<{ELEMENTS}xf32>
           %y = stablehlo.add %x, %c : tensor<{ELEMENTS}xf32>
           return %y : tensor<{ELEMENTS}xf32>
         }}"
    );
    let assignment = remote::DeviceAssignment::new(1, 1, vec![device])?;
    let options = CompileOptions { device_assignment: Some(assignment), ..CompileOptions::default() };
    let program = client.compile(&program, &options)?;
    let (shape, sharding) = (Shape::new(vec![ELEMENTS])?, Sharding::single_device(device));
    for piece in 0..PIECES {
        if is_over.load(Ordering::Relaxed) {
            break;
        }
        let value = |i: usize| (i as u64 + piece) as f32;
        let bytes: Vec<u8> = (0..ELEMENTS).flat_map(|i| value(i).to_le_bytes()).collect();
        let mut x = client.put(&bytes, DType::F32, &shape, &sharding)?;
        for _ in 0..RUNS {
            x = program.execute(&[&x])?.pop().ok_or_else(|| Error::internal("the program has a result"))?;
        }
        // Small integers: the sums are exact.
        let expected = |i: usize| value(i) + (RUNS * number as u64) as f32;
        let expected: Vec<u8> = (0..ELEMENTS).flat_map(|i| expected(i).to_le_bytes()).collect();
        if x.to_host()? != expected {
            return Err(Error::internal(format!("piece {piece} came back with other numbers")));
        }
        done.pieces += 1;
    }
    Ok(())
}

/// The most that a client did above the least, as a share of the least.
pub fn unfairness(done: &[Done]) -> f64 {
    let pieces = || done.iter().map(|done| done.pieces);
    let (least, most) = (pieces().min().unwrap_or(0), pieces().max().unwrap_or(0));
    most as f64 / (least as f64).max(f64::MIN_POSITIVE) - 1.0
}
