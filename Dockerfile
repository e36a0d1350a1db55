# A static binary on an empty image. Build: docker build -t taquin .   Run: docker run --rm -p 8080:8080 taquin
FROM rust:1-slim-bookworm AS build
WORKDIR /src
# Static, so that the runtime image needs nothing. The target is named because the flag must not reach the
# procedural macros, which are loaded by the compiler.
ENV RUSTFLAGS="-C target-feature=+crt-static"
RUN rustc -vV | sed -n 's/^host: //p' > /host

# Dependencies in a layer of their own: it is built again only when the manifest or the lock file changes.
COPY Cargo.toml Cargo.lock ./
RUN mkdir src benches \
    && echo '//! Stand-in.' > src/lib.rs \
    && echo 'fn main() {}' > src/main.rs \
    && sed -n '/^\[\[bench/,/^$/s|^name = "\(.*\)"|benches/\1.rs|p' Cargo.toml | xargs touch \
    && cargo build --release --locked --target "$(cat /host)" \
    && rm -r src

COPY src src
RUN touch src/lib.rs src/main.rs \
    && cargo build --release --locked --target "$(cat /host)" \
    && cp "target/$(cat /host)/release/taquin" /taquin

FROM scratch
LABEL org.opencontainers.image.title="Taquin" \
      org.opencontainers.image.description="Plans sliding puzzles over HTTP: dense car parks and sliding-tile boards" \
      org.opencontainers.image.licenses="MIT OR Apache-2.0"
COPY --from=build /taquin /taquin
COPY LICENSE-MIT LICENSE-APACHE /licenses/
USER 65532:65532
ENV TAQUIN_LISTEN=0.0.0.0:8080
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=4s --start-period=2s CMD ["/taquin", "healthcheck"]
ENTRYPOINT ["/taquin"]
