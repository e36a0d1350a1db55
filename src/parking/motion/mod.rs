//! Motions in which several cars slide at once: as a line, or side by side in one time step.

mod bound;
mod fan;
mod field;
mod layers;
mod levels;
mod lines;
mod reuse;
mod step;
mod store;
#[cfg(test)]
mod tests;
