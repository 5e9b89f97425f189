//! A small FileCheck (llvm.org/docs/CommandGuide/FileCheck.html): directives in comments, matched against a text in order.
//!
//! * `CHECK: words` a later line has these words, in this order; whitespace matches any.
//! * `CHECK-NEXT: words` the very next line has.
//! * `CHECK-NOT: words` no line before the next match (or the end) has.
//! * `CHECK-COUNT-3: words` the next three matches are on lines that have.
//!
//! `{{.*}}` matches anything on a line; there are no other patterns.

/// One directive.
enum Check {
    Line(String),
    Next(String),
    Not(String),
}

/// Matches a text against the directives of a test.
pub fn check(test: &str, text: &str) -> Result<(), String> {
    let checks = directives(test)?;
    if !checks.iter().any(|check| !matches!(check, Check::Not(_))) {
        return Err("no CHECK that a text has to match".into());
    }
    let lines: Vec<&str> = text.lines().collect();
    let (mut at, mut forbidden): (usize, Vec<&str>) = (0, Vec::new());
    for check in &checks {
        match check {
            Check::Not(pattern) => forbidden.push(pattern),
            Check::Next(pattern) => {
                let line = lines.get(at).copied().unwrap_or_default();
                if !matches(pattern, line) {
                    return Err(format!("CHECK-NEXT: {pattern}\n  line {} is: {line}", at + 1));
                }
                at += 1;
            }
            Check::Line(pattern) => {
                let Some(found) = lines[at..].iter().position(|line| matches(pattern, line)) else {
                    return Err(format!("CHECK: {pattern}\n  no line after line {at} has it"));
                };
                absent(&forbidden, &lines[at..at + found], at)?;
                forbidden.clear();
                at += found + 1;
            }
        }
    }
    absent(&forbidden, &lines[at..], at)
}

fn absent(forbidden: &[&str], lines: &[&str], first: usize) -> Result<(), String> {
    for pattern in forbidden {
        if let Some(i) = lines.iter().position(|line| matches(pattern, line)) {
            return Err(format!("CHECK-NOT: {pattern}\n  line {} is: {}", first + i + 1, lines[i]));
        }
    }
    Ok(())
}

fn directives(test: &str) -> Result<Vec<Check>, String> {
    let mut checks = Vec::new();
    for line in test.lines() {
        let Some(directive) = line.trim().strip_prefix("// CHECK") else { continue };
        let (kind, pattern) = directive.split_once(':').ok_or(format!("a directive without a colon: {line}"))?;
        let pattern = pattern.trim().to_string();
        match kind {
            "" => checks.push(Check::Line(pattern)),
            "-NEXT" => checks.push(Check::Next(pattern)),
            "-NOT" => checks.push(Check::Not(pattern)),
            _ => {
                let count = kind.strip_prefix("-COUNT-").and_then(|count| count.parse().ok());
                let count: usize = count.ok_or(format!("there is no directive CHECK{kind}"))?;
                checks.extend((0..count).map(|_| Check::Line(pattern.clone())));
            }
        }
    }
    Ok(checks)
}

/// True if a line has the parts of a pattern in order.
fn matches(pattern: &str, line: &str) -> bool {
    let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
    let pattern = pattern.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut rest = line.as_str();
    pattern.split("{{.*}}").map(str::trim).all(|part| match rest.find(part) {
        Some(at) => {
            rest = &rest[at + part.len()..];
            true
        }
        None => false,
    })
}

#[cfg(test)]
mod tests {
    use super::check;

    const TEXT: &str = "a = dot x, y\nb = add a, c\nc = add b, c";

    #[test]
    fn matches_are_in_order() {
        assert!(check("// CHECK: dot x\n// CHECK-NEXT: add a\n// CHECK: c = add", TEXT).is_ok());
        assert!(check("// CHECK: add a\n// CHECK: dot", TEXT).is_err());
        assert!(check("// CHECK: dot\n// CHECK-NEXT: c = add", TEXT).is_err());
        assert!(check("// CHECK-COUNT-2: add", TEXT).is_ok());
        assert!(check("// CHECK-COUNT-3: add", TEXT).is_err());
        assert!(check("// CHECK: c ={{.*}}, c", TEXT).is_ok());
    }

    #[test]
    fn what_must_not_come_is_found() {
        assert!(check("// CHECK: dot\n// CHECK-NOT: multiply", TEXT).is_ok());
        assert!(check("// CHECK: dot\n// CHECK-NOT: b = add\n// CHECK: c = add", TEXT).is_err());
        assert!(check("// CHECK-NOT: multiply", TEXT).is_err(), "a test that nothing has to match");
        assert!(check("// CHECK-SOON: dot", TEXT).is_err());
    }
}
