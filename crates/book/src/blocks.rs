//! The code blocks of a chapter.

/// A fenced block of code.
pub struct Block<'a> {
    /// The language, and what follows it after commas: `rust`, `rust,no_run`, `text`.
    pub info: &'a str,
    /// The number of the block's first line in the chapter, counted from 1.
    pub line: usize,
    /// The lines between the fences.
    pub code: Vec<&'a str>,
    /// True if only blank lines are between this block and the one before.
    pub follows: bool,
}

impl Block<'_> {
    /// The language.
    pub fn language(&self) -> &str {
        self.info.split(',').next().unwrap_or_default()
    }
}

/// The blocks of a chapter, in order.
pub fn blocks(chapter: &str) -> Vec<Block<'_>> {
    let (mut blocks, mut open, mut follows) = (Vec::new(), None::<Block<'_>>, false);
    for (index, line) in chapter.lines().enumerate() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(info)) => open = Some(Block { info, line: index + 2, code: Vec::new(), follows }),
            (None, None) => follows &= line.trim().is_empty(),
            (Some(block), None) => block.code.push(line),
            (Some(_), Some(_)) => {
                blocks.extend(open.take());
                follows = true;
            }
        }
    }
    blocks
}
