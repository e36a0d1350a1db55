//! `taquin healthcheck`: for containers whose image has no HTTP client.

use std::io::{Read as _, Write as _};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context as _;

/// Longer than any probe should take, shorter than a container's patience.
const PATIENCE: Duration = Duration::from_secs(3);

/// Options of `taquin healthcheck`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Address on which the server listens
    #[arg(long, env = "TAQUIN_LISTEN", default_value = "127.0.0.1:8080")]
    listen: SocketAddr,
}

pub(super) fn run(args: &Args) -> ExitCode {
    match is_alive(args.listen) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("taquin: not alive: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn is_alive(listen: SocketAddr) -> anyhow::Result<()> {
    // A server that listens everywhere is asked on the loopback.
    let host = match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(ip) if ip.is_unspecified() => IpAddr::V6(Ipv6Addr::LOCALHOST),
        ip => ip,
    };
    let address = SocketAddr::new(host, listen.port());
    let mut stream =
        TcpStream::connect_timeout(&address, PATIENCE).with_context(|| format!("connecting to {address}"))?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    write!(stream, "GET /livez HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
    let mut status = [0; 12];
    stream.read_exact(&mut status).context("reading the answer")?;
    anyhow::ensure!(&status == b"HTTP/1.1 200", "{address} answered {}", String::from_utf8_lossy(&status));
    Ok(())
}
