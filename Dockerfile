# The table in one command:
#   docker build -t quincunx . && docker run -p 8000:8000 -v quincunx:/data quincunx
FROM python:3.13-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
COPY . /source
RUN python -m venv /opt/quincunx && /opt/quincunx/bin/pip install --no-cache-dir "/source[web,postgres]"

FROM python:3.13-slim
COPY --from=build /opt/quincunx /opt/quincunx
RUN useradd --create-home --home-dir /data player
USER player
WORKDIR /data
VOLUME /data
EXPOSE 8000
ENTRYPOINT ["/opt/quincunx/bin/quincunx"]
CMD ["serve", "--host", "0.0.0.0"]
