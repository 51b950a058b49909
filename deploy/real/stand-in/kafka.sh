#!/bin/bash
# The settings of Kafka's image (KAFKA_X_Y=… for x.y=…) for the broker from Maven's jars.
set -e
file=/tmp/server.properties
env | grep '^KAFKA_' | grep -v '^KAFKA_HEAP_OPTS=' | while IFS='=' read -r name value; do
  name=${name#KAFKA_}
  name=${name,,}
  echo "${name//_/.}=$value"
done > "$file"
kafka() { java $KAFKA_HEAP_OPTS -cp '/opt/kafka/libs/*' "$@"; }
[ -f "$KAFKA_LOG_DIRS/meta.properties" ] || kafka kafka.tools.StorageTool format -t "$CLUSTER_ID" -c "$file"
exec java $KAFKA_HEAP_OPTS -cp '/opt/kafka/libs/*' kafka.Kafka "$file"
