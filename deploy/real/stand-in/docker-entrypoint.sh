#!/bin/sh
# MongoDB's command line and initial account, for the embedded server.
set --
[ -z "$MONGO_INITDB_ROOT_USERNAME" ] || {
  set -- --user "$MONGO_INITDB_ROOT_USERNAME" --replSet engawa --advertise mongo:27017
  export EMBEDDED_MONGO_PASSWORD="$MONGO_INITDB_ROOT_PASSWORD"
}
exec node /engawa/deploy/image/run.mjs embedded-mongo --dbpath /data/db --host 0.0.0.0 "$@"
