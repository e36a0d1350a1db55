//! Carries log lines to the standard output without making anybody wait for it.
//!
//! Whoever logs appends to a buffer in memory; a thread of its own writes it out a few milliseconds later, many lines at a
//! time. If the output does not take them (a full pipe that nobody reads) the service goes on: the buffer grows up to a
//! limit, what comes after that is dropped, and how much was dropped is told once the output takes lines again.

use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The most that waits for the output.
const MOST: usize = 16 << 20;
/// Lines of this time are written out together.
const GATHER: Duration = Duration::from_millis(5);
/// At the end, an output that takes nothing is waited for no longer.
const PATIENCE: Duration = Duration::from_secs(1);

#[derive(Debug, Default)]
struct State {
    lines: Vec<u8>,
    lost: u64,
    is_closed: bool,
    is_written_out: bool,
}

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    /// There is something to write, or the end has come.
    something: Condvar,
    /// All is written.
    written_out: Condvar,
}

impl Shared {
    /// A panic while the lock was held cannot have left the buffer in a state that matters.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Where log lines are appended.
#[derive(Debug)]
pub(in crate::cli) struct Lines(Arc<Shared>);

/// Writes out what is left when dropped.
#[derive(Debug)]
pub(in crate::cli) struct Flush(Arc<Shared>);

/// Starts the thread that writes to `output`.
///
/// # Errors
/// If there can be no further thread.
pub(in crate::cli) fn start(output: impl Write + Send + 'static) -> io::Result<(Lines, Flush)> {
    let shared = Arc::new(Shared::default());
    let theirs = Arc::clone(&shared);
    std::thread::Builder::new().name("log".to_owned()).spawn(move || write_out(&theirs, output))?;
    Ok((Lines(Arc::clone(&shared)), Flush(shared)))
}

fn write_out(shared: &Shared, mut output: impl Write) {
    let mut lines = Vec::new();
    loop {
        let nothing_to_do = |state: &mut State| state.lines.is_empty() && !state.is_closed;
        let state = shared.something.wait_while(shared.state(), nothing_to_do);
        let is_closed = state.unwrap_or_else(PoisonError::into_inner).is_closed;
        if !is_closed {
            std::thread::sleep(GATHER);
        }
        let mut state = shared.state();
        std::mem::swap(&mut state.lines, &mut lines);
        let lost = std::mem::take(&mut state.lost);
        if lines.is_empty() && state.is_closed {
            state.is_written_out = true;
            shared.written_out.notify_all();
            return;
        }
        drop(state);
        if lost > 0 {
            lines.extend_from_slice(
                format!("{{\"level\":\"WARN\",\"message\":\"log lines were lost\",\"lost\":{lost}}}\n")
                    .as_bytes(),
            );
        }
        // If the output is closed there is nowhere left to say so.
        let _ = output.write_all(&lines).and_then(|()| output.flush());
        lines.clear();
    }
}

impl Lines {
    /// Takes a whole line.
    pub(super) fn append(&self, line: &[u8]) {
        let mut state = self.0.state();
        if state.lines.len() + line.len() > MOST {
            state.lost += 1;
            return;
        }
        let was_empty = state.lines.is_empty();
        state.lines.extend_from_slice(line);
        drop(state);
        if was_empty {
            self.0.something.notify_one();
        }
    }
}

impl Drop for Flush {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.is_closed = true;
        self.0.something.notify_one();
        let is_left = |state: &mut State| !state.is_written_out;
        // After that, what the output has not taken is lost.
        let _ = self.0.written_out.wait_timeout_while(state, PATIENCE, is_left);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    /// An output that takes each write only when it is let.
    struct Gate(mpsc::Receiver<()>, Arc<Mutex<Vec<u8>>>);

    impl Write for Gate {
        fn write(&mut self, lines: &[u8]) -> io::Result<usize> {
            self.0.recv().map_err(io::Error::other)?;
            self.1.lock().unwrap().extend_from_slice(lines);
            Ok(lines.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn every_line_is_written_once_and_in_order() {
        let written = Arc::new(Mutex::new(Vec::new()));
        let (open, gate) = mpsc::channel();
        let (lines, flush) = start(Gate(gate, Arc::clone(&written))).unwrap();
        for line in 0..1000 {
            lines.append(format!("{line}\n").as_bytes());
        }
        for _ in 0..1000 {
            open.send(()).unwrap();
        }
        drop(flush);
        let expected: String = (0..1000).map(|line| format!("{line}\n")).collect();
        assert_eq!(String::from_utf8(written.lock().unwrap().clone()).unwrap(), expected);
    }

    #[test]
    fn a_blocked_output_holds_nobody_up_and_losses_are_told() {
        let written = Arc::new(Mutex::new(Vec::new()));
        let (open, gate) = mpsc::channel();
        let (lines, flush) = start(Gate(gate, Arc::clone(&written))).unwrap();
        let line = vec![b'x'; 1 << 20];
        for _ in 0..100 {
            lines.append(&line);
        }
        for _ in 0..100 {
            open.send(()).unwrap();
        }
        drop(flush);
        let written = written.lock().unwrap();
        let text = String::from_utf8_lossy(&written);
        let lost = text.split("\"lost\":").nth(1).and_then(|rest| rest.split('}').next()).unwrap();
        let kept = written.iter().filter(|&&byte| byte == b'x').count() >> 20;
        assert_eq!(kept + lost.parse::<usize>().unwrap(), 100);
    }
}
