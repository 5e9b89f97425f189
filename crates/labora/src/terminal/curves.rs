//! Curves as text: two by four dots to a character.

use std::fmt::Write;

/// Width and height of a plot, in characters.
const WIDTH: usize = 60;
const HEIGHT: usize = 12;
/// The first of the Braille patterns, and the bit of each dot, by row and column.
const BRAILLE: u32 = 0x2800;
const DOTS: [[u32; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];

/// Renders a curve over its epochs with its title, and the values of the axes. Values that are not finite
/// leave gaps.
///
/// ```
/// let text = labora::terminal::curves::curve("loss", &[2.0, 1.0, 0.5]);
/// assert!(text.starts_with("loss") && text.contains("2.0000") && text.contains("0.5000"));
/// ```
pub fn curve(title: &str, values: &[f64]) -> String {
    let finite = || values.iter().copied().filter(|value| value.is_finite());
    let (low, high) = (finite().fold(f64::INFINITY, f64::min), finite().fold(f64::NEG_INFINITY, f64::max));
    if low > high {
        return format!("{title}: no values\n");
    }
    let mut cells = vec![[BRAILLE; WIDTH]; HEIGHT];
    let (columns, rows) = (2 * WIDTH, 4 * HEIGHT);
    let height_of = |value: f64| match high > low {
        // Halves, whose differences are finite.
        true => ((high / 2.0 - value / 2.0) / (high / 2.0 - low / 2.0) * (rows - 1) as f64).round() as usize,
        false => rows / 2,
    };
    let mut before = None;
    for column in 0..columns {
        let row = value_at(values, column as f64 / (columns - 1) as f64).filter(|v| v.is_finite()).map(height_of);
        if let Some(row) = row {
            // A steep part of the curve has no gaps.
            let from = before.unwrap_or(row);
            for dot in from.min(row)..=from.max(row) {
                cells[dot / 4][column / 2] |= DOTS[dot % 4][column % 2];
            }
        }
        before = row;
    }
    let mut text = format!("{title}\n");
    for (i, row) in cells.iter().enumerate() {
        let label = match i {
            0 => label_of(high),
            i if i == HEIGHT - 1 => label_of(low),
            _ => String::new(),
        };
        let line: String = row.iter().filter_map(|cell| char::from_u32(*cell)).collect();
        let _ = writeln!(text, "{label:>10} │{line}");
    }
    let _ = writeln!(text, "{:>10} └{}", "", "─".repeat(WIDTH));
    let last = values.len().to_string();
    let _ = writeln!(text, "{:>10}  1{last:>width$} epoch", "", width = WIDTH - 1);
    text
}

fn label_of(value: f64) -> String {
    if value.abs() < 1e5 { format!("{value:.4}") } else { format!("{value:.3e}") }
}

/// The value at a part of the way from the first to the last one, between two values on the line between
/// them.
fn value_at(values: &[f64], part: f64) -> Option<f64> {
    let place = part * values.len().checked_sub(1)? as f64;
    let (left, rest) = (place.floor() as usize, place.fract());
    let (a, b) = (*values.get(left)?, values.get(left + 1).or(values.get(left)).copied()?);
    Some(if rest == 0.0 { a } else { a * (1.0 - rest) + b * rest })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_falling_curve_runs_from_the_upper_left_to_the_lower_right() {
        let text = curve("loss", &[1.0, 0.0]);
        let lines: Vec<Vec<char>> = text.lines().skip(1).take(HEIGHT).map(|line| line.chars().collect()).collect();
        let set = |row: usize, column: usize| lines[row][12 + column] != '\u{2800}';
        assert!(set(0, 0) && set(HEIGHT - 1, WIDTH - 1));
        assert!(!set(0, WIDTH - 1) && !set(HEIGHT - 1, 0));
        // Every column has a dot.
        assert!((0..WIDTH).all(|column| (0..HEIGHT).any(|row| set(row, column))));
    }

    #[test]
    fn gaps_and_single_values_are_drawn() {
        assert_eq!(curve("loss", &[f64::NAN]), "loss: no values\n");
        assert!(curve("loss", &[3.0]).contains("3.0000"));
        let text = curve("loss", &[f64::MAX, f64::MIN, 0.0]);
        assert!(text.contains(" 1.798e308 ") && text.contains("-1.798e308 "), "{text}");
        let text = curve("loss", &[1.0, f64::NAN, 0.0]);
        let dots = text.chars().filter(|c| ('\u{2801}'..='\u{28ff}').contains(c)).count();
        assert!(dots > 0 && dots < 8, "only the values beside the gap have dots: {dots}");
    }
}
