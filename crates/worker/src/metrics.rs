//! Counters, and the page on which Prometheus reads them.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};

/// A number that only grows.
#[derive(Debug, Default)]
pub struct Counter(AtomicU64);

impl Counter {
    /// Adds to the number.
    pub fn add(&self, more: u64) {
        self.0.fetch_add(more, Ordering::Relaxed);
    }

    /// The number.
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

macro_rules! counters {
    ($($field:ident: $help:literal;)*) => {
        /// The counters of a worker.
        #[derive(Debug, Default)]
        pub struct Metrics {
            $(#[doc = $help] pub $field: Counter,)*
        }

        impl Metrics {
            /// Names, explanations and values.
            fn counters(&self) -> Vec<(&'static str, &'static str, u64)> {
                vec![$((stringify!($field), $help, self.$field.get()),)*]
            }
        }
    };
}

counters! {
    connections: "Connections that were accepted.";
    refused: "Connections and sessions that were refused: no token, a wrong one, no TLS, too many.";
    sessions: "Sessions that were opened.";
    requests: "Requests of all sessions.";
    failed_requests: "Requests that were answered with an error.";
    compilations: "Programs that were compiled.";
    executions: "Runs of programs.";
    received_bytes: "Bytes of host buffers that clients sent.";
    sent_bytes: "Bytes of host buffers that clients fetched.";
}

/// A value that is read when the page is.
#[derive(Debug)]
pub struct Gauge {
    /// The name after `labora_worker_`.
    pub name: &'static str,
    /// What it is.
    pub help: &'static str,
    /// The value.
    pub value: u64,
}

impl Metrics {
    /// The page in Prometheus's text format.
    pub fn page(&self, gauges: &[Gauge]) -> String {
        let counters = self.counters().into_iter().map(|(name, help, value)| (name, "_total", help, "counter", value));
        let gauges = gauges.iter().map(|gauge| (gauge.name, "", gauge.help, "gauge", gauge.value));
        let mut page = String::new();
        for (name, suffix, help, kind, value) in counters.chain(gauges) {
            let name = format!("labora_worker_{name}{suffix}");
            // Writing to a string does not fail.
            let _ = writeln!(page, "# HELP {name} {help}\n# TYPE {name} {kind}\n{name} {value}");
        }
        page
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_the_text_format() {
        let metrics = Metrics::default();
        metrics.sessions.add(2);
        let page = metrics.page(&[Gauge { name: "open_sessions", help: "Sessions.", value: 1 }]);
        assert!(page.contains("# TYPE labora_worker_sessions_total counter\nlabora_worker_sessions_total 2\n"));
        assert!(page.ends_with("# TYPE labora_worker_open_sessions gauge\nlabora_worker_open_sessions 1\n"));
    }
}
