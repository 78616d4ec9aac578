# Caddy with the shop's configuration. Any image or base with Caddy 2.6 or later at /usr/bin/caddy will do.
ARG CADDY_IMAGE=caddy:2
FROM ${CADDY_IMAGE} AS proxy
# the collector works harder before the container's 512 MB are used up
ENV XDG_DATA_HOME=/data XDG_CONFIG_HOME=/tmp GOMEMLIMIT=400MiB
# The official image's program has a file capability and does not start in a container without it. A copy has none; ports
# above 1024 need none. /data holds the certificates.
RUN cp /usr/bin/caddy /usr/local/bin/caddy && mkdir -p /data && chown 1000:1000 /data
COPY Caddyfile /etc/caddy/Caddyfile
USER 1000:1000
EXPOSE 8080 8443
ENTRYPOINT []
CMD ["/usr/local/bin/caddy", "run", "--config", "/etc/caddy/Caddyfile"]
