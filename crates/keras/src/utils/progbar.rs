//! The progress bar, with Keras's line formats.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::time::Instant;

use crate::verbosity::{Display, Verbose};

/// The style of a [`Progbar`].
#[derive(Clone, Debug)]
pub struct Style {
    /// How much is shown.
    pub verbose: Verbose,
    /// The capabilities of the output.
    pub display: Display,
    /// The width of the bar in characters. Default: 20.
    pub width: usize,
    /// The minimum time between two updates, in seconds. Default: 0.05.
    pub interval: f64,
    /// The name of a step. Default: `step`.
    pub unit: &'static str,
}

impl Default for Style {
    fn default() -> Self {
        Self { verbose: Verbose::Bar, display: Display::Plain, width: 20, interval: 0.05, unit: "step" }
    }
}

/// Returns the seconds since an arbitrary origin.
pub type Clock = Box<dyn Fn() -> f64 + Send>;

/// The monotonic clock of the machine.
pub fn system_clock() -> Clock {
    let start = Instant::now();
    Box::new(move || start.elapsed().as_secs_f64())
}

/// A progress bar.
///
/// Values are shown as given; the bar does not average them.
///
/// ```
/// use keras::utils::progbar::{Progbar, Style};
/// let mut text = Vec::new();
/// let mut bar = Progbar::new(Some(1875), Style::default()).with_clock(Box::new(|| 4.0));
/// bar.update(&mut text, 1875, &[("accuracy", 0.9), ("loss", 0.3)])?;
/// let text = String::from_utf8(text).unwrap();
/// assert_eq!(text, "1875/1875 ━━━━━━━━━━━━━━━━━━━━ 0s 0s/step - accuracy: 0.9000 - loss: 0.3000\n");
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Progbar {
    target: Option<usize>,
    style: Style,
    clock: Clock,
    start: f64,
    last_drawn: Option<f64>,
    after_first_step: Option<f64>,
    values: Vec<(String, f64)>,
    last_width: usize,
}

impl Progbar {
    /// A bar for `target` steps, or for an unknown number of steps. Time is measured from now.
    pub fn new(target: Option<usize>, style: Style) -> Self {
        let clock = system_clock();
        let start = clock();
        Self {
            target: target.filter(|steps| *steps > 0),
            style,
            clock,
            start,
            last_drawn: None,
            after_first_step: None,
            values: Vec::new(),
            last_width: 0,
        }
    }

    /// Replaces the clock and restarts the time measurement.
    #[must_use]
    pub fn with_clock(mut self, clock: Clock) -> Self {
        self.start = clock();
        self.clock = clock;
        self
    }

    /// Shows that step `current` is done; the last step finishes the bar.
    ///
    /// # Errors
    /// If `out` cannot be written to.
    pub fn update(&mut self, out: &mut dyn Write, current: usize, values: &[(&str, f64)]) -> io::Result<()> {
        let last = self.target.is_some_and(|target| current >= target);
        self.draw(out, current, values, last)
    }

    /// Shows that step `current` is done, without finishing the bar after the last step: an epoch ends after
    /// its validation.
    ///
    /// # Errors
    /// If `out` cannot be written to.
    pub fn advance(&mut self, out: &mut dyn Write, current: usize, values: &[(&str, f64)]) -> io::Result<()> {
        self.draw(out, current, values, false)
    }

    /// Finishes the bar at its target, or at step `current` if the number of steps is unknown.
    ///
    /// # Errors
    /// If `out` cannot be written to.
    pub fn finish(&mut self, out: &mut dyn Write, current: usize, values: &[(&str, f64)]) -> io::Result<()> {
        let target = *self.target.get_or_insert(current.max(1));
        self.draw(out, target, values, true)
    }

    fn draw(&mut self, out: &mut dyn Write, current: usize, values: &[(&str, f64)], last: bool) -> io::Result<()> {
        for &(name, value) in values {
            match self.values.iter_mut().find(|(known, _)| known == name) {
                Some((_, shown)) => *shown = value,
                None => self.values.push((name.to_owned(), value)),
            }
        }
        let now = (self.clock)();
        let step_time = self.step_time(current, now);
        let too_soon = self.last_drawn.is_some_and(|drawn| now - drawn < self.style.interval);
        match self.style.verbose {
            Verbose::Silent => return Ok(()),
            Verbose::Bar if last || (self.style.display != Display::Plain && !too_soon) => {
                let line = self.bar(current, now, step_time, last);
                self.overwrite(out, line, last)?;
            }
            Verbose::Line if last => {
                let line = self.line(current, now, step_time);
                writeln!(out, "{line}")?;
            }
            Verbose::Bar | Verbose::Line => return Ok(()),
        }
        self.last_drawn = Some(now);
        out.flush()
    }

