//! What comes of a row: medians, ratios, and whether the goals are met.

use serde_json::{Map, Value, json};

use super::contestant::{Measured, number_in};
use super::rows::{Goal, Measure, Row};

pub struct Outcome {
    pub row: &'static Row,
    pub ours: Vec<Measured>,
    pub peers: Vec<Measured>,
}

/// What came of a goal.
pub struct Verdict {
    /// The goal, in words.
    pub goal: String,
    /// The figure that it is about; none where it could not be measured.
    pub figure: Option<f64>,
    pub is_met: bool,
}

impl Measured {
    pub fn median(&self) -> Option<f64> {
        median(self.values.clone())
    }

    /// The median of a figure in what was printed.
    pub fn figure(&self, key: &str) -> Option<f64> {
        median(self.lines.iter().filter_map(|line| number_in(line, key)).collect())
    }
}

impl Outcome {
    /// From everyone's measurements; the flag says whose they are.
    pub fn new(row: &'static Row, all: Vec<(bool, Measured)>) -> Self {
        let (ours, peers): (Vec<_>, Vec<_>) = all.into_iter().partition(|(is_ours, _)| *is_ours);
        let without = |list: Vec<(bool, Measured)>| list.into_iter().map(|(_, measured)| measured).collect();
        Self { row, ours: without(ours), peers: without(peers) }
    }

    /// The one of us with the least median.
    pub fn our_best(&self) -> Option<&Measured> {
        best(&self.ours)
    }

    /// The peer with the least median.
    pub fn best_peer(&self) -> Option<&Measured> {
        best(&self.peers)
    }

    /// How many times as much the best peer takes as we do.
    pub fn ratio(&self) -> Option<f64> {
        Some(self.best_peer()?.median()? / self.our_best()?.median()?)
    }

    pub fn verdicts(&self) -> Vec<Verdict> {
        self.row.goals.iter().map(|goal| self.verdict(goal)).collect()
    }

    fn verdict(&self, goal: &Goal) -> Verdict {
        let of_ours = |key: &str| self.our_best()?.figure(key);
        match *goal {
            Goal::TimesFaster(times) => {
                Verdict::new(format!("{times} x as fast as the fastest peer"), self.ratio(), |f| f >= times)
            }
            Goal::PartOfLeanest(part) => {
                let figure = self.ratio().map(f64::recip);
                Verdict::new(format!("at most {part:.2} of the leanest peer's"), figure, |f| f <= part)
            }
            Goal::AtMost(key, limit) => Verdict::new(format!("{key} at most {limit}"), of_ours(key), |f| f <= limit),
            Goal::AtLeast(key, limit) => Verdict::new(format!("{key} at least {limit}"), of_ours(key), |f| f >= limit),
        }
    }

    /// Everything that was measured, as JSON.
    pub fn json(&self) -> Value {
        let unit = if self.row.measure == Measure::PeakMemory { "bytes" } else { "seconds" };
        let list = |all: &[Measured]| -> Vec<Value> { all.iter().map(json_of).collect() };
        let verdicts: Vec<Value> = self
            .verdicts()
            .iter()
            .map(|v| json!({ "goal": v.goal, "figure": v.figure, "met": v.figure.map(|_| v.is_met) }))
            .collect();
        json!({
            "name": self.row.name, "title": self.row.title, "unit": unit, "batch": self.row.batch,
            "ours": list(&self.ours), "peers": list(&self.peers), "ratio": self.ratio(), "goals": verdicts,
        })
    }
}

impl Verdict {
    fn new(goal: String, figure: Option<f64>, is_met: impl Fn(f64) -> bool) -> Self {
        Self { goal, figure, is_met: figure.is_some_and(is_met) }
    }
}

fn json_of(measured: &Measured) -> Value {
    // The figures that are no numbers (names, versions) are those of the last turn.
    let mut figures: Map<String, Value> = measured.lines.last().cloned().unwrap_or_default();
    for (key, value) in &mut figures {
        if let Some(median) = measured.figure(key) {
            *value = json!(median);
        }
    }
    json!({
        "name": measured.name, "peer": measured.says, "median": measured.median(), "values": measured.values,
        "figures": figures, "failure": measured.failure,
    })
}

fn best(all: &[Measured]) -> Option<&Measured> {
    let known = all.iter().filter_map(|m| Some((m, m.median()?)));
    known.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(m, _)| m)
}

/// The middle value, or between the two in the middle; none of no values.
pub fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let lower = values.len().checked_sub(1)? / 2;
    Some((values[lower] + values[values.len() / 2]) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::super::rows::ROWS;
    use super::*;

    fn measured(name: &'static str, values: &[f64]) -> Measured {
        let lines = values.iter().map(|v| json!({ "compile_s": v / 10.0 }).as_object().cloned().unwrap_or_default());
        Measured { name, says: None, values: values.to_vec(), lines: lines.collect(), failure: None }
    }

    #[test]
    fn the_best_median_of_each_side_makes_the_ratio() {
        let row = ROWS.iter().find(|r| r.name == "resnet50-f32").unwrap();
        let all = vec![
            (true, measured("slow", &[4.0, 4.0, 4.0])),
            (true, measured("fast", &[1.0, 2.0, 90.0])),
            (false, measured("peer", &[1.0, 3.0, 5.0])),
            (false, measured("other", &[])),
        ];
        let outcome = Outcome::new(row, all);
        assert_eq!(outcome.our_best().unwrap().name, "fast");
        assert_eq!(outcome.ratio(), Some(1.5));
        let verdicts = outcome.verdicts();
        assert!(verdicts[0].is_met, "{}", verdicts[0].goal);
        assert_eq!(verdicts[1].figure, Some(0.2));
        assert_eq!(outcome.json()["peers"][1]["median"], Value::Null);
    }

    #[test]
    fn a_median_lies_in_the_middle() {
        assert_eq!(median(Vec::new()), None);
        assert_eq!(median(vec![3.0, 1.0, 7.0]), Some(3.0));
        assert_eq!(median(vec![3.0, 1.0, 7.0, 4.0]), Some(3.5));
    }

    #[test]
    fn what_could_not_be_measured_is_not_met() {
        let row = ROWS.iter().find(|r| r.name == "memory").unwrap();
        let verdicts = Outcome::new(row, vec![(true, measured("ours", &[1.0]))]).verdicts();
        assert!(!verdicts[0].is_met && verdicts[0].figure.is_none());
    }
}
