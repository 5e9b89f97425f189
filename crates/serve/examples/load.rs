//! Loads a server of models with many clients, and prints what was lost, latencies and throughput.
//!
//! Each client sends its next request when the last is answered, on a connection of its own that stays open.
//!
//!     cargo run --release -p labora-serve --example load -- --clients 1000 --seconds 600 \
//!         --path /v1/models/image:predict --body body.json

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Parser;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

/// Loads a server with many clients.
#[derive(Parser)]
struct Args {
    /// Address of the server.
    #[arg(long, default_value = "127.0.0.1:8501")]
    host: String,
    /// Path of the requests.
    #[arg(long)]
    path: String,
    /// File with the body.
    #[arg(long)]
    body: PathBuf,
    /// Value of the header Inference-Header-Content-Length, for binary tensors.
    #[arg(long)]
    json_bytes: Option<usize>,
    /// Clients at a time.
    #[arg(long, default_value_t = 1000)]
    clients: usize,
    /// Time after which clients send no further request.
    #[arg(long, default_value_t = 60)]
    seconds: u64,
}

/// What a client saw.
#[derive(Default)]
struct Seen {
    /// Microseconds of each answer 200.
    latencies: Vec<u32>,
    /// Answers with another status.
    refused: u64,
    /// Requests without an answer.
    lost: u64,
    /// One of the problems.
    problem: Option<String>,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args = Args::parse();
    let body = std::fs::read(&args.body)?;
    let header = args.json_bytes.map_or(String::new(), |n| format!("inference-header-content-length: {n}\r\n"));
    let head = format!(
        "POST {} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\n{header}content-length: {}\r\n\r\n",
        args.path,
        args.host,
        body.len()
    );
    let request: Arc<[u8]> = [head.as_bytes(), &body].concat().into();
    let start = Instant::now();
    let end = start + Duration::from_secs(args.seconds);
    let clients: Vec<_> =
        (0..args.clients).map(|_| tokio::spawn(client(args.host.clone(), request.clone(), end))).collect();
    let mut all = Seen::default();
    for client in clients {
        let seen = client.await?;
        all.latencies.extend(seen.latencies);
        all.refused += seen.refused;
        all.lost += seen.lost;
        all.problem = all.problem.or(seen.problem);
    }
    let seconds = start.elapsed().as_secs_f64();
    all.latencies.sort_unstable();
    let latency = |part: f64| {
        let index = ((all.latencies.len() as f64 * part) as usize).min(all.latencies.len().saturating_sub(1));
        f64::from(all.latencies.get(index).copied().unwrap_or(0)) / 1000.0
    };
    let result = serde_json::json!({
        "clients": args.clients,
        "seconds": seconds,
        "answered": all.latencies.len(),
        "refused": all.refused,
        "lost": all.lost,
        "problem": all.problem,
        "per_second": all.latencies.len() as f64 / seconds,
        "milliseconds": {
            "p50": latency(0.5), "p90": latency(0.9), "p99": latency(0.99), "p99.9": latency(0.999), "max": latency(1.0),
        },
    });
    println!("{result:#}");
    Ok(())
}

async fn client(host: String, request: Arc<[u8]>, end: Instant) -> Seen {
    let mut seen = Seen::default();
    let mut connection: Option<BufReader<TcpStream>> = None;
    while Instant::now() < end {
        let stream = match connection.take() {
            Some(stream) => stream,
            None => match TcpStream::connect(&host).await {
                Ok(stream) => {
                    let _ = stream.set_nodelay(true);
                    BufReader::new(stream)
                }
                Err(error) => {
                    seen.problem.get_or_insert_with(|| format!("connection: {error}"));
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                }
            },
        };
        let sent = Instant::now();
        match exchange(stream, &request).await {
            Ok((200, kept, _)) => {
                seen.latencies.push(u32::try_from(sent.elapsed().as_micros()).unwrap_or(u32::MAX));
                connection = kept;
            }
            Ok((status, kept, body)) => {
                seen.refused += 1;
                seen.problem.get_or_insert_with(|| format!("{status}: {}", String::from_utf8_lossy(&body)));
                connection = kept;
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            Err(error) => {
                seen.lost += 1;
                seen.problem.get_or_insert_with(|| error.to_string());
            }
        }
    }
    seen
}

type Exchanged = (u16, Option<BufReader<TcpStream>>, Vec<u8>);

/// Sends a request; returns status, the connection if it stays open, and the body.
async fn exchange(mut stream: BufReader<TcpStream>, request: &[u8]) -> std::io::Result<Exchanged> {
    stream.get_mut().write_all(request).await?;
    let mut line = String::new();
    let (mut status, mut length, mut closes) = (0, 0, false);
    loop {
        line.clear();
        if stream.read_line(&mut line).await? == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        let text = line.trim_end().to_ascii_lowercase();
        if let Some(rest) = text.strip_prefix("http/1.1 ") {
            status = rest.get(..3).and_then(|code| code.parse().ok()).unwrap_or(0);
        } else if let Some(value) = text.strip_prefix("content-length:") {
            length = value.trim().parse().unwrap_or(0);
        } else if text.starts_with("connection:") && text.contains("close") {
            closes = true;
        } else if text.is_empty() {
            break;
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await?;
    Ok((status, (!closes).then_some(stream), body))
}
