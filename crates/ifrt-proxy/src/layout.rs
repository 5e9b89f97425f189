//! XLA's layouts as texts: `{1,0}`, with tiles `{1,0:T(8,128)(2,1)}`.

use std::fmt::Write as _;

use crate::error::{Error, Result};
use crate::messages::{TileProto, XlaLayoutProto};

impl XlaLayoutProto {
    /// Row-major order of an array of that rank, without tiles.
    ///
    /// ```
    /// use ifrt_proxy::messages::XlaLayoutProto;
    ///
    /// assert_eq!(XlaLayoutProto::row_major(2).to_text(), "{1,0}");
    /// assert_eq!(XlaLayoutProto::row_major(0).to_text(), "{}");
    /// ```
    pub fn row_major(rank: usize) -> XlaLayoutProto {
        XlaLayoutProto { minor_to_major: (0..rank as i64).rev().collect(), ..XlaLayoutProto::default() }
    }

    /// The text that `GetDefaultLayout` answers.
    pub fn to_text(&self) -> String {
        let list = |numbers: &[i64]| numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
        let mut details = String::new();
        if !self.tiles.is_empty() {
            details.push('T');
            for tile in &self.tiles {
                // Writing to a string cannot fail.
                let _ = write!(details, "({})", list(&tile.dimensions));
            }
        }
        let numbers = [
            ('L', self.tail_padding_alignment_in_elements, 1),
            ('E', self.element_size_in_bits, 0),
            ('S', self.memory_space, 0),
        ];
        for (letter, number, default) in numbers {
            if number != 0 && number != default {
                let _ = write!(details, "{letter}({number})");
            }
        }
        let colon = if details.is_empty() { "" } else { ":" };
        format!("{{{}{colon}{details}}}", list(&self.minor_to_major))
    }

    /// The layout of a text.
    ///
    /// ```
    /// use ifrt_proxy::messages::XlaLayoutProto;
    ///
    /// let layout = XlaLayoutProto::from_text("{1,0:T(8,128)(2,1)}")?;
    /// assert_eq!((layout.minor_to_major, layout.tiles.len()), (vec![1, 0], 2));
    /// # Ok::<(), ifrt_proxy::Error>(())
    /// ```
    ///
    /// # Errors
    /// The text is no layout, or one of properties that are not declared here.
    pub fn from_text(text: &str) -> Result<XlaLayoutProto> {
        let invalid = || Error::invalid(format!("layout {text:?}: write it like {{1,0}} or {{1,0:T(8,128)}}"));
        let list = |numbers: &str| -> Result<Vec<i64>> {
            let numbers = numbers.split(',').filter(|_| !numbers.is_empty());
            numbers.map(|number| number.trim().parse().map_err(|_| invalid())).collect()
        };
        let inner = text.trim().strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).ok_or_else(invalid)?;
        let (order, mut details) = inner.split_once(':').unwrap_or((inner, ""));
        let mut layout = XlaLayoutProto { minor_to_major: list(order)?, ..XlaLayoutProto::default() };
        let mut letter = ' ';
        while let Some(first) = details.chars().next() {
            // A further tile has no letter.
            if first != '(' {
                letter = first;
                details = &details[first.len_utf8()..];
            } else if letter != 'T' {
                return Err(invalid());
            }
            let (numbers, rest) =
                details.strip_prefix('(').and_then(|rest| rest.split_once(')')).ok_or_else(invalid)?;
            let numbers = list(numbers)?;
            details = rest;
            match (letter, numbers.as_slice()) {
                ('T', _) => layout.tiles.push(TileProto { dimensions: numbers }),
                ('L', [number]) => layout.tail_padding_alignment_in_elements = *number,
                ('E', [number]) => layout.element_size_in_bits = *number,
                ('S', [number]) => layout.memory_space = *number,
                _ => return Err(invalid()),
            }
            if letter != 'T' {
                letter = ' ';
            }
        }
        let mut sorted = layout.minor_to_major.clone();
        sorted.sort_unstable();
        if sorted.iter().enumerate().any(|(index, dim)| index as i64 != *dim) {
            return Err(invalid());
        }
        Ok(layout)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layouts_are_read_and_written() {
        for text in ["{}", "{0}", "{0,1}", "{3,2,1,0:T(8,128)(2,1)}", "{1,0:T(256)L(2)E(4)S(1)}", "{1,0:S(5)}"] {
            assert_eq!(XlaLayoutProto::from_text(text).unwrap().to_text(), text);
        }
    }

    #[test]
    fn other_texts_are_refused() {
        for text in
            ["", "1,0", "{1,1}", "{2,0}", "{a}", "{0:}}", "{0:T}", "{0:Q(1)}", "{0:E(1,2)}", "{0:(1)}", "{0:S(1)(2)}"]
        {
            assert!(XlaLayoutProto::from_text(text).is_err(), "{text}");
        }
    }
}
