//! Downloads one file: with a progress bar, resumed after an interruption, verified by SHA-256, renamed to
//! its final name only when complete.

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::error::DataError;
use crate::files::sha256;

/// The number of consecutive attempts without a new byte after which the download fails.
const MAX_FRUITLESS_ATTEMPTS: usize = 3;

/// The timeout of resolving the server's name, and that of connecting to it.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// The timeout of waiting for the next bytes from the server.
const IDLE_TIMEOUT: Duration = Duration::from_secs(30);

/// A file to download.
pub(crate) struct Request<'a> {
    pub url: &'a str,
    pub target: &'a Path,
    /// The expected SHA-256 in hexadecimal; empty if unknown.
    pub sha256: &'a str,
    pub progress: bool,
    /// The timeout of waiting for the next bytes.
    pub idle: Duration,
}

impl<'a> Request<'a> {
    /// A request with the default timeout.
    pub fn new(url: &'a str, target: &'a Path, sha256: &'a str, progress: bool) -> Self {
        Self { url, target, sha256, progress, idle: IDLE_TIMEOUT }
    }
}

/// Downloads a file unless the target exists already. Until it is complete it is stored beside the target
/// with the extension `.part`, locked against a second download; a later call resumes an interrupted one.
pub(crate) fn fetch(request: &Request<'_>) -> Result<(), DataError> {
    if let Some(folder) = request.target.parent() {
        fs::create_dir_all(folder).map_err(DataError::io("create", folder))?;
    }
    let path = part_path(request.target);
    let mut part = Part::open(&path)?;
    if request.target.is_file() && is_official(request, request.target)? {
        return fs::remove_file(&path).map_err(DataError::io("remove", &path));
    }
    let bar = progress_bar(request);
    let result = download(request, &mut part, &bar);
    bar.finish_and_clear();
    let nothing_gained = part.length()? == 0;
    drop(part);
    if result.is_err() && nothing_gained {
        // A failure is ignored: an empty file does no harm, and the download's own error matters more.
        fs::remove_file(&path).ok();
    }
    result?;
    fs::rename(&path, request.target).map_err(DataError::io("write", request.target))
}

fn download(request: &Request<'_>, part: &mut Part, bar: &ProgressBar) -> Result<(), DataError> {
    let agent: ureq::Agent = ureq::Agent::config_builder()
        .timeout_resolve(Some(CONNECT_TIMEOUT))
        .timeout_connect(Some(CONNECT_TIMEOUT))
        .timeout_recv_response(Some(request.idle))
        .http_status_as_error(false)
        .user_agent(concat!("labora/", env!("CARGO_PKG_VERSION")))
        .build()
        .into();
    let mut fruitless = 0;
    let mut resumed = false;
    let mut was_reached = false;
    loop {
        let start = part.length()?;
        resumed |= start > 0;
        let outcome = attempt(&agent, request, part, start, bar)?;
        if let (Outcome::Unreached(reason), false) = (&outcome, was_reached) {
            return Err(DataError::Offline { url: request.url.into(), reason: reason.clone() });
        }
        was_reached = true;
        match outcome {
            Outcome::Whole => {
                if is_official(request, &part.path)? {
                    return Ok(());
                }
                // A resumed download may be composed of two versions of the file: restart it once.
                let found = sha256(&part.path)?;
                part.clear()?;
                if !resumed {
                    let (url, expected) = (request.url.to_string(), request.sha256.to_string());
                    return Err(DataError::Checksum { url, expected, found });
                }
                resumed = false;
            }
            Outcome::Broken(reason) | Outcome::Unreached(reason) => {
                let length = part.length()?;
                fruitless = if length > start { 0 } else { fruitless + 1 };
                if fruitless == MAX_FRUITLESS_ATTEMPTS {
                    let reason = format!("{reason} ({length} bytes are kept; the next call resumes there)");
                    return Err(DataError::Offline { url: request.url.into(), reason });
                }
            }
        }
    }
}

/// The outcome of one attempt.
enum Outcome {
    /// All bytes are there.
    Whole,
    /// The connection broke, or the server did not resume at the requested byte.
    Broken(String),
    /// The server did not answer.
    Unreached(String),
}

