#!/usr/bin/env bash
# MongoDB 8 with Docker, for tests and for trying a set-up out: without authentication, on loopback only.
#   deploy/mongodb-cluster.sh replica-set    one node:   mongodb://127.0.0.1:27017/?replicaSet=rs0
#   deploy/mongodb-cluster.sh sharded        two shards: mongodb://127.0.0.1:27017/
#   deploy/mongodb-cluster.sh stop           removes either, with its data
# MONGODB_IMAGE (mongo:8) and MONGODB_PORT (27017) change what their names say.
set -euo pipefail
image="${MONGODB_IMAGE:-mongo:8}"
port="${MONGODB_PORT:-27017}"
name=rapid-mongodb

# run CONTAINER COMMAND [ARGUMENTS]; what `published` holds goes to Docker
run() {
  local container="$name-$1"
  shift
  # shellcheck disable=SC2086
  docker run --detach --name "$container" --hostname "$container" --network "$name" --label "$name" ${published:-} "$image" "$@" > /dev/null
}

# evaluate CONTAINER SCRIPT, until it succeeds
evaluate() {
  for _ in $(seq 60); do
    if output="$(docker exec "$name-$1" mongosh --quiet --port 27017 --eval "$2" 2>&1)"; then return; fi
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
  docker ps --all --quiet --filter "label=$name" | xargs --no-run-if-empty docker rm --force --volumes > /dev/null
  docker network rm "$name" > /dev/null 2>&1 || true
}

case "${1:-}" in
  replica-set)
    stop
    docker network create "$name" > /dev/null
    published="--publish 127.0.0.1:$port:27017" run node --replSet rs0 --bind_ip_all
    # clients look the members up by the address that the set knows
    initiate node rs0 "127.0.0.1:27017"
    echo "mongodb://127.0.0.1:$port/?replicaSet=rs0"
    ;;
  sharded)
    stop
    docker network create "$name" > /dev/null
    run config --configsvr --replSet config --port 27017 --bind_ip_all
    for shard in shard1 shard2; do run "$shard" --shardsvr --replSet "$shard" --port 27017 --bind_ip_all; done
    for set in config shard1 shard2; do initiate "$set" "$set" "$name-$set:27017"; done
    published="--publish 127.0.0.1:$port:27017" run router mongos --configdb "config/$name-config:27017" --bind_ip_all
    for shard in shard1 shard2; do evaluate router "sh.addShard('$shard/$name-$shard:27017')"; done
    echo "mongodb://127.0.0.1:$port/"
    ;;
  stop) stop ;;
  *)
    echo "Usage: $0 replica-set|sharded|stop" >&2
    exit 2
    ;;
esac
