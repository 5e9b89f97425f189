//! Text tables in the style of Keras's summaries: heavy header lines, a rule between rows, cells wrapped at
//! words.

/// Where the text of a column stands.
#[derive(Clone, Copy, Debug)]
pub(super) enum Align {
    Left,
    Center,
    Right,
}

/// A column's heading and alignment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Column {
    pub heading: &'static str,
    pub align: Align,
}

/// Draws a table that is `width` characters wide. `positions` are the columns' right edges as fractions of
/// the width.
pub(super) fn draw(columns: &[Column], positions: &[f64], width: usize, rows: &[Vec<String>]) -> String {
    let widths = column_widths(positions, width);
    let rule = |left: char, line: char, cross: char, right: char| {
        let parts: Vec<String> = widths.iter().map(|w| line.to_string().repeat(w + 2)).collect();
        format!("{left}{}{right}\n", parts.join(&cross.to_string()))
    };
    let line = |cells: &[String], bar: char| {
        let wrapped: Vec<Vec<String>> = cells.iter().zip(&widths).map(|(cell, w)| wrap(cell, *w)).collect();
        let height = wrapped.iter().map(Vec::len).max().unwrap_or(0);
        let mut text = String::new();
        for i in 0..height {
            text.push(bar);
            for ((lines, column), w) in wrapped.iter().zip(columns).zip(&widths) {
                let cell = lines.get(i).map_or("", String::as_str);
                let fill = w.saturating_sub(cell.chars().count());
                let left = match column.align {
                    Align::Left => 0,
                    Align::Center => fill / 2,
                    Align::Right => fill,
                };
                let (left, right) = (" ".repeat(left), " ".repeat(fill - left));
                text.push_str(&format!(" {left}{cell}{right} {bar}"));
            }
            text.push('\n');
        }
        text
    };
    let headings: Vec<String> = columns.iter().map(|c| c.heading.to_owned()).collect();
    let mut text = rule('┏', '━', '┳', '┓') + &line(&headings, '┃') + &rule('┡', '━', '╇', '┩');
    for (i, row) in rows.iter().enumerate() {
        if i > 0 {
            text += &rule('├', '─', '┼', '┤');
        }
        text += &line(row, '│');
    }
    text + &rule('└', '─', '┴', '┘')
}

/// The widths of the cells' text, in characters. Positions assign each column a share of the width. Padding
/// and bars are added, and the excess is then subtracted from all columns evenly.
fn column_widths(positions: &[f64], width: usize) -> Vec<usize> {
    let mut shares = Vec::with_capacity(positions.len());
    let mut used = 0;
    for position in positions {
        let share = ((position * width as f64) as usize).saturating_sub(used);
        used += share;
        shares.push(share);
    }
    let room = width.saturating_sub(positions.len() + 1);
    let padded: Vec<usize> = shares.iter().map(|s| s + 2).collect();
    let mut excess = padded.iter().sum::<usize>().saturating_sub(room);
    let mut widths = Vec::with_capacity(padded.len());
    for (i, share) in padded.iter().enumerate() {
        let columns_left = padded.len() - i;
        let part = round_half_even(excess, columns_left).min(*share);
        excess -= part;
        widths.push((share - part).saturating_sub(2).max(1));
    }
    widths
}

fn round_half_even(a: usize, b: usize) -> usize {
    let (whole, rest) = (a / b, a % b);
    match (2 * rest).cmp(&b) {
        std::cmp::Ordering::Less => whole,
        std::cmp::Ordering::Greater => whole + 1,
        std::cmp::Ordering::Equal => whole + whole % 2,
    }
}

/// Wraps text at words into lines of at most `width` characters; a longer word is truncated.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    // Spaces before the first word belong to it.
    let (indent, words) = text.split_at(text.len() - text.trim_start().len());
    for (i, word) in words.split_inclusive(' ').enumerate() {
        let word = if i == 0 { &text[..indent.len() + word.len()] } else { word };
        let bare = word.trim_end().chars().count();
        let last = lines.last_mut().map(|line| (line.chars().count(), line));
        match last {
            Some((offset, line)) if offset == 0 || offset + bare <= width => line.push_str(word),
            _ => lines.push(word.to_owned()),
        }
    }
    lines.iter().map(|line| cut(line.trim_end(), width)).collect()
}

fn cut(line: &str, width: usize) -> String {
    if line.chars().count() <= width {
        return line.to_owned();
    }
    line.chars().take(width - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_follow_the_positions_and_fit() {
        assert_eq!(column_widths(&[0.45, 0.80, 1.0], 76), [31, 22, 13]);
        assert_eq!(column_widths(&[0.3, 0.56, 0.74, 1.0], 76), [19, 17, 10, 17]);
    }

    #[test]
    fn long_words_are_truncated_and_short_ones_wrapped() {
        assert_eq!(
            wrap("batch_normalization (BatchNormalization)", 31),
            ["batch_normalization", "(BatchNormalization)"]
        );
        assert_eq!(wrap("ab cdefgh ij", 4), ["ab", "cde…", "ij"]);
        assert_eq!(wrap("  └ ab cd", 6), ["  └ ab", "cd"]);
    }
}
