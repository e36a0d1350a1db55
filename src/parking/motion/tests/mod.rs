//! Tests of the motions against searches that are too simple to be wrong.

mod bounds;
mod plans;
mod tables;
