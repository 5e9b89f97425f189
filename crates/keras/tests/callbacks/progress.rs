//! The output of progress bars, compared with Keras's output from `tests/python/golden_progbar.py`.

use std::sync::{Arc, Mutex};

use keras::callbacks::{CallbackList, Logs, ProgbarLogger, Run};
use keras::utils::progbar::{Progbar, Style};
use keras::{Display, Verbose};
use serde_json::Value as Json;

use crate::fit::fit_logs;

fn style(verbose: &Json, display: Display) -> Style {
    let verbose = match verbose.as_u64() {
        Some(0) => Verbose::Silent,
        Some(1) => Verbose::Bar,
        _ => Verbose::Line,
    };
    Style { verbose, display, ..Style::default() }
}

/// Replays each golden run with this display, and passes the output of each call with Keras's to `check`.
fn replay(display: Display, mut check: impl FnMut(&Json, &Json, String, &str)) {
    let golden: Json = serde_json::from_str(include_str!("golden/progbar.json")).unwrap();
    for run in golden["runs"].as_array().unwrap() {
        let now = Arc::new(Mutex::new(1000.0));
        let clock = {
            let now = now.clone();
            Box::new(move || *now.lock().unwrap())
        };
        let target = run["target"].as_u64().map(|target| target as usize);
        let mut bar = Progbar::new(target, style(&run["verbose"], display)).with_clock(clock);
        for call in run["calls"].as_array().unwrap() {
            *now.lock().unwrap() = 1000.0 + call["time"].as_f64().unwrap();
            let values: Vec<(&str, f64)> = call["values"]
                .as_array()
                .unwrap()
                .iter()
                .map(|value| value.as_str().unwrap().split_once('=').unwrap())
                .map(|(name, value)| (name, value.parse().unwrap()))
                .collect();
            let current = call["current"].as_u64().unwrap() as usize;
            let mut text = Vec::new();
            if call["last"] == true {
                bar.finish(&mut text, current, &values).unwrap();
            } else {
                bar.advance(&mut text, current, &values).unwrap();
            }
            check(run, call, String::from_utf8(text).unwrap(), call["text"].as_str().unwrap());
        }
    }
}

/// The text without the escape sequences of colors.
fn without_colors(text: &str) -> String {
    let mut parts = text.split('\x1b');
    let first = parts.next().unwrap_or_default();
    parts.fold(first.to_owned(), |all, part| all + part.split_once('m').map_or(part, |(_, rest)| rest))
}

#[test]
fn lines_are_those_of_keras() {
    let mut lines = 0;
    replay(Display::Color, |_, call, text, expected| {
        assert_eq!(text, expected, "{call}");
        lines += usize::from(!text.is_empty());
    });
    assert!(lines > 20, "{lines}");
}

#[test]
fn without_colors_the_text_is_the_same() {
    replay(Display::Terminal, |_, call, text, expected| {
        // The remaining part has a thinner line.
        assert_eq!(text.replace('─', "━"), without_colors(expected), "{call}");
    });
}

#[test]
fn without_a_terminal_only_complete_lines_are_written() {
    replay(Display::Plain, |_, call, text, expected| {
        let finished = if call["last"] == true { without_colors(expected).replace('\r', "") } else { String::new() };
        assert_eq!(text.trim_end(), finished.trim_end(), "{call}");
    });
}

fn training(verbose: Verbose, epochs: usize) -> String {
    let run = Run { epochs, steps: Some(2), verbose, display: Display::Plain };
    let logs = vec![Logs::from_iter([("loss", 0.5), ("val_loss", 0.25)]); epochs];
    let mut callbacks = CallbackList::new();
    callbacks.push(ProgbarLogger::new());
    fit_logs(&mut callbacks, run, logs, false).unwrap().text
}

#[test]
fn several_epochs_are_counted() {
    let text = training(Verbose::Line, 2);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!((lines.len(), lines[0], lines[2]), (4, "Epoch 1/2", "Epoch 2/2"));
    assert!(lines[1].starts_with("2/2 - 0s - ") && lines[1].ends_with("/step - loss: 0.5000 - val_loss: 0.2500"));
    assert_eq!(training(Verbose::Bar, 1).lines().count(), 1);
    assert_eq!(training(Verbose::Silent, 2), "");
}
