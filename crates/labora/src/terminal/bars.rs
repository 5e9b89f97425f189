//! Probabilities as bar charts.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};

/// Width of a full bar, in characters.
const WIDTH: f32 = 40.0;

/// Renders a line per class: name, bar, percentage. The most probable class is highlighted in color; print
/// through `anstream`, which removes the color if the output does not support it.
///
/// ```
/// let text = labora::terminal::bars::bars(&["cat", "dog"], &[0.25, 0.75]);
/// assert!(text.lines().nth(1).unwrap().contains("75.0%"));
/// ```
pub fn bars(names: &[&str], probabilities: &[f32]) -> String {
    let widest = names.iter().map(|n| n.chars().count()).max().unwrap_or(0);
    let highlight = Style::new().bold().fg_color(Some(AnsiColor::Green.into()));
    let best = probabilities.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut out = String::new();
    for (name, p) in names.iter().zip(probabilities) {
        let bar = bar(*p);
        let line = format!("{name:>widest$}  {bar:<40} {:5.1}%", p * 100.0);
        if *p == best {
            let _ = writeln!(out, "{highlight}{line}{highlight:#}");
        } else {
            let _ = writeln!(out, "{line}");
        }
    }
    out
}

/// Renders a bar in eighths of a character.
fn bar(p: f32) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (p.clamp(0.0, 1.0) * WIDTH * 8.0).round() as usize;
    "█".repeat(eighths / 8) + EIGHTHS[eighths % 8]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_proportional_to_probabilities() {
        assert_eq!(bar(0.0), "");
        assert_eq!(bar(1.0).chars().count(), 40);
        assert_eq!(bar(0.5 + 1.0 / 320.0), "█".repeat(20) + "▏");
        assert_eq!(bar(f32::NAN), "", "NaN has no bar");
    }
}
