//! Tests of the motions against searches that are too simple to be wrong.

mod tables;
