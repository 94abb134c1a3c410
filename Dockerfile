# The course in a container, for Docker, Podman, Binder and JupyterHub. Everything comes
# from Debian packages, the Go module proxy and PyPI, and is made when the image is built:
# a container needs no network and no root.
#
#   docker build -t gpucourse .
#   docker run -p 8888:8888 gpucourse
#
# For JupyterHub: docker build --build-arg JUPYTERHUB=5.4.0, with the hub's version.
FROM debian:trixie-slim

RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates git golang-go python3 python3-venv && rm -rf /var/lib/apt/lists/*

# Debian's Go fetches this version, go.mod's, from the Go module proxy. "auto" would ask the
# network for newer ones when a container runs.
RUN useradd --create-home --uid 1000 --shell /bin/bash learner
ENV HOME=/home/learner GOTOOLCHAIN=go1.26.0
COPY --chown=learner:learner . /home/learner/gpucourse

USER learner
WORKDIR /home/learner/gpucourse
RUN go run ./notebooks -setup
RUN mkdir -p /home/learner/bin && GOBIN=/home/learner/bin go install -buildvcs=false ./grader ./gpusim/cmd/gpusim ./notebooks
ARG JUPYTERHUB=
RUN if [ -n "$JUPYTERHUB" ]; then .venv/bin/python -m pip install --no-cache-dir "jupyterhub==$JUPYTERHUB"; fi

ENV PATH=/home/learner/bin:/home/learner/gpucourse/.venv/bin:$PATH
EXPOSE 8888
CMD ["notebooks", "-ip", "0.0.0.0", "-no-browser"]
