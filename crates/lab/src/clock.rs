//! Times as Jupyter's clients read them, and how long ago something was.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rustix::time::{ClockId, clock_gettime};
use serde::{Deserialize, Serialize};

/// When something was, by a clock that nobody can set and that goes on while the machine sleeps
/// (`CLOCK_BOOTTIME`). It is written and read as the time that has passed, which is the same on another
/// machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "Duration", into = "Duration")]
pub struct Since {
    /// Of that clock.
    nanoseconds: i64,
}

impl Since {
    /// Now.
    pub fn now() -> Since {
        let now = clock_gettime(ClockId::Boottime);
        Since { nanoseconds: now.tv_sec * 1_000_000_000 + now.tv_nsec }
    }

    /// The time that has passed.
    pub fn elapsed(self) -> Duration {
        Duration::from_nanos(u64::try_from(Since::now().nanoseconds - self.nanoseconds).unwrap_or(0))
    }
}

impl From<Duration> for Since {
    fn from(passed: Duration) -> Since {
        let passed = i64::try_from(passed.as_nanos()).unwrap_or(i64::MAX);
        Since { nanoseconds: Since::now().nanoseconds.saturating_sub(passed) }
    }
}

impl From<Since> for Duration {
    fn from(since: Since) -> Duration {
        since.elapsed()
    }
}

/// A time in RFC 3339, in UTC with microseconds: `2026-11-25T04:15:00.000000Z`. Times before 1970 become
/// 1970.
pub fn rfc3339(time: SystemTime) -> String {
    let (year, month, day, rest) = parts(time);
    let (hour, minute, second) = hms(rest);
    let micros = rest.subsec_micros();
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{micros:06}Z")
}

/// A time as a part of a file's name, in UTC: `2026-11-25_04-15-00`.
pub fn file_name(time: SystemTime) -> String {
    rfc3339(time)[..19].replace('T', "_").replace(':', "-")
}

/// A time as the header `Last-Modified` has it: `Wed, 25 Nov 2026 04:15:00 GMT`.
pub fn http_date(time: SystemTime) -> String {
    const DAYS: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];
    const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let (year, month, day, rest) = parts(time);
    let (hour, minute, second) = hms(rest);
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    let weekday = DAYS[(since.as_secs() / 86_400 % 7) as usize];
    let month = MONTHS[month as usize - 1];
    format!("{weekday}, {day:02} {month} {year:04} {hour:02}:{minute:02}:{second:02} GMT")
}

/// The time of seconds and nanoseconds since 1970.
pub fn from_unix(seconds: i64, nanoseconds: impl TryInto<u32>) -> SystemTime {
    UNIX_EPOCH
        + Duration::new(u64::try_from(seconds).unwrap_or(0), nanoseconds.try_into().unwrap_or(0).min(999_999_999))
}

/// The time that [`rfc3339`] wrote, to the second.
pub fn parse_rfc3339(text: &str) -> Option<SystemTime> {
    let number = |range: std::ops::Range<usize>| text.get(range)?.parse::<u64>().ok();
    let (year, month, day) = (number(0..4)?, number(5..7)?, number(8..10)?);
    let (year, shifted) = if month <= 2 { (year - 1, month + 9) } else { (year, month - 3) };
    let of_year = (153 * shifted + 2) / 5 + day - 1;
    let of_era = year % 400 * 365 + year % 400 / 4 - year % 400 / 100 + of_year;
    let days = (year / 400 * 146_097 + of_era).checked_sub(719_468)?;
    let seconds = number(11..13)? * 3600 + number(14..16)? * 60 + number(17..19)?;
    Some(UNIX_EPOCH + Duration::from_secs(days * 86_400 + seconds))
}

fn hms(rest: Duration) -> (u64, u64, u64) {
    (rest.as_secs() / 3600, rest.as_secs() / 60 % 60, rest.as_secs() % 60)
}

/// Year, month, day, and the time of the day. The civil calendar is that of proleptic years from March on, as
/// Howard Hinnant's "chrono-compatible low-level date algorithms" has it.
fn parts(time: SystemTime) -> (u64, u64, u64, Duration) {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    let days = since.as_secs() / 86_400 + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let shifted = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year + era * 400 + u64::from(month <= 2);
    let rest = since - Duration::from_secs(since.as_secs() / 86_400 * 86_400);
    (year, month, day, rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_passed_goes_on_where_it_is_read() {
        let hour = Since::from(Duration::from_secs(3600));
        let read: Since = serde_json::from_str(&serde_json::to_string(&hour).unwrap()).unwrap();
        let difference = read.elapsed().abs_diff(hour.elapsed());
        assert!(hour.elapsed() >= Duration::from_secs(3600) && difference < Duration::from_secs(60), "{difference:?}");
        assert!(hour < Since::now(), "earlier is less");
    }

    #[test]
    fn dates_are_those_of_the_calendar() {
        // `date -u -d @SECONDS` prints these.
        for (seconds, expected, http) in [
            (0, "1970-01-01T00:00:00", "Thu, 01 Jan 1970 00:00:00 GMT"),
            (951_782_400, "2000-02-29T00:00:00", "Tue, 29 Feb 2000 00:00:00 GMT"),
            (1_795_580_100, "2026-11-25T04:15:00", "Wed, 25 Nov 2026 04:15:00 GMT"),
            (4_107_542_399, "2100-02-28T23:59:59", "Sun, 28 Feb 2100 23:59:59 GMT"),
            (4_107_542_400, "2100-03-01T00:00:00", "Mon, 01 Mar 2100 00:00:00 GMT"),
        ] {
            let time = from_unix(seconds, 1000);
            assert_eq!(rfc3339(time), format!("{expected}.000001Z"));
            assert_eq!(http_date(time), http);
            assert_eq!(file_name(time), expected.replace('T', "_").replace(':', "-"));
            assert_eq!(parse_rfc3339(&rfc3339(time)), Some(from_unix(seconds, 0)));
        }
        assert_eq!(parse_rfc3339("today"), None);
    }
}
