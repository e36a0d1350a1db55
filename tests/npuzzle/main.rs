//! The N-puzzle through the library's front door, against plain oracles and known answers.

mod ask;
mod oracle;
mod properties;
mod requests;
mod space;
mod vectors;
