//! `labora bench all-reduce`: times the exchanges of an all-reduce between processes, and predicts those of
//! more hosts.

use std::time::Instant;

use clap::{Args, value_parser};
use mpi::World;
use serde_json::json;

use super::statistics::median;
use crate::cli::failure::Failure;
use crate::cli::flags::OutputArgs;
use crate::cli::hosts::{self, Hosts};
use crate::cli::print;

/// Time an all-reduce between processes that mpiexec started, and predict that of more hosts.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  mpiexec -n 2 labora bench all-reduce
  mpiexec -n 2 labora bench all-reduce --values 25000000 --step-ms 90")]
pub struct AllReduceArgs {
    /// Numbers (f32) to add up [default: the weights of the article's network].
    #[arg(long, value_name = "N", default_value_t = 1_676_912, value_parser = value_parser!(u32).range(1..))]
    values: u32,
    /// Milliseconds of a training step on one host, for the efficiency of more.
    #[arg(long, value_name = "MS", default_value_t = 250.0)]
    step_ms: f64,
    /// Calls to time.
    #[arg(long, default_value_t = 50, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    calls: u32,
    #[command(flatten)]
    output: OutputArgs,
}

/// The numbers of hosts that are predicted.
const HOSTS: [usize; 8] = [2, 4, 8, 16, 32, 64, 128, 256];

/// The time to exchange bytes: a latency for each message, and a rate of the link.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Link {
    latency_s: f64,
    bytes_per_s: f64,
}

impl Link {
    /// The link by the times of two exchanges, of few bytes and of many. An exchange among `n` processes
    /// sends `n - 1` messages one after the other.
    fn measured(n: usize, small_s: f64, (bytes, large_s): (usize, f64)) -> Self {
        let sent = bytes as f64 * (n - 1) as f64 / n as f64;
        Self { latency_s: small_s / (n - 1) as f64, bytes_per_s: sent / (large_s - small_s).max(1e-9) }
    }

    /// The seconds of an all-reduce of that many bytes: an all-to-all and an all-gather, each of `n - 1`
    /// messages of `bytes / n`.
    fn all_reduce_s(self, n: usize, bytes: usize) -> f64 {
        let messages = 2.0 * (n - 1) as f64;
        messages * (self.latency_s + bytes as f64 / n as f64 / self.bytes_per_s)
    }
}

pub fn run(args: &AllReduceArgs) -> Result<(), Failure> {
    let hosts = hosts::join(None)?;
    let Hosts::Mpi(world) = hosts else {
        return Err(Failure::usage("there is one process").hint("mpiexec -n 2 labora bench all-reduce"));
    };
    hosts::leave(&hosts, measure(args, world))
}

fn measure(args: &AllReduceArgs, world: &World) -> Result<(), Failure> {
    let n = world.size();
    let bytes = args.values as usize * 4;
    let small_s = exchange_s(world, 64 * n, args.calls)?;
    let large_s = exchange_s(world, bytes.div_ceil(n) * n, args.calls)?;
    if world.rank() > 0 {
        return Ok(());
    }
    let link = Link::measured(n, small_s, (bytes, large_s));
    let step_s = args.step_ms / 1e3;
    let rows = HOSTS.map(|n| {
        let seconds = link.all_reduce_s(n, bytes);
        (n, seconds, step_s / (step_s + seconds))
    });
    let (latency_us, gigabytes) = (link.latency_s * 1e6, link.bytes_per_s / 1e9);
    if args.output.json {
        let table: Vec<_> =
            rows.iter().map(|(n, s, e)| json!({"hosts": n, "all_reduce_s": s, "efficiency": e})).collect();
        return print::line(json!({
            "processes": n, "mpi": world.version(), "values": args.values, "latency_us": latency_us,
            "gigabytes_per_s": gigabytes, "exchange_s": large_s, "predicted": table,
        }));
    }
    let mut lines = vec![
        format!("{n} processes, {}: median of {} calls", world.version(), args.calls),
        format!("  latency {latency_us:.1} us, {gigabytes:.2} GB/s; {} f32 take {:.2} ms", args.values, 2e3 * large_s),
        "  predicted, on links of that latency and rate between any two hosts:".to_string(),
        format!("  hosts  all-reduce  efficiency of a step of {} ms", args.step_ms),
    ];
    lines.extend(rows.map(|(n, seconds, efficiency)| format!("  {n:>5}  {:>7.2} ms  {efficiency:.3}", seconds * 1e3)));
    print::line(lines.join("\n"))
}

/// The seconds of an all-to-all of that many bytes: the median of the calls.
fn exchange_s(world: &World, bytes: usize, calls: u32) -> Result<f64, Failure> {
    let (send, mut receive) = (vec![1u8; bytes], vec![0u8; bytes]);
    let mut seconds = Vec::new();
    for _ in 0..=calls {
        world.barrier().map_err(Failure::new)?;
        let start = Instant::now();
        world.all_to_all(&send, &mut receive).map_err(Failure::new)?;
        seconds.push(start.elapsed().as_secs_f64());
    }
    // The first call makes connections.
    seconds.remove(0);
    Ok(median(seconds).unwrap_or(0.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_predicts_what_it_was_measured_by() {
        let link = Link { latency_s: 1e-5, bytes_per_s: 1e9 };
        let bytes = 8_000_000;
        // Of two hosts, each sends one half twice.
        let of_two = link.all_reduce_s(2, bytes);
        assert!((of_two - 2.0 * (1e-5 + 4e-3)).abs() < 1e-12, "{of_two}");
        let again = Link::measured(2, 1e-5, (bytes, of_two / 2.0));
        assert!((again.bytes_per_s / link.bytes_per_s - 1.0).abs() < 1e-9 && again.latency_s == link.latency_s);
        // The bytes of a host grow to twice the operand, the messages with the hosts.
        let of_many = link.all_reduce_s(256, bytes);
        assert!((of_many - (510e-5 + 510.0 * 8e-3 / 256.0)).abs() < 1e-12, "{of_many}");
    }
}
