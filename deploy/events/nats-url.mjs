// The NATS of commands that ask services or read dead letters.
import { localNatsUrl } from './dead-letters.mjs';

/** `NATS_URL`, else that of `npm start` on this machine; prints why there is none and exits with 2. */
export function natsUrlOrExit() {
  refuseKafka();
  const url = process.env.NATS_URL ?? localNatsUrl(process.env.ENGAWA_DATA);
  if (url) return url;
  console.error('NATS_URL is not set and no installation runs here (npm start).');
  return process.exit(2);
}

/** Exits with 2 where the services use Kafka: NATS alone carries questions to them. */
export function refuseKafka() {
  if (process.env.NATS_URL || !process.env.KAFKA_BROKERS) return;
  console.error(
    'This command needs NATS. With Kafka, an administrator of each space repairs its copies by ' +
      'POST /api/v1/tasks/repair and POST /api/v1/search/rebuild.',
  );
  process.exit(2);
}
