//! A socket that is given up when its peer takes nothing of what is sent to it for too long.

use std::cell::Cell;
use std::io::{self, ErrorKind, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep};

use super::pulse::Pulse;

/// What is sent is put together in one piece up to this length: the kernel takes that faster than a head and a body apart.
const SHORT: usize = 8 << 10;

thread_local! {
    /// For the next such piece of this thread.
    static PIECE: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
}

/// A connection's socket.
#[derive(Debug)]
pub(super) struct Socket {
    stream: TcpStream,
    pulse: Arc<Pulse>,
    patience: Duration,
    /// Runs while the peer takes nothing; made when first needed.
    stall: Option<Pin<Box<Sleep>>>,
    is_stalled: bool,
}

impl Socket {
    pub(super) fn new(stream: TcpStream, pulse: Arc<Pulse>, patience: Duration) -> Self {
        Self { stream, pulse, patience, stall: None, is_stalled: false }
    }

    /// Passes on how a write went, or ends a wait that took too long.
    fn watch(&mut self, cx: &mut Context<'_>, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        if written.is_ready() {
            self.is_stalled = false;
            self.pulse.sent();
            return written;
        }
        let patience = self.patience;
        let stall = self.stall.get_or_insert_with(|| Box::pin(sleep(patience)));
        if !self.is_stalled {
            self.is_stalled = true;
            stall.as_mut().reset(Instant::now() + patience);
        }
        ready!(stall.as_mut().poll(cx));
        Poll::Ready(Err(io::Error::new(ErrorKind::TimedOut, "the peer does not read")))
    }
}

impl AsyncRead for Socket {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(cx, buffer);
        if buffer.filled().len() > before {
            self.pulse.read();
        }
        read
    }
}

impl AsyncWrite for Socket {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, data: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, data);
        self.watch(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        data: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        if data.iter().map(|part| part.len()).sum::<usize>() > SHORT {
            let written = Pin::new(&mut self.stream).poll_write_vectored(cx, data);
            return self.watch(cx, written);
        }
        let mut piece = PIECE.take();
        piece.clear();
        data.iter().for_each(|part| piece.extend_from_slice(part));
        let written = self.poll_write(cx, &piece);
        PIECE.set(piece);
        written
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
