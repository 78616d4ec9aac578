#!/usr/bin/env bash
# Shards the collections of deploy/shard-keys.json in a database that `npm run cli -- migrate` has made, through a mongos:
#   deploy/shard-collections.sh mongodb://mongos.example:27017/rapid
# Needs mongosh. Why these, and why no others: docs/scaling.md.
set -euo pipefail
keys="$(cat "$(dirname "$0")/shard-keys.json")"
mongosh --quiet "${1:?Usage: $0 MONGODB_URI}" --eval "
  for (const [name, { key, unique = false }] of Object.entries($keys)) {
    // a collection that has documents is sharded by an index that it has
    db.getCollection(name).createIndex(key, unique ? { unique } : {})
    printjson(sh.shardCollection(db.getName() + '.' + name, key, unique))
  }"
