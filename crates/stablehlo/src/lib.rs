//! StableHLO programs as values.
