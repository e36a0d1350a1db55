"""The binary on a free loopback port, for as long as a `with` block lasts."""
import re
import signal
import subprocess
import threading

# A solve may take this long, so that thousands of them take minutes.
QUICK = ["--time-ms", "100", "--time-ms-max", "200", "--solve-bytes", "200000000"]
PATIENCE_S = 30


class Server:
    """Starts it; at the end stops it, and complains if it panicked or does not exit with 0."""

    def __init__(self, binary, *flags):
        self.command = [binary, "serve", "--listen", "127.0.0.1:0", *flags]

    def __enter__(self):
        self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, text=True)
        self.log = [self.process.stdout.readline()]
        listening = re.search(r"http://[\d.]+:\d+", self.log[0])
        assert listening, f"the log does not begin with the address: {self.log[0]}"
        self.url = listening[0]
        # Reading on keeps the pipe from filling up.
        self.reader = threading.Thread(target=lambda: self.log.extend(self.process.stdout), daemon=True)
        self.reader.start()
        return self

    def __exit__(self, kind, *_):
        self.process.send_signal(signal.SIGTERM)
        try:
            status = self.process.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            status = self.process.wait()
        self.reader.join(PATIENCE_S)
        if kind is None:
            panics = [line for line in self.log if "panicked" in line]
            assert not panics, "".join(panics)
            assert status == 0, f"the server exits with {status}"