    /// Overwrites the output of the last call.
    fn overwrite(&mut self, out: &mut dyn Write, line: Line, last: bool) -> io::Result<()> {
        if self.style.display == Display::Plain {
            return writeln!(out, "{}", line.text);
        }
        let rest = " ".repeat(self.last_width.saturating_sub(line.width));
        self.last_width = line.width;
        write!(out, "\r{}{rest}{}", line.text, if last { "\n" } else { "" })
    }

    /// `12/1875 ━━━━━━━━━━━━━━━━━━━━ 4s 2ms/step - accuracy: 0.9000 - loss: 0.3000`
    fn bar(&self, current: usize, now: f64, step_time: f64, last: bool) -> Line {
        let mut line = Line::new(self.style.display == Display::Color);
        if let Some(target) = self.target {
            let digits = target.to_string().len();
            line.styled(BOLD, &format!("{current:digits$}/{target}"));
            line.plain(" ");
            let done = ((self.style.width as f64 * current as f64 / target as f64) as usize).min(self.style.width);
            // Without colors the remaining part needs a character of its own.
            let open = if line.colored { "━" } else { "─" };
            if done > 0 {
                line.styled(GREEN, &"━".repeat(done));
            }
            line.styled(WHITE, &open.repeat(self.style.width - done));
        } else {
            line.plain(&format!("{current:7}/Unknown"));
        }
        line.plain(" ");
        let time = match self.target {
            Some(target) if !last => remaining(step_time * target.saturating_sub(current) as f64),
            _ => format!("{:.0}s", now - self.start),
        };
        line.styled(BOLD, &time);
        line.plain(&format!(" {}", per_unit(step_time, self.style.unit)));
        for (name, value) in &self.values {
            line.plain(&format!(" - {name}: {}", number(*value, value.abs())));
        }
        line
    }

    /// `1875/1875 - 4s - 2ms/step - accuracy: 0.9000 - loss: 0.3000`
    fn line(&self, current: usize, now: f64, step_time: f64) -> String {
        let target = self.target.unwrap_or(current).to_string();
        let (digits, elapsed) = (target.len(), now - self.start);
        let time = per_unit(step_time, self.style.unit);
        let mut text = format!("{current:digits$}/{target} - {elapsed:.0}s - {time}");
        for (name, value) in &self.values {
            // Unlike in the bar, Keras formats negative values with an exponent here.
            let _ = write!(text, " - {name}: {}", number(*value, *value));
        }
        text
    }

    /// Seconds per step, excluding the first of several steps, which includes compilation.
    fn step_time(&mut self, current: usize, now: f64) -> f64 {
        if current == 0 {
            return 0.0;
        }
        let time = match self.after_first_step {
            Some(after) if current > 1 => (now - after) / (current - 1) as f64,
            _ => (now - self.start) / current as f64,
        };
        if current == 1 {
            self.after_first_step = Some(now);
        }
        time
    }
}

const BOLD: &str = "\x1b[1m";
const GREEN: &str = "\x1b[32m";
const WHITE: &str = "\x1b[37m";
const RESET: &str = "\x1b[0m";

/// Text for a terminal, and its visible width.
struct Line {
    text: String,
    width: usize,
    colored: bool,
}

impl Line {
    fn new(colored: bool) -> Self {
        Self { text: String::new(), width: 0, colored }
    }

    fn plain(&mut self, text: &str) {
        self.text.push_str(text);
        self.width += text.chars().count();
    }

    fn styled(&mut self, style: &str, text: &str) {
        if self.colored {
            self.text.push_str(style);
            self.plain(text);
            self.text.push_str(RESET);
        } else {
            self.plain(text);
        }
    }
}

/// `4s`, `1:05` or `1:01:05`.
fn remaining(seconds: f64) -> String {
    let whole = seconds as u64;
    let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60);
    if seconds > 3600.0 {
        format!("{hours}:{minutes:02}:{rest:02}")
    } else if seconds > 60.0 {
        format!("{}:{rest:02}", whole / 60)
    } else {
        format!("{whole}s")
    }
}

/// `2s/step`, `2ms/step` or `2us/step`.
fn per_unit(seconds: f64, unit: &str) -> String {
    if seconds >= 1.0 || seconds == 0.0 {
        format!("{seconds:.0}s/{unit}")
    } else if seconds >= 1e-3 {
        format!("{:.0}ms/{unit}", seconds * 1e3)
    } else {
        format!("{:.0}us/{unit}", seconds * 1e6)
    }
}

/// Formats four decimals, or an exponent if `size` is at most 0.001.
fn number(value: f64, size: f64) -> String {
    if value.is_nan() {
        "nan".to_owned()
    } else if size > 1e-3 || value.is_infinite() {
        format!("{value:.4}")
    } else {
        // Python's format of exponents: a sign, and at least two digits.
        let text = format!("{value:.4e}");
        match text.split_once('e') {
            Some((mantissa, exponent)) => match exponent.strip_prefix('-') {
                Some(digits) => format!("{mantissa}e-{digits:0>2}"),
                None => format!("{mantissa}e+{exponent:0>2}"),
            },
            None => text,
        }
    }
}