/// Sends one request for the bytes from `start` on.
fn attempt(
    agent: &ureq::Agent,
    request: &Request<'_>,
    part: &mut Part,
    start: u64,
    bar: &ProgressBar,
) -> Result<Outcome, DataError> {
    let mut get = agent.get(request.url);
    if start > 0 {
        get = get.header("Range", format!("bytes={start}-"));
    }
    let response = match get.call() {
        Ok(response) => response,
        Err(error) => return Ok(Outcome::Unreached(error.to_string())),
    };
    let header = |name: &str| response.headers().get(name).and_then(|v| v.to_str().ok()).map(str::to_string);
    let start = match response.status().as_u16() {
        // The server does not support ranges and sends the whole file.
        200 => 0,
        206 if header("content-range").is_some_and(|range| range.starts_with(&format!("bytes {start}-"))) => start,
        // Another range than requested, or an empty one: nothing can be appended. Restart unless the file is
        // complete.
        206 | 416 if start > 0 => {
            if is_official(request, &part.path)? {
                return Ok(Outcome::Whole);
            }
            part.clear()?;
            return Ok(Outcome::Broken("the server does not resume the file".into()));
        }
        status => return Err(DataError::Http { url: request.url.into(), status }),
    };
    let length = header("content-length").and_then(|v| v.parse::<u64>().ok());
    if let Some(length) = length {
        bar.set_length(start + length);
    }
    bar.set_position(start);
    part.truncate(start)?;
    let received = copy(response.into_body().into_reader(), part, bar, request.idle)?;
    Ok(match (received, length) {
        (Err(error), _) => Outcome::Broken(error.to_string()),
        (Ok(got), Some(length)) if got < length => {
            Outcome::Broken(format!("the connection closed after {got} of {length} bytes"))
        }
        _ => Outcome::Whole,
    })
}

/// Appends the body to the file; the inner error is the network's, the outer one the disk's.
fn copy(
    body: impl Read + Send + 'static,
    part: &mut Part,
    bar: &ProgressBar,
    idle: Duration,
) -> Result<std::io::Result<u64>, DataError> {
    let chunks = read_on_thread(body);
    let mut total = 0;
    loop {
        let chunk = match chunks.recv_timeout(idle) {
            Ok(Ok(chunk)) => chunk,
            Ok(Err(error)) => return Ok(Err(error)),
            Err(RecvTimeoutError::Disconnected) => return Ok(Ok(total)),
            Err(RecvTimeoutError::Timeout) => {
                let reason = format!("nothing came for {idle:?}");
                return Ok(Err(std::io::Error::new(std::io::ErrorKind::TimedOut, reason)));
            }
        };
        part.file.write_all(&chunk).map_err(DataError::io("write", &part.path))?;
        total += chunk.len() as u64;
        bar.inc(chunk.len() as u64);
    }
}

/// Reads the body on a thread, because a blocking read cannot be interrupted. The thread ends with the body,
/// or at its next chunk once the receiver is dropped.
fn read_on_thread(mut body: impl Read + Send + 'static) -> Receiver<std::io::Result<Vec<u8>>> {
    let (sender, receiver) = mpsc::sync_channel(4);
    thread::spawn(move || {
        loop {
            let mut buffer = vec![0; 1 << 16];
            let read = match body.read(&mut buffer) {
                Ok(0) => break,
                Ok(count) => {
                    buffer.truncate(count);
                    Ok(buffer)
                }
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                Err(error) => Err(error),
            };
            let failed = read.is_err();
            if sender.send(read).is_err() || failed {
                break;
            }
        }
    });
    receiver
}

/// The partial file.
struct Part {
    file: File,
    path: PathBuf,
}

impl Part {
    fn open(path: &Path) -> Result<Self, DataError> {
        let open = OpenOptions::new().read(true).append(true).create(true).open(path);
        let file = open.map_err(DataError::io("write", path))?;
        file.lock().map_err(DataError::io("lock", path))?;
        Ok(Self { file, path: path.into() })
    }

    fn length(&mut self) -> Result<u64, DataError> {
        self.file.seek(SeekFrom::End(0)).map_err(DataError::io("read", &self.path))
    }

    fn truncate(&mut self, length: u64) -> Result<(), DataError> {
        self.file.set_len(length).map_err(DataError::io("write", &self.path))
    }

    fn clear(&mut self) -> Result<(), DataError> {
        self.truncate(0)
    }
}

fn part_path(target: &Path) -> PathBuf {
    let mut name = target.file_name().unwrap_or_default().to_os_string();
    name.push(".part");
    target.with_file_name(name)
}

fn is_official(request: &Request<'_>, path: &Path) -> Result<bool, DataError> {
    Ok(request.sha256.is_empty() || sha256(path)? == request.sha256)
}

