#!/usr/bin/env bash
# MongoDB 8 with Docker, for tests and for trying a set-up out: without authentication, on loopback only.
#   deploy/mongodb-cluster.sh replica-set    one node:   mongodb://127.0.0.1:27017/?replicaSet=rs0
#   deploy/mongodb-cluster.sh sharded        two shards: mongodb://127.0.0.1:27017/
#   deploy/mongodb-cluster.sh stop           removes either, with its data
# MONGODB_IMAGE (mongo:8) and MONGODB_PORT (27017) change what their names say, DOCKER (docker) the program, such as podman.
set -euo pipefail
docker="${DOCKER:-docker}"
image="${MONGODB_IMAGE:-mongo:8}"
# the same inside: clients look a replica set's members up by the address that the set knows
port="${MONGODB_PORT:-27017}"
name=rapid-mongodb

# run CONTAINER COMMAND [ARGUMENTS]; what `published` holds goes to Docker. Every server listens on the port.
run() {
  local container="$name-$1"
  shift
  # shellcheck disable=SC2086
  "$docker" run --detach --name "$container" --hostname "$container" --network "$name" --label "$name" ${published:-} \
    "$image" "$@" --port "$port" --bind_ip_all > /dev/null
}

# evaluate CONTAINER SCRIPT, until it succeeds
evaluate() {
  for _ in $(seq 60); do
    if output="$("$docker" exec "$name-$1" mongosh --quiet --port "$port" --eval "$2" 2>&1)"; then return; fi
    sleep 1
  done
  echo "$name-$1 is not ready: $output" >&2
  exit 1
}

# initiate CONTAINER REPLICA-SET ADDRESS
initiate() {
  evaluate "$1" "try { rs.status() } catch { rs.initiate({ _id: '$2', members: [{ _id: 0, host: '$3' }] }) }
    if (!db.hello().isWritablePrimary) quit(1)"
}

stop() {
  local container
  for container in $("$docker" ps --all --quiet --filter "label=$name"); do
    "$docker" rm --force --volumes "$container" > /dev/null
  done
  "$docker" network rm "$name" > /dev/null 2>&1 || true
}

case "${1:-}" in
  replica-set)
    stop
    "$docker" network create "$name" > /dev/null
    published="--publish 127.0.0.1:$port:$port" run node --replSet rs0
    initiate node rs0 "127.0.0.1:$port"
    echo "mongodb://127.0.0.1:$port/?replicaSet=rs0"
    ;;
  sharded)
    stop
    "$docker" network create "$name" > /dev/null
    run config --configsvr --replSet config
    for shard in shard1 shard2; do run "$shard" --shardsvr --replSet "$shard"; done
    for set in config shard1 shard2; do initiate "$set" "$set" "$name-$set:$port"; done
    published="--publish 127.0.0.1:$port:$port" run router mongos --configdb "config/$name-config:$port"
    for shard in shard1 shard2; do evaluate router "sh.addShard('$shard/$name-$shard:$port')"; done
    echo "mongodb://127.0.0.1:$port/"
    ;;
  stop) stop ;;
  *)
    echo "Usage: $0 replica-set|sharded|stop" >&2
    exit 2
    ;;
esac
