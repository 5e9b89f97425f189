//! Whether a program printed what a chapter shows.

/// Units of what differs from run to run: times and sizes.
const UNITS: [&str; 8] = ["s", "ms", "us", "s/step", "ms/step", "us/step", "s/epoch", "images/s"];

/// Returns true if the lines are those that the chapter shows. A shown line `...` stands for any lines; times
/// differ; the last digit of a number with at least three decimals may differ by one, as between processors.
pub fn matches(shown: &[&str], printed: &[&str]) -> bool {
    match shown.split_first() {
        None => printed.is_empty(),
        Some((first, rest)) if first.trim() == "..." => {
            (0..=printed.len()).any(|skipped| matches(rest, &printed[skipped..]))
        }
        Some((first, rest)) => {
            printed.split_first().is_some_and(|(line, printed)| is_same_line(first, line) && matches(rest, printed))
        }
    }
}

fn is_same_line(shown: &str, printed: &str) -> bool {
    let (shown, printed) = (words(shown), words(printed));
    shown.len() == printed.len() && shown.iter().zip(&printed).all(|(a, b)| is_same_word(a, b))
}

/// The words of a line, without the punctuation around them.
fn words(line: &str) -> Vec<&str> {
    line.split(|c: char| c.is_whitespace() || "[](),;:=".contains(c)).filter(|word| !word.is_empty()).collect()
}

fn is_same_word(shown: &str, printed: &str) -> bool {
    shown == printed || (is_time(shown) && is_time(printed)) || is_same_number(shown, printed)
}

fn is_time(word: &str) -> bool {
    let unit = word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    unit.len() < word.len() && UNITS.contains(&unit)
}

fn is_same_number(shown: &str, printed: &str) -> bool {
    let decimals = |word: &str| word.trim_end_matches('%').split_once('.').map(|(_, decimals)| decimals.len());
    let value = |word: &str| word.trim_end_matches('%').parse::<f64>().ok();
    match (decimals(shown), decimals(printed), value(shown), value(printed)) {
        (Some(digits @ 3..), Some(other), Some(a), Some(b)) if digits == other => {
            (a - b).abs() < 1.5 * 0.1f64.powi(digits as i32)
        }
        _ => false,
    }
}

#[test]
fn times_and_last_digits_may_differ_and_nothing_else() {
    let shown = ["Epoch 1/2", "8/8 - 1s - 92ms/step - loss: 0.6931"];
    assert!(matches(&shown, &["Epoch 1/2", "8/8 - 0s - 2ms/step - loss: 0.6932"]));
    assert!(!matches(&shown, &["Epoch 1/2", "8/8 - 0s - 2ms/step - loss: 0.6933"]));
    assert!(!matches(&shown, &["Epoch 1/2"]));
    assert!(matches(&["a", "...", "z"], &["a", "b", "c", "z"]));
    assert!(!matches(&["a", "..."], &["b"]));
    assert!(matches(&["[0.500, 1.000]"], &["[0.500, 1.001]"]) && !matches(&["[0.5, 1.0]"], &["[0.5, 1.1]"]));
}
