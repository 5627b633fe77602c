# SPDX-License-Identifier: MIT
# A scheduler or a worker: docs/how-to/many-machines.md.  The whole checkout is copied, because a worker takes tasks only from
# clients with the same sources.
FROM debian:bookworm-slim

# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install -y --no-install-recommends ca-certificates git python3 python3-venv \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --create-home --uid 1000 narae

COPY --chown=1000:1000 . /narae
WORKDIR /narae

# Installs what a worker needs; exit code 2, because there is no key yet.
RUN { ./narae worker tls://127.0.0.1:1 || test $? = 2; } \
    && mkdir -p results \
    && mkdir -m 700 .narae/fleet \
    && chown -R 1000:1000 .narae results \
    && rm -rf /var/lib/apt/lists/*

USER 1000
ENTRYPOINT ["./narae"]
