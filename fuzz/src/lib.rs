//! The bodies of the fuzz targets, which the tests of the engine run as well.

#[path = "../../tests/rust/fuzz_bodies/mod.rs"]
pub mod bodies;