fn progress_bar(request: &Request<'_>) -> ProgressBar {
    if !request.progress {
        return ProgressBar::hidden();
    }
    // On standard error; indicatif draws only if it is a terminal.
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    let template = "Downloading {msg} [{bar:28}] {bytes}/{total_bytes} {bytes_per_sec} {eta}";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.progress_chars("=> "));
    }
    bar.with_message(request.url.rsplit('/').next().unwrap_or_default().to_string())
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader};
    use std::net::TcpListener;
    use std::thread::JoinHandle;

    use sha2::{Digest, Sha256};

    use super::*;

    /// A server that answers each connection with the next of the given answers and returns the requested
    /// ranges.
    fn serve(answers: Vec<Vec<u8>>) -> (String, JoinHandle<Vec<Option<String>>>) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/file.bin", listener.local_addr().unwrap());
        let handle = std::thread::spawn(move || {
            let answer_one = |answer: Vec<u8>| {
                let (mut stream, _) = listener.accept().unwrap();
                let lines = BufReader::new(stream.try_clone().unwrap()).lines().map_while(Result::ok);
                let head: Vec<String> = lines.take_while(|line| !line.is_empty()).collect();
                stream.write_all(&answer).unwrap();
                head.iter().find_map(|l| l.to_lowercase().strip_prefix("range: ").map(str::to_string))
            };
            answers.into_iter().map(answer_one).collect()
        });
        (url, handle)
    }

    fn answer(status: &str, headers: &str, length: usize, body: &[u8]) -> Vec<u8> {
        let head = format!("HTTP/1.1 {status}\r\nContent-Length: {length}\r\n{headers}Connection: close\r\n\r\n");
        [head.as_bytes(), body].concat()
    }

    fn sum(bytes: &[u8]) -> String {
        Sha256::digest(bytes).iter().map(|b| format!("{b:02x}")).collect()
    }

    fn content() -> Vec<u8> {
        (0..200_000u32).map(|i| (i * 7 % 251) as u8).collect()
    }

    struct Run {
        folder: tempfile::TempDir,
        result: Result<(), DataError>,
        ranges: Vec<Option<String>>,
    }

    /// Downloads from a server with these answers into a folder that has the partial file `part`.
    fn run(answers: Vec<Vec<u8>>, part: &[u8], sha256: &str) -> Run {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("sub").join("file.bin");
        if !part.is_empty() {
            fs::create_dir_all(target.parent().unwrap()).unwrap();
            fs::write(part_path(&target), part).unwrap();
        }
        let (url, server) = serve(answers);
        let result = fetch(&Request::new(&url, &target, sha256, false));
        let ranges = server.join().unwrap();
        Run { folder, result, ranges }
    }

    impl Run {
        fn file(&self) -> Option<Vec<u8>> {
            fs::read(self.folder.path().join("sub/file.bin")).ok()
        }

        fn part(&self) -> Option<Vec<u8>> {
            fs::read(self.folder.path().join("sub/file.bin.part")).ok()
        }
    }

    #[test]
    fn downloads_a_file() {
        let body = content();
        let run = run(vec![answer("200 OK", "", body.len(), &body)], b"", &sum(&body));
        run.result.as_ref().unwrap();
        assert_eq!((run.file(), run.part()), (Some(body), None));
        assert_eq!(run.ranges, [None]);
    }

    #[test]
    fn resumes_after_a_broken_connection() {
        let body = content();
        let half = 70_000;
        let range = format!("Content-Range: bytes {half}-{}/{}\r\n", body.len() - 1, body.len());
        let answers = vec![
            answer("200 OK", "", body.len(), &body[..half]),
            answer("206 Partial Content", &range, body.len() - half, &body[half..]),
        ];
        let run = run(answers, b"", &sum(&body));
        run.result.as_ref().unwrap();
        assert_eq!(run.file(), Some(body));
        assert_eq!(run.ranges, [None, Some("bytes=70000-".into())]);
    }

    #[test]
    fn resumes_the_part_of_an_earlier_call() {
        let body = content();
        let range = format!("Content-Range: bytes 5-{}/{}\r\n", body.len() - 1, body.len());
        let answers = vec![answer("206 Partial Content", &range, body.len() - 5, &body[5..])];
        let run = run(answers, &body[..5], &sum(&body));
        run.result.as_ref().unwrap();
        assert_eq!(run.file(), Some(body));
    }

    #[test]
    fn restarts_if_the_server_does_not_support_ranges() {
        let body = content();
        let run = run(vec![answer("200 OK", "", body.len(), &body)], b"stale", &sum(&body));
        run.result.as_ref().unwrap();
        assert_eq!(run.file(), Some(body));
    }

    #[test]
    fn restarts_if_the_part_is_of_another_file() {
        let body = content();
        let range = format!("Content-Range: bytes 5-{}/{}\r\n", body.len() - 1, body.len());
        let answers = vec![
            answer("206 Partial Content", &range, body.len() - 5, &body[5..]),
            answer("200 OK", "", body.len(), &body),
        ];
        let run = run(answers, b"stale", &sum(&body));
        run.result.as_ref().unwrap();
        assert_eq!(run.file(), Some(body));
    }

    #[test]
    fn a_complete_part_is_kept() {
        let body = content();
        let run = run(vec![answer("416 Range Not Satisfiable", "", 0, b"")], &body, &sum(&body));
        run.result.as_ref().unwrap();
        assert_eq!(run.file(), Some(body));
    }

    #[test]
    fn a_wrong_checksum_is_an_error_and_leaves_nothing() {
        let body = content();
        let run = run(vec![answer("200 OK", "", body.len(), &body)], b"", &sum(b"other"));
        let error = run.result.as_ref().unwrap_err();
        assert!(matches!(error, DataError::Checksum { .. }) && !error.is_unavailable(), "{error}");
        assert!(error.to_string().contains(&sum(&body)), "{error}");
        assert_eq!((run.file(), run.part()), (None, None));
    }

    #[test]
    fn a_missing_file_is_an_error() {
        let run = run(vec![answer("404 Not Found", "", 0, b"")], b"", "");
        let error = run.result.as_ref().unwrap_err();
        assert!(matches!(error, DataError::Http { status: 404, .. }) && error.is_unavailable(), "{error}");
        assert_eq!(run.file(), None);
    }

    #[test]
    fn fails_after_repeated_broken_connections_and_keeps_the_bytes() {
        let body = content();
        let range = format!("Content-Range: bytes 100-{}/{}\r\n", body.len() - 1, body.len());
        let broken = || answer("206 Partial Content", &range, body.len() - 100, b"");
        let answers = vec![answer("200 OK", "", body.len(), &body[..100]), broken(), broken(), broken()];
        let run = run(answers, b"", &sum(&body));
        let error = run.result.as_ref().unwrap_err();
        assert!(matches!(error, DataError::Offline { .. }), "{error}");
        assert!(error.to_string().contains("100 bytes are kept"), "{error}");
        assert_eq!(run.part().as_deref(), Some(&body[..100]));
    }

    #[test]
    fn fails_if_the_server_goes_away_and_keeps_the_bytes() {
        let body = content();
        // One truncated answer; then the server is gone.
        let run = run(vec![answer("200 OK", "", body.len(), &body[..100])], b"", &sum(&body));
        let error = run.result.as_ref().unwrap_err();
        assert!(matches!(error, DataError::Offline { .. }) && error.is_unavailable(), "{error}");
        assert!(error.to_string().contains("100 bytes are kept"), "{error}");
        assert_eq!(run.part().as_deref(), Some(&body[..100]));
    }

    #[test]
    fn fails_after_the_idle_timeout() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("file.bin");
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/file.bin", listener.local_addr().unwrap());
        // Each connection stays open until the end of the test.
        let (done, wait) = mpsc::channel::<()>();
        let server = thread::spawn(move || {
            let silent: Vec<_> = (0..=MAX_FRUITLESS_ATTEMPTS)
                .map(|i| {
                    let (mut stream, _) = listener.accept().unwrap();
                    let lines = BufReader::new(stream.try_clone().unwrap()).lines().map_while(Result::ok);
                    lines.take_while(|line| !line.is_empty()).for_each(drop);
                    let begun = answer("206 Partial Content", "Content-Range: bytes 3-9/10\r\n", 7, b"");
                    stream.write_all(&if i == 0 { answer("200 OK", "", 10, b"abc") } else { begun }).unwrap();
                    stream
                })
                .collect();
            wait.recv().unwrap_err();
            drop(silent);
        });
        let request = Request { idle: Duration::from_millis(50), ..Request::new(&url, &target, "", false) };
        let error = fetch(&request).unwrap_err();
        assert!(matches!(error, DataError::Offline { .. }), "{error}");
        assert!(error.to_string().contains("nothing came for") && error.to_string().contains("3 bytes"), "{error}");
        drop(done);
        server.join().unwrap();
    }

    #[test]
    fn a_refused_connection_is_offline() {
        let folder = tempfile::tempdir().unwrap();
        // A port that was just freed, so no server listens there.
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let url = format!("http://127.0.0.1:{port}/file.bin");
        let target = folder.path().join("file.bin");
        let error = fetch(&Request::new(&url, &target, "", false)).unwrap_err();
        assert!(matches!(error, DataError::Offline { .. }) && error.is_unavailable(), "{error}");
    }

    #[test]
    fn an_existing_file_is_not_downloaded() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("file.bin");
        fs::write(&target, b"whole").unwrap();
        fetch(&Request::new("http://127.0.0.1:1/", &target, &sum(b"whole"), false)).unwrap();
        assert!(!part_path(&target).exists());
    }
}
