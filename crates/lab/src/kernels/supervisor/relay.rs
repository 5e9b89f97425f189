//! The way from a server on another host to a supervisor: a process in the supervisor's container that joins
//! its standard streams to the supervisor's socket.

use std::io::{self, Read, Write};
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::time::{Duration, Instant};

/// How long a supervisor may take to make its socket.
const START_TIME: Duration = Duration::from_secs(10);

/// Joins the standard streams to a socket until either end is gone.
///
/// # Errors
/// There is no supervisor.
pub fn run(socket: &Path) -> io::Result<()> {
    let start = Instant::now();
    let stream = loop {
        match UnixStream::connect(socket) {
            Err(_) if start.elapsed() < START_TIME => std::thread::sleep(Duration::from_millis(20)),
            connected => break connected?,
        }
    };
    let from_server = stream.try_clone()?;
    std::thread::Builder::new().name("input".into()).spawn(move || {
        // An error is an end, too.
        let _ = carry(&mut io::stdin(), &mut &from_server);
        let _ = from_server.shutdown(Shutdown::Both);
    })?;
    carry(&mut &stream, &mut io::stdout())
}

/// Passes on at once what comes.
fn carry(reader: &mut impl Read, writer: &mut impl Write) -> io::Result<()> {
    let mut bytes = vec![0; 64 << 10];
    loop {
        match reader.read(&mut bytes)? {
            0 => return Ok(()),
            count => writer.write_all(&bytes[..count]).and_then(|()| writer.flush())?,
        }
    }
}
