//! The N-puzzle through the library's front door, against plain oracles and known answers.

mod oracle;
mod space;
